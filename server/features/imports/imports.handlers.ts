import { answer, type Call, type Handlers, type OperationId } from '../../contract/handlers.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { Db } from '../../db/types.ts';
import { IMPORT_KINDS, type ImportKindName, importKind } from '../../domain/files/imports.ts';
import type { Repair } from '../../domain/files/issues.ts';
import { MAX_REPAIRS } from '../../domain/ground/constants.ts';
import { invalid, notFound } from '../../domain/ground/errors.ts';
import { type Clock, fileStamp } from '../../domain/ground/plant-time.ts';
import { HISTORY_TEXTS, STORE_TEXTS } from '../../domain/texts/files/imports.ts';
import { HTTP } from '../../domain/texts/program/http.ts';
import { workbookHeaders } from '../../files/headers.ts';
import type { Log } from '../../log.ts';
import type { ImportAnswer } from './answer.ts';
import { importHistory, leftOutFile, leftOutWorkbook } from './history.service.ts';
import { type ImportOptions, importFile, importRows } from './imports.service.ts';
import { historyPage } from './log.store.ts';
import { templateOf } from './template.ts';
import { lookAtUndo, undoImport } from './undo/undo.service.ts';

/** The operations of this feature: the imports of all kinds, their templates and their history. */
export type ImportOperation =
  | Extract<OperationId, `import${string}`>
  | 'getImportTemplate'
  | 'listImportHistory'
  | 'getImportHistory'
  | 'getLeftOutRows'
  | 'getLeftOutOfImports'
  | 'getImportUndo'
  | 'undoImport';

type ImportCall = Pick<Call<'importOrders'>, 'query' | 'fields' | 'file' | 'raw' | 'user'>;

/** The handlers of the imports. Each kind is a row of the table of kinds; none has code of its own here. */
export function importsHandlers({ db, clock, log }: { db: Db; clock: Clock; log?: Log }): Handlers<ImportOperation> {
  const run = (kind: ImportKindName) => async (call: ImportCall) => {
    const said = await runImport(db, clock, kind, call);
    if (said.imported !== undefined || call.query.dry_run !== 1) log?.info(lineOf(kind, call, said), 'import');
    return said;
  };
  const imports = Object.fromEntries(IMPORT_KINDS.map(({ name, operation }) => [operation, run(name)]));
  return {
    ...(imports as unknown as Handlers<Extract<OperationId, `import${string}`>>),
    listImportHistory: (call) => historyPage(db, OPERATIONS.listImportHistory.path, call.query),
    getImportHistory: (call) => importHistory(db, call.params.id),
    getLeftOutRows: async (call) => {
      const { name, bytes } = await leftOutFile(db, call.params.id);
      return answer(200, bytes, workbookHeaders(name));
    },
    getLeftOutOfImports: async (call) => {
      const bytes = await leftOutWorkbook(db, call.query.ids.split(',').map(Number));
      return answer(200, bytes, workbookHeaders(HISTORY_TEXTS.leftOutFile('', fileStamp(clock()))));
    },
    getImportUndo: (call) => lookAtUndo(db, call.params.id, { actor: call.user.employee_id, clock }),
    undoImport: async (call) => {
      const said = await undoImport(db, call.params.id, { actor: call.user.employee_id, clock });
      const { left_records: _, ...counts } = said;
      log?.info({ import: call.params.id, ...counts, user: call.user.employee_id }, 'import undone');
      return said;
    },
    getImportTemplate: async (call) => {
      const kind = importKind(call.params.kind);
      if (kind === undefined) throw notFound(HTTP.notFound);
      const { bytes, headers } = await templateOf(kind);
      return answer(200, bytes, headers);
    },
  };
}

/** One line of the log: what came of it. The sentences stand in the history: they quote cells. */
const lineOf = (kind: ImportKindName, call: ImportCall, said: ImportAnswer): object => ({
  kind,
  file: call.file?.name ?? call.query.file_name,
  imported: said.imported ?? 0,
  errors: said.error_count ?? said.errors.length,
  warnings: said.warning_count ?? said.warnings.length,
  left_out: said.left_out?.count ?? 0,
  user: call.user.employee_id,
});

async function runImport(db: Db, clock: Clock, kind: ImportKindName, call: ImportCall): Promise<ImportAnswer> {
  const options: ImportOptions = {
    actor: call.user.employee_id,
    clock,
    dryRun: call.query.dry_run === 1,
    skipBadRows: call.query.skip_bad_rows === 1,
    repairAll: call.query.repair === 1,
    asIs: call.query.as_is === 1,
    skipRows: readRowNumbers(call.fields.skip_rows),
    repairs: readRepairs(call.fields.repairs),
    sheet: call.fields.sheet,
  };
  if (call.file) return importFile(db, kind, call.file, options);
  return importRows(db, kind, call.raw ?? new Uint8Array(), {
    ...options,
    fileName: call.query.file_name,
    contentHash: call.query.content_hash,
  });
}

/** `12,13` as numbers. Throws a field error. */
function readRowNumbers(text: string | undefined): number[] {
  if (text === undefined || text.trim() === '') return [];
  const numbers = text.split(',').map(Number);
  if (!numbers.every(isRowNumber)) throw invalid({ skip_rows: [STORE_TEXTS.notRowNumbers] });
  return numbers;
}

/** A JSON list of `{row, field, from, to}`, as a dry run proposed them, or with `rows` in the place of `row`. Throws a field error. */
function readRepairs(text: string | undefined): Repair[] {
  if (text === undefined || text.trim() === '') return [];
  const list = parsed(text);
  if (!Array.isArray(list) || !list.every(isRepair) || countOf(list) > MAX_REPAIRS) throw invalid({ repairs: [STORE_TEXTS.notRepairs] });
  return list.flatMap(({ rows, row, ...repair }) => (rows ?? [row as number]).map((row) => ({ row, ...repair })));
}

const countOf = (list: readonly SentRepair[]): number => list.reduce((sum, { rows }) => sum + (rows?.length ?? 1), 0);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type SentRepair = Omit<Repair, 'row'> & { row?: number; rows?: readonly number[] };

const isRepair = (one: unknown): one is SentRepair => {
  const { row, rows, field, from, to } = (one ?? {}) as Record<keyof SentRepair, unknown>;
  const isPlace = rows === undefined ? isRowNumber(row) : row === undefined && Array.isArray(rows) && rows.every(isRowNumber);
  return isPlace && [field, from, to].every((text) => typeof text === 'string');
};

/** As the staged rows number themselves. */
const MAX_ROW = 2 ** 31 - 1;
const isRowNumber = (value: unknown): boolean => Number.isInteger(value) && (value as number) > 0 && (value as number) <= MAX_ROW;
