import type { Knex } from 'knex';
import { type AuditEntry, recordAuditMany } from '../../db/audit.ts';
import type { Db } from '../../db/types.ts';
import { DomainError, invalid } from '../../domain/ground/errors.ts';
import type { PlantDate } from '../../domain/ground/plant-time.ts';
import { PREMISE_TEXTS as TEXTS } from '../../domain/texts/plan/premises.ts';
import type { Premise } from '../../scheduling/index.ts';
import type { PlanPremise as Kept } from '../plan/publish.service.ts';
import { type Asked, KINDS, type Known } from './kinds.ts';
import { namesOf, partnersByCode, type RowChange, rowsNow, type Written, writeRows } from './premises.store.ts';

/** 前提: changes of the plant that are tried before they are made, and how they are made and taken back. */

/** A premise that was written to the plant, and which rows that came to. */
export interface WrittenPremise {
  premise: Kept;
  written: Written[];
}

/** Premises as they are kept. Throws invalid, with a sentence for each that cannot be. */
export async function keptPremises(db: Db, premises: readonly Asked[], today: PlantDate): Promise<Kept[]> {
  const kept = await checked(db, premises, today);
  const wrong = kept.flatMap((one, at) => (typeof one === 'string' ? [TEXTS.wrong(at + 1, one)] : []));
  if (wrong.length > 0) throw invalid({ premises: wrong });
  return kept as Kept[];
}

/** Premises that the engine has tried, with their sentences; null where what one speaks of is there no more. */
export async function toldPremises(db: Db, premises: readonly Premise[], today: PlantDate): Promise<Kept[] | null> {
  const partners = await partnersByCode(
    db,
    premises.flatMap((premise) => (premise.kind === 'partner' ? premise.outsourcing_code : [])),
  );
  const asked = premises.map((premise): Asked => {
    const id = premise.kind === 'partner' ? partners.get(premise.outsourcing_code) : undefined;
    return { ...premise, ...(id === undefined ? {} : { outsourcing_id: id }) };
  });
  const kept = await checked(db, asked, today);
  return kept.some((one) => typeof one === 'string') ? null : (kept as Kept[]);
}

async function checked(db: Db, premises: readonly Asked[], today: PlantDate): Promise<(Kept | string)[]> {
  const ids = (field: 'facility_id' | 'order_id' | 'outsourcing_id' | 'product_id' | 'order_task_id'): number[] =>
    premises.flatMap((premise) => premise[field] ?? []);
  const named = await namesOf(db, {
    facilities: ids('facility_id'),
    orders: ids('order_id'),
    partners: ids('outsourcing_id'),
    products: ids('product_id'),
    processes: ids('order_task_id'),
  });
  const known: Known = { ...named, today };
  return premises.map((premise, at) => KINDS[premise.kind].kept(premise, known, at));
}

/** A sentence for each of the premises that the plant cannot take over, or not so. */
export async function impossiblePremises(db: Db, premises: readonly Kept[], today: PlantDate): Promise<string[]> {
  const now = await checked(db, premises, today);
  return premises.flatMap((premise, at) => {
    const why = typeof now[at] === 'string' ? now[at] : unwritten(premise);
    return why === undefined ? [] : [TEXTS.impossible(premise.text, why)];
  });
}

function unwritten({ kind }: Kept): string | undefined {
  const { rows } = KINDS[kind];
  return typeof rows === 'string' ? rows : undefined;
}

/** Who writes premises, for the history. */
export interface By {
  actor: string;
  operation: string;
}

/** Makes premises true of the plant, one after another, as far as they can be; gives what was written. */
export async function writePremises(trx: Knex.Transaction, premises: readonly Kept[], by: By): Promise<WrittenPremise[]> {
  const done: WrittenPremise[] = [];
  for (const premise of premises) {
    const rows = KINDS[premise.kind].rows as
      | ((trx: Knex.Transaction, premise: Kept, actor: string) => Promise<Written[]>)
      | string
      | undefined;
    const written = typeof rows === 'function' ? await rows(trx, premise, by.actor) : [];
    for (const table of written) await writeRows(trx, table);
    await told(trx, premise, written, by);
    done.push({ premise, written });
  }
  return done;
}

/** What a premise came to is otherwise now. */
export class PremiseChanged extends DomainError {
  constructor(message: string) {
    super('conflict', message);
  }
}

/** Takes premises that were written back, the last one first, or, `again`, writes them as before. Throws a conflict where a row is otherwise now. */
export async function restorePremises(trx: Knex.Transaction, done: readonly WrittenPremise[], by: By, again = false): Promise<void> {
  for (const { premise, written } of again ? done : [...done].reverse()) {
    const turned = again
      ? written
      : written.map(({ table, rows }) => ({ table, rows: rows.map(({ key, old, now }) => ({ key, old: now, now: old })) }));
    for (const { table, rows } of turned) {
      const stands = await rowsNow(
        trx,
        table,
        rows.map(({ key }) => key),
      );
      if (rows.some(({ old }, at) => !isSame(old, stands[at]!))) throw new PremiseChanged(TEXTS.changed(premise.text));
      await writeRows(trx, { table, rows });
    }
    await told(trx, premise, turned, by);
  }
}

const isSame = (one: RowChange['old'], other: RowChange['old']): boolean =>
  one === null || other === null
    ? one === other
    : Object.keys(one).every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));

/** One line of the history for each table of a premise: its one row, or how many there were. */
async function told(trx: Knex.Transaction, { text: key }: Kept, written: readonly Written[], by: By): Promise<void> {
  const entries = written.map(({ table: kind, rows }): AuditEntry => {
    const side = (which: 'old' | 'now'): object | null => {
      const first = rows[0]![which];
      // As the screens of units and settings are told of.
      if (kind === 'facility_availabilities') return Object.fromEntries(rows.map((row) => [row.key.date, row[which]?.units ?? null]));
      if (kind === 'settings') return (first?.value ?? {}) as object;
      return rows.length === 1 ? first : { ...first, rows: rows.length };
    };
    return { ...by, kind, key, old: side('old'), new: side('now') };
  });
  await recordAuditMany(trx, entries);
}
