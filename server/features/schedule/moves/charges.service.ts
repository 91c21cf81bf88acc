import { loadConflicts } from '../../../domain/bars/rules.ts';
import { spanChanged, type TaskSpan } from '../../../domain/bars/task-form.ts';
import { conflict, invalid } from '../../../domain/ground/errors.ts';
import { epochMs } from '../../../domain/ground/plant-time.ts';
import { conflictsSentence } from '../../../domain/texts/plan/conflicts.ts';
import { SCHEDULE_TEXTS as TEXTS } from '../../../domain/texts/plan/schedule.ts';
import type { EntryRow } from '../write/write.store.ts';
import type { Write } from '../write/write.ts';
import { type ChargeRow, chargesById, insertChargeLike, joinCharge, type Membership, membershipsOf } from './charges.store.ts';

/** A bar that stays with a furnace run: its row, where it goes, and the run it is in afterwards: its own, or one that stands there. */
export interface ChargedMove {
  row: EntryRow;
  span: TaskSpan;
  facility: number | null;
  furnace_run: number;
}

/** Bars that go into one furnace run together. */
interface Group {
  wanted: ChargeRow;
  members: Membership[];
  moves: ChargedMove[];
}

const refuse = (text: string): never => {
  throw invalid({ furnace_run: [text] });
};

/**
 * Reads the furnace runs that bars go on in and refuses what cannot be: a bar in several runs, one that has begun, members that part, another treatment,
 * more than the furnace holds. Asked before the bars leave their runs; what it gives puts them into theirs again, afterwards.
 */
export async function chargesOf(write: Write, moves: readonly ChargedMove[]): Promise<() => Promise<void>> {
  const { trx, plan } = write;
  const going = moves.filter(({ row, span, facility }) => spanChanged(row, span) || facility !== row.facility);
  if (going.length === 0) return async () => {};
  const memberships = await membershipsOf(
    trx,
    plan,
    going.map(({ row }) => row.id),
  );
  const ids = [...going.map(({ furnace_run }) => furnace_run), ...memberships.map(({ furnace_run_id }) => furnace_run_id)];
  const runs = new Map((await chargesById(trx, plan, [...new Set(ids)])).map((run) => [run.id, run]));
  const groups = new Map<number, Group>();
  for (const move of going) {
    const own = memberships.filter(({ plan_entry_id }) => plan_entry_id === move.row.id);
    const [membership] = own;
    const wanted = runs.get(move.furnace_run);
    if (!wanted || !membership) throw conflict(TEXTS.charge_gone);
    if (own.length > 1) refuse(TEXTS.several_charges);
    const run = runs.get(membership.furnace_run_id)!;
    if (run.started || wanted.started) refuse(TEXTS.charge_begun);
    if (run.recipe !== wanted.recipe) refuse(TEXTS.other_treatment);
    const group = groups.get(wanted.id) ?? { wanted, members: [], moves: [] };
    group.members.push(membership);
    group.moves.push(move);
    groups.set(wanted.id, group);
  }
  const joins: { run: number; members: Membership[] }[] = [];
  for (const group of groups.values()) joins.push({ run: await runOf(write, group), members: group.members });
  return async () => {
    for (const { run, members } of joins) await joinCharge(trx, plan, run, members);
  };
}

/** The run that a group goes into: the one that it joins, or its own at the new place, which is a new one: what stays behind keeps the old. */
async function runOf({ trx, plan }: Write, { wanted, members, moves }: Group): Promise<number> {
  const [first] = moves as [ChargedMove, ...ChargedMove[]];
  if (first.facility === null || moves.some((move) => move.facility !== first.facility || spanChanged(spanRow(first), move.span)))
    refuse(TEXTS.charge_parts);
  if (members.every(({ furnace_run_id }) => furnace_run_id === wanted.id))
    return insertChargeLike(trx, plan, wanted.id, { facility: first.facility as number, ...first.span });
  const there = epochMs(first.span.start) === epochMs(wanted.run_start) && epochMs(first.span.end) === epochMs(wanted.run_end);
  if (!there || first.facility !== wanted.facility_id) refuse(TEXTS.charge_elsewhere);
  const coming = members.filter(({ furnace_run_id }) => furnace_run_id !== wanted.id);
  const sum = (field: 'weight' | 'volume'): number => coming.reduce((all, member) => all + member[field], wanted[field]);
  const [beyond] = loadConflicts({ ...wanted, weight: sum('weight'), volume: sum('volume') });
  if (beyond) refuse(conflictsSentence([beyond]));
  return wanted.id;
}

const spanRow = ({ span }: ChargedMove) => ({ start_date: span.start, end_date: span.end });
