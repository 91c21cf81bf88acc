import type { Knex } from 'knex';
import type { Demo } from '../seeds/demo/index.ts';
import { loadDemo } from '../seeds/demo/load.ts';
import { type Config, VERSION } from './config.ts';
import { backup } from './db/backup/backup.ts';
import type { BackupContent } from './db/backup/backup-file.ts';
import { type Restored, restore } from './db/backup/restore.ts';
import { type Database, type DatabaseOptions, openDatabase } from './db/connect.ts';
import { toDomainError } from './db/errors.ts';
import { PUBLISHED, rowOf } from './db/plan.ts';
import { aloneInDatabase, type MigrationStatus, migrate, migrationStatus } from './db/schema/migrate.ts';
import type { ImportKindName } from './domain/files/imports.ts';
import { notFound, refused } from './domain/ground/errors.ts';
import type { Permission } from './domain/ground/permissions.ts';
import { type Clock, instantAt } from './domain/ground/plant-time.ts';
import { NIGHT_TEXTS } from './domain/texts/nightly.ts';
import { CLI } from './domain/texts/program/cli.ts';
import { databaseTexts } from './domain/texts/program/database.ts';
import * as exports from './features/exports/exports.service.ts';
import { type Figures, type FiguresQuery, plantFigures } from './features/figures/figures.service.ts';
import type { ImportAnswer } from './features/imports/answer.ts';
import {
  type ImportHistoryEntry,
  type ImportHistoryRow,
  importHistory,
  leftOutFile,
  leftOutWorkbook,
  newestImports,
} from './features/imports/history.service.ts';
import { type ImportOptions, importFile } from './features/imports/imports.service.ts';
import { lookAtUndo, type UndoAnswer, undoImport } from './features/imports/undo/undo.service.ts';
import * as nightly from './features/nightly/nightly.service.ts';
import * as promises from './features/promises/promises.service.ts';
import * as runs from './features/runs/ask/runs.service.ts';
import { deskOf } from './features/runs/desk/desk.service.ts';
import { listMessages, type ShownMessage } from './features/runs/runs.store.ts';
import { type KeptReport, reportOfPlan } from './features/runs/story/report.store.ts';
import { stalenessOf, staleOf } from './features/runs/story/stale.service.ts';
import { adoptPlan } from './features/schedule/steps/adopt.service.ts';
import * as accounts from './features/session/accounts.service.ts';
import { refusePlantName } from './features/session/passwords.service.ts';
import { kindOfFile } from './files/recognize.ts';
import { createLog, type Log } from './log.ts';

export { checkBackupFile } from './db/backup/backup-file.ts';
export { holdsDatabase } from './db/postgres/embedded.ts';

/** What a run did. */
export interface RunOutcome extends Pick<KeptReport, 'id' | 'report' | 'alternatives'> {
  messages: Pick<ShownMessage, 'level' | 'code' | 'message'>[];
}

const MOST_MESSAGES = 5_000;
/** No employee: whether anybody has closed the report does not matter here. */
const NOBODY = 0;

/** What the newest complete run did; undefined where there is none. */
async function runOutcome(db: Knex): Promise<RunOutcome | undefined> {
  const kept = await reportOfPlan(db, PUBLISHED, NOBODY);
  if (!kept) return undefined;
  const { id } = await rowOf(db, PUBLISHED);
  const { rows } = await listMessages(db, id, { limit: MOST_MESSAGES, offset: 0 });
  return { id: kept.id, report: kept.report, alternatives: kept.alternatives, messages: rows };
}

/** What the command line and the start of the server do, bound to one open database. */
export interface Services {
  clock: Clock;
  importFile(
    kind: ImportKindName,
    file: { name: string; bytes: Uint8Array },
    options: Omit<ImportOptions, 'actor' | 'clock'>,
  ): Promise<ImportAnswer>;
  /** The kind of import that a file is, by its headers; undefined where it is none. Throws refused where it cannot be read. */
  kindOfFile(file: { name: string; bytes: Uint8Array }): ImportKindName | undefined;
  /** The rows that several imports left out, a sheet each. Throws not found where none did. */
  leftOutOfAll(ids: readonly number[]): Promise<Uint8Array>;
  /** The newest imports, at most so many. */
  importHistory(limit: number): Promise<ImportHistoryRow[]>;
  /** One import with its sentences. Throws not found. */
  importEntry(id: number): Promise<ImportHistoryEntry>;
  /** Takes an import back, or says what would come of it. Throws not found, and a conflict where it cannot be. */
  undoImport(id: number, options: { dryRun: boolean }): Promise<UndoAnswer>;
  /** The rows that an import left out, as a workbook. Throws not found. */
  leftOutFile(id: number): Promise<{ name: string; bytes: Uint8Array }>;
  addEmployee(employee: {
    employee_id: string;
    name: string;
    permission: Permission;
    password?: string | undefined;
  }): Promise<{ password: string }>;
  resetPassword(employeeId: string, password?: string): Promise<{ password: string }>;
  listEmployees(): Promise<{ employee_id: string; name: string; permission: Permission }[]>;
  /** Fills an empty database. Throws refused where it is not empty. */
  loadDemo(demo: Demo, options?: { partners?: boolean }): Promise<void>;
  /** Whether nothing at all has been entered yet. */
  isEmpty(): Promise<boolean>;
  runs: ReturnType<typeof runs.runServices>;
  /** What the newest complete run did. */
  runOutcome(): Promise<RunOutcome | undefined>;
  /** Publishes another of the plans that the run of the published one offers, by its number. Throws not found, and a conflict once the plan has been changed. */
  adoptOffered(number: number): Promise<void>;
  exports: ReturnType<typeof exports.exportServices>;
  nights: ReturnType<typeof nightly.nightServices>;
  promises: {
    /** Asks when something could ship; waits until nothing better will be found. Throws invalid. */
    ask(question: promises.Question): Promise<promises.Promised>;
  };
  /** The plant's figures of a period. */
  figures(query: FiguresQuery): Promise<Figures>;
}

/** The present: the machine's clock, moved to another day where the configuration says so. */
function clockOf(config: Pick<Config, 'today'>): Clock {
  if (config.today === undefined) return Date.now;
  const [date, time = '07:00'] = config.today.split('T');
  const shift = Date.parse(instantAt(date!, time)) - Date.now();
  return () => Date.now() + shift;
}

const CLI_ACTOR = 'cli';

/** What the nights are worked with; undefined where no inbox is named. */
export const nightSetting = ({ inboxDir, outboxDir, plantName }: Config): nightly.NightSetting | undefined =>
  inboxDir === undefined ? undefined : { folders: { inbox: inboxDir, outbox: outboxDir }, plantName };

/** Whether the folders of the nights can be used. Throws refused where no inbox is named. */
export async function nightFolders(config: Config): Promise<nightly.NightFolder[]> {
  const setting = nightSetting(config);
  if (!setting) throw refused(NIGHT_TEXTS.notConfigured);
  return nightly.lookAtFolders(setting.folders);
}

/** The database that the configuration names, and the clock by which it is told. The caller closes it. */
export async function openFor(
  config: Config,
  options: Pick<DatabaseOptions, 'waitForAbsent' | 'onWait' | 'signal'> = {},
): Promise<Database & { clock: Clock }> {
  const { databaseUrl, dataDir, plantName } = config;
  refusePlantName(plantName);
  const clock = clockOf(config);
  return { ...(await openDatabase({ databaseUrl, dataDir, clockAheadMs: clock() - Date.now(), ...options })), clock };
}

/** The services over an open, migrated database. */
export function servicesOf({ knex: db, clock }: { knex: Knex; clock: Clock }, config: Config, log: Log): Services {
  const isEmpty = async (): Promise<boolean> => (await accounts.countEmployees(db)) === 0;
  return {
    clock,
    importFile: (kind, file, options) => importFile(db, kind, file, { ...options, actor: CLI_ACTOR, clock }),
    kindOfFile: ({ name, bytes }) => kindOfFile(name, bytes),
    leftOutOfAll: (ids) => leftOutWorkbook(db, ids),
    importHistory: (limit) => newestImports(db, limit),
    importEntry: (id) => importHistory(db, id),
    undoImport: (id, { dryRun }) => (dryRun ? lookAtUndo : undoImport)(db, id, { actor: CLI_ACTOR, clock }),
    leftOutFile: (id) => leftOutFile(db, id),
    addEmployee: (employee) => accounts.createEmployeeAccount(db, employee, { actor: CLI_ACTOR }),
    resetPassword: (employeeId, password) => accounts.resetPassword(db, employeeId, password, { actor: CLI_ACTOR }),
    listEmployees: () => accounts.listAccounts(db),
    isEmpty,
    loadDemo: async (demo, options = {}) => {
      if (!(await isEmpty())) throw refused(CLI.demoNotEmpty);
      await loadDemo(db, demo, { clock, ...options });
    },
    runs: runs.runServices({ db, clock, log }),
    adoptOffered: async (number) => {
      const offered = (await runOutcome(db))?.alternatives.find(({ id }) => id === number);
      if (!offered?.plan) throw notFound(databaseTexts.notFound);
      const author = { user: { employee_id: CLI_ACTOR }, operation: 'adoptPlan', clock };
      const { id: from } = await rowOf(db, PUBLISHED);
      await adoptPlan(db, author, { plan: offered.plan, from, staleOf: (id) => staleOf(db, stalenessOf(db), id) }, async () => undefined);
    },
    runOutcome: () => runOutcome(db),
    exports: exports.exportServices({ db, clock, log, plantName: config.plantName }),
    promises: { ask: (question) => promises.askPromise({ db, clock, desk: deskOf(db, 0) }, question, { actor: CLI_ACTOR, wait: true }) },
    nights: nightly.nightServices({ db, clock, log }, nightSetting(config)),
    figures: (query) => plantFigures(db, PUBLISHED, clock, query),
  };
}

/** Runs a command over an open, migrated database and closes it again. */
export async function withServices<Result>(config: Config, work: (services: Services) => Promise<Result>): Promise<Result> {
  const database = await openFor(config);
  try {
    await migrate(database.knex);
    return await work(servicesOf(database, config, createLog(config.logLevel)));
  } catch (error) {
    throw toDomainError(error);
  } finally {
    await database.close();
  }
}

/** Runs a command on the schema itself. */
export async function withDatabase<Result>(
  config: Config,
  work: (database: {
    migrate(): Promise<string[]>;
    migrationStatus(): Promise<MigrationStatus>;
    backup(path: string): Promise<BackupContent>;
    /** `safety`: where data that is there goes first; without it only an empty database is filled. */
    restore(path: string, safety: string | undefined): Promise<Restored>;
  }) => Promise<Result>,
): Promise<Result> {
  const { knex, clock, close } = await openFor(config);
  const made = { program: VERSION, now_ms: clock() };
  try {
    return await work({
      migrate: () => migrate(knex),
      migrationStatus: () => migrationStatus(knex),
      backup: (path) => backup(knex, path, made),
      restore: async (path, safety) => {
        await aloneInDatabase(knex);
        return restore(knex, path, { ...made, safety });
      },
    });
  } catch (error) {
    throw toDomainError(error);
  } finally {
    await close();
  }
}
