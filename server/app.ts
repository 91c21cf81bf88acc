import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Express } from 'express';
import type { Knex } from 'knex';
import type { Demo } from '../seeds/demo/index.ts';
import { loadDemo } from '../seeds/demo/load.ts';
import { ADMIN_DIR, type Config, VERSION } from './config.ts';
import type { Handlers } from './contract/handlers.ts';
import { backup } from './db/backup.ts';
import type { BackupContent } from './db/backup-file.ts';
import { type Database, openDatabase } from './db/connect.ts';
import { toDomainError } from './db/errors.ts';
import { eventFeed } from './db/events.ts';
import { idempotencyStore } from './db/idempotency.ts';
import { databaseFigures, FIGURE_NAMES } from './db/job-figures.ts';
import { type JobKinds, startJobWorker } from './db/job-worker.ts';
import { aloneInDatabase, type MigrationStatus, migrate, migrationStatus } from './db/migrate.ts';
import { usableFolder } from './db/process-lock.ts';
import { type Restored, restore } from './db/restore.ts';
import { refused } from './domain/errors.ts';
import type { ImportKindName } from './domain/imports.ts';
import type { Permission } from './domain/permissions.ts';
import { type Clock, instantAt } from './domain/plant-time.ts';
import { CLI } from './domain/texts/cli.ts';
import { calendarHandlers } from './features/calendar/calendar.handlers.ts';
import { eventsHandlers } from './features/events/events.handlers.ts';
import { type EventHub, eventHub } from './features/events/events.service.ts';
import { exportsHandlers } from './features/exports/exports.handlers.ts';
import * as exports from './features/exports/exports.service.ts';
import { figuresHandlers } from './features/figures/figures.handlers.ts';
import { type Figures, type FiguresQuery, plantFigures } from './features/figures/figures.service.ts';
import type { ImportAnswer } from './features/imports/answer.ts';
import {
  type ImportHistoryEntry,
  type ImportHistoryRow,
  importHistory,
  leftOutFile,
  newestImports,
} from './features/imports/history.service.ts';
import { importsHandlers } from './features/imports/imports.handlers.ts';
import { type ImportOptions, importFile } from './features/imports/imports.service.ts';
import { masterHandlers } from './features/master/master.handlers.ts';
import { nightlyHandlers } from './features/nightly/nightly.handlers.ts';
import * as nightly from './features/nightly/nightly.service.ts';
import { ordersHandlers } from './features/orders/orders.handlers.ts';
import { outsourcingHandlers } from './features/outsourcing/outsourcing.handlers.ts';
import { runsHandlers } from './features/runs/runs.handlers.ts';
import * as runs from './features/runs/runs.service.ts';
import { marksHandlers } from './features/schedule/marks.handlers.ts';
import { scheduleHandlers } from './features/schedule/schedule.handlers.ts';
import * as accounts from './features/session/accounts.service.ts';
import type { ProcessState } from './features/session/readiness.service.ts';
import { sessionHandlers } from './features/session/session.handlers.ts';
import * as session from './features/session/session.service.ts';
import { systemHandlers } from './features/session/system.handlers.ts';
import type { Calls } from './http/calls.ts';
import { createHttp } from './http/http.ts';
import { createMetrics } from './http/metrics.ts';
import { createLog, type Log } from './log.ts';

export { holdsDatabase } from './db/embedded.ts';

/** What the command line and the start of the server do, bound to one open database. */
export interface Services {
  clock: Clock;
  importFile(
    kind: ImportKindName,
    file: { name: string; bytes: Uint8Array },
    options: Omit<ImportOptions, 'actor' | 'clock'>,
  ): Promise<ImportAnswer>;
  /** The newest imports, at most so many. */
  importHistory(limit: number): Promise<ImportHistoryRow[]>;
  /** One import with its sentences. Throws not found. */
  importEntry(id: number): Promise<ImportHistoryEntry>;
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
  exports: ReturnType<typeof exports.exportServices>;
  nights: ReturnType<typeof nightly.nightServices>;
  /** The plant's figures of a period. */
  figures(query: FiguresQuery): Promise<Figures>;
}

/** The whole program, ready to serve. */
export interface App {
  http: Express;
  /** The calls under way. */
  calls: Calls;
  db: Knex;
  services: Services;
  /** Begins to measure the process itself, for /metrics. */
  watchProcess(): void;
  /** The process is about to stop: it says it is not ready, ends streams and gives its jobs back. Calls go on. */
  quiesce(): Promise<void>;
  close(): Promise<void>;
}

/** What a process answers that only works on jobs. */
const PROBES = ['getHealth', 'getReady'] as const;

const CLI_ACTOR = 'cli';

/** What the nights are worked with; undefined where no inbox is named. */
const nightSetting = ({ inboxDir, outboxDir, plantName }: Config): nightly.NightSetting | undefined =>
  inboxDir === undefined ? undefined : { folders: { inbox: inboxDir, outbox: outboxDir }, plantName };

/** Every kind of job and what works it. */
function jobKinds(config: Config): JobKinds {
  const night = nightSetting(config);
  return {
    schedule: runs.workRun,
    export: exports.exportWork({ plantName: config.plantName }),
    ...(night && { nightly: nightly.workNight(night) }),
  };
}

/** The present: the machine's clock, moved to another day where the configuration says so. */
export function clockOf(config: Pick<Config, 'today'>): Clock {
  if (config.today === undefined) return Date.now;
  const shift = Date.parse(instantAt(config.today, '07:00')) - Date.now();
  return () => Date.now() + shift;
}

/** The secret of the session tokens: the configured one, or one made on the first run and kept in DATA_DIR. */
function secretOf(config: Config): string {
  if (config.secret !== undefined) return config.secret;
  const path = join(config.dataDir, 'secret');
  usableFolder(config.dataDir);
  if (!existsSync(path)) writeFileSync(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  return readFileSync(path, 'utf8');
}

function servicesOf(db: Knex, config: Config, log: Log): Services {
  const clock = clockOf(config);
  const isEmpty = async (): Promise<boolean> => (await accounts.countEmployees(db)) === 0;
  return {
    clock,
    importFile: (kind, file, options) => importFile(db, kind, file, { ...options, actor: CLI_ACTOR, clock }),
    importHistory: (limit) => newestImports(db, limit),
    importEntry: (id) => importHistory(db, id),
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
    exports: exports.exportServices({ db, clock, log, plantName: config.plantName }),
    nights: nightly.nightServices({ db, clock, log }, nightSetting(config)),
    figures: (query) => plantFigures(db, clock, query),
  };
}

function handlersOf(
  db: Knex,
  clock: Clock,
  secret: string,
  { publicUrl, plantName }: Config,
  side: { hub: EventHub; state: ProcessState; log: Log },
): Handlers {
  return {
    ...systemHandlers({ db, state: side.state }),
    ...sessionHandlers({ db, clock, secret, publicUrl }),
    ...masterHandlers({ db, clock }),
    ...calendarHandlers({ db, clock }),
    ...ordersHandlers({ db, clock }),
    ...importsHandlers({ db, clock, log: side.log }),
    ...scheduleHandlers({ db }),
    ...outsourcingHandlers({ db, clock }),
    ...runsHandlers({ db, clock }),
    ...exportsHandlers({ db, clock, plantName }),
    ...marksHandlers({ db, clock }),
    ...eventsHandlers(side.hub),
    ...nightlyHandlers({ db }),
    ...figuresHandlers({ db, clock }),
  };
}

const openFor = (config: Config): Promise<Database> => openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir });

/** The HTTP side of a process: everything, or for one that only works on jobs health, readiness and metrics. */
function httpOf(config: Config, side: { db: Knex; clock: Clock; log: Log; state: ProcessState; hub: EventHub }) {
  const { db, clock, log } = side;
  const secret = secretOf(config);
  const onlyJobs = config.role === 'worker';
  const { role, metricsToken: token } = config;
  const metrics = createMetrics({ version: VERSION, role, token, names: FIGURE_NAMES, read: () => databaseFigures(db) });
  const { http, calls } = createHttp({
    handlers: handlersOf(db, clock, secret, config, side),
    resolveUser: (bearer) => session.resolveUser(db, bearer, { clock, secret }),
    validateResponses: !config.production,
    idempotency: idempotencyStore(db),
    adminDir: onlyJobs ? undefined : ADMIN_DIR,
    only: onlyJobs ? PROBES : undefined,
    clock,
    log,
    metrics,
    trustProxy: config.trustProxy,
    translateError: toDomainError,
  });
  return { http, calls, watchProcess: metrics.watchProcess };
}

/** Opens the database, brings its schema up to date and puts the program together. The caller closes it. */
export async function createApp(config: Config, log: Log = createLog(config.logLevel)): Promise<App> {
  const database = await openFor(config);
  const db = database.knex;
  try {
    await migrate(db);
    const clock = clockOf(config);
    const state: ProcessState = { stopping: false, dataDir: database.embedded ? config.dataDir : undefined, worker: undefined };
    const feed = eventFeed(database.session, log);
    const hub = eventHub({ db, clock, feed });
    const side = httpOf(config, { db, clock, log, state, hub });
    const isWorker = config.role !== 'api';
    const worker = isWorker ? startJobWorker(jobKinds(config), { db, clock, log, swept: () => nightly.endCutOff(db) }) : undefined;
    const timetable = isWorker ? nightly.startTimetable({ db, clock, log, cron: config.inboxDir && config.nightlyCron }) : undefined;
    state.worker = worker;
    await timetable?.ready;
    let quiet: Promise<void> | undefined;
    const quiesce = (): Promise<void> => {
      state.stopping = true;
      hub.end();
      side.calls.stop();
      quiet ??= Promise.all([timetable?.stop(), worker?.stop()]).then(() => undefined);
      return quiet;
    };
    const close = async (): Promise<void> => {
      await quiesce();
      await feed.close();
      await database.close();
    };
    return { ...side, db, services: servicesOf(db, config, log), quiesce, close };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Runs a command over an open, migrated database and closes it again. */
export async function withServices<Result>(config: Config, work: (services: Services) => Promise<Result>): Promise<Result> {
  const database = await openFor(config);
  try {
    await migrate(database.knex);
    return await work(servicesOf(database.knex, config, createLog(config.logLevel)));
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
  const { knex, close } = await openFor(config);
  const made = { program: VERSION, now_ms: clockOf(config)() };
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
