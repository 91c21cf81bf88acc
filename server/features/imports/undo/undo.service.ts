import type { Knex } from 'knex';
import { closeAudit, openAudit } from '../../../db/audit.ts';
import { beginBulk, inBulkTurn, inLookingTurn } from '../../../db/bulk.ts';
import { transaction } from '../../../db/errors.ts';
import { takeLock } from '../../../db/locks.ts';
import { type Plan, PUBLISHED } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import { type ImportKindName, importKind } from '../../../domain/files/imports.ts';
import { MAX_IMPORT_MESSAGES, UNDO_IMPORT_DAYS } from '../../../domain/ground/constants.ts';
import { conflict, notFound, refused } from '../../../domain/ground/errors.ts';
import { codeKey } from '../../../domain/ground/fold.ts';
import { type Clock, formatInstant, plantDate } from '../../../domain/ground/plant-time.ts';
import { STORE_TEXTS } from '../../../domain/texts/files/imports.ts';
import { UNDO_TEXTS } from '../../../domain/texts/files/undo.ts';
import { HTTP } from '../../../domain/texts/program/http.ts';
import { rememberAfterImport } from '../../figures/remember.service.ts';
import { followTasks } from '../after.store.ts';
import { changesCompleted, DEPENDENTS } from '../effects.store.ts';
import { logImport } from '../log.store.ts';
import {
  admins,
  type Counts,
  countBack,
  emptyLots,
  foldProducts,
  forgetReceptions,
  formerProducts,
  giveBack,
  type Imported,
  importedEntry,
  type LeftRecord,
  LOTS_BACK,
  layOut,
  leftRecords,
  planStands,
  putBack,
  recordBack,
  removeAdded,
  touchOwners,
} from './undo.store.ts';

/** What taking an import back does, or has done. */
export interface UndoAnswer extends Counts {
  /** The first of those that are left as they are. */
  left_records: LeftRecord[];
  /** Imports of the same kind that came after it and stand. */
  later: number;
  /** The entry of the history that says so; null of what is only looked at. */
  import_id: number | null;
}

interface By {
  actor: string;
  clock: Clock;
}

/** Thrown to leave the transaction without a trace, with the answer all the same. */
class Looked {
  readonly answer: UndoAnswer;
  constructor(answer: UndoAnswer) {
    this.answer = answer;
  }
}

/** What taking an import back would do. Throws not found, and a conflict that says why it cannot be taken back. */
export const lookAtUndo = async (db: Db, id: number, by: By): Promise<UndoAnswer> =>
  inLookingTurn(async () => {
    try {
      return await transaction(db, async (trx) => {
        throw new Looked(await takeBack(trx, PUBLISHED, await undoable(trx, id, false), by));
      });
    } catch (error) {
      if (error instanceof Looked) return error.answer;
      throw error;
    }
  });

/**
 * Takes an import back: each record becomes what it was before, in one transaction. What was changed since, or is used by now, is left and named. Throws not found,
 * and a conflict that says why it cannot be taken back.
 */
export const undoImport = async (db: Db, id: number, by: By): Promise<UndoAnswer> =>
  inBulkTurn(() =>
    transaction(db, async (trx) => {
      const entry = await undoable(trx, id, true);
      const operation = 'undoImport';
      const { kind } = entry;
      const part_of = await openAudit(trx, { actor: by.actor, operation, kind: entry.table, key: entry.file_name });
      const answer = await takeBack(trx, PUBLISHED, entry, by);
      const tables = await recordBack(trx, { actor: by.actor, operation, part_of });
      const rows = answer.restored + answer.removed + answer.returned;
      const warnings = answer.left_records.map(({ table, key, reason }) => UNDO_TEXTS.left(table, key, reason));
      const import_id = await logImport(
        trx,
        {
          actor: by.actor,
          kind,
          file_name: entry.file_name,
          content_hash: '',
          refused: false,
          row_count: rows,
          counts: { new: answer.returned, changed_count: answer.restored, unchanged: 0, deleted: answer.removed },
          errors: [],
          error_count: 0,
          warnings: [UNDO_TEXTS.undone(formatInstant(entry.at)), ...warnings],
          warning_count: answer.left,
          audit_id: part_of,
          undoes: id,
        },
        { headers: [], rows: [] },
      );
      await closeAudit(trx, part_of, rows > 0 ? { rows, tables } : null);
      return { ...answer, import_id };
    }),
  );

type Undoable = Imported & { kind: ImportKindName; audit_id: number };

async function undoable(trx: Knex.Transaction, id: number, writes: boolean): Promise<Undoable> {
  await beginBulk(trx, writes);
  const entry = await importedEntry(trx, id, UNDO_IMPORT_DAYS, writes);
  if (entry === undefined || importKind(entry.kind) === undefined) throw notFound(HTTP.notFound);
  if (entry.undone) throw conflict(UNDO_TEXTS.already);
  if (entry.undoes !== null) throw conflict(UNDO_TEXTS.isUndo);
  if (entry.refused) throw conflict(UNDO_TEXTS.nothing);
  if (entry.passed) throw conflict(UNDO_TEXTS.passed(UNDO_IMPORT_DAYS));
  if (entry.audit_id === null) throw conflict(UNDO_TEXTS.nothing);
  return entry as Undoable;
}

/** The tables that imports fill, children first: what was added goes in this order, what was and is no more comes back in the other. */
const TABLES = [
  ...['kept_promises', 'holidays', 'demoldings', 'product_processings', 'heat_treatments', 'facility_tasks', 'order_tasks', 'castings'],
  ...['lots', 'orders', 'products', 'employees', 'outsourcings', 'facilities', 'tasks'],
];
/** The records that a version of another counts. */
const OWNED = [
  { table: 'facility_tasks', owner: 'facilities', column: 'facility_id' },
  ...['heat_treatments', 'product_processings', 'demoldings'].map((table) => ({ table, owner: 'products', column: 'product_id' })),
];

async function takeBack(trx: Knex.Transaction, plan: Plan, { id, kind, audit_id, later }: Undoable, { clock }: By): Promise<UndoAnswer> {
  if (kind === 'employees') await takeLock(trx, 'admins');
  const before = await admins(trx);
  const touched = await layOut(trx, audit_id);
  const tables = TABLES.filter((table) => touched.has(table));
  await foldProducts(trx, Object.fromEntries((await formerProducts(trx)).map((code) => [code, codeKey(code)])));
  // Orders let go of the products that the import gave them, before these go.
  if (touched.has('products')) await giveBack(trx, 'orders', 'effects');
  for (const table of tables) await removeAdded(trx, plan, table);
  if (touched.has('order_tasks')) await forgetReceptions(trx);
  for (const table of tables.toReversed()) {
    await giveBack(trx, table, 'file');
    await giveBack(trx, table, 'effects');
    await putBack(trx, table);
  }
  for (const owned of OWNED) if (touched.has(owned.table)) await touchOwners(trx, owned);
  if (touched.has('order_tasks')) await followTasks(trx, LOTS_BACK);
  // Bars of a plan that has been made anew since have lost their place.
  const places = await planStands(trx, plan, id);
  const hanging = Object.keys(DEPENDENTS).filter((table) => touched.has(table) && (places || table.startsWith('outsourcing_')));
  for (const table of hanging) await putBack(trx, table);
  if (changesCompleted(kind)) {
    await removeAdded(trx, plan, 'completed_orders');
    await giveBack(trx, 'completed_orders', 'effects');
    await putBack(trx, 'completed_orders');
    await rememberAfterImport(trx, plan, 'order-tasks', plantDate(clock()));
  }
  if (before > 0 && (await admins(trx)) === 0) throw refused(STORE_TEXTS.lastAdmin);
  const [counts, left, empty] = [await countBack(trx), await leftRecords(trx), await emptyLots(trx)];
  const left_records = [...left, ...empty].slice(0, MAX_IMPORT_MESSAGES);
  return { ...counts, left: counts.left + empty.length, left_records, later, import_id: null };
}
