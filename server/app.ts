import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Express } from 'express';
import type { Knex } from 'knex';
import { ADMIN_DIR, type Config, VERSION } from './config.ts';
import type { Handlers } from './contract/handlers.ts';
import { namedSilence, type Waiting } from './db/connect.ts';
import { toDomainError } from './db/errors.ts';
import { eventFeed } from './db/events.ts';
import { idempotencyStore } from './db/idempotency.ts';
import { databaseFigures, FIGURE_NAMES } from './db/jobs/figures.ts';
import { type JobKinds, startJobWorker } from './db/jobs/worker.ts';
import { usableFolder } from './db/postgres/process-lock.ts';
import { secretOfFile } from './db/postgres/secret-file.ts';
import { migrate } from './db/schema/migrate.ts';
import type { Clock } from './domain/ground/plant-time.ts';
import { calendarHandlers } from './features/calendar/calendar.handlers.ts';
import { eventsHandlers } from './features/events/events.handlers.ts';
import { type EventHub, eventHub } from './features/events/events.service.ts';
import { exportsHandlers } from './features/exports/exports.handlers.ts';
import * as exports from './features/exports/exports.service.ts';
import { figuresHandlers } from './features/figures/figures.handlers.ts';
import { importsHandlers } from './features/imports/imports.handlers.ts';
import { masterHandlers } from './features/master/master.handlers.ts';
import { nightlyHandlers } from './features/nightly/nightly.handlers.ts';
import * as nightly from './features/nightly/nightly.service.ts';
import { nightAge } from './features/nightly/timetable.ts';
import { ordersHandlers } from './features/orders/orders.handlers.ts';
import { outsourcingHandlers } from './features/outsourcing/outsourcing.handlers.ts';
import { expirePromises } from './features/promises/keep.service.ts';
import { promisesHandlers } from './features/promises/promises.handlers.ts';
import { proposalsHandlers } from './features/proposals/proposals.handlers.ts';
import { beforeProposals, workProposals } from './features/proposals/proposals.service.ts';
import * as runs from './features/runs/ask/runs.service.ts';
import { workScenario } from './features/runs/ask/scenario-runs.service.ts';
import { type Standing, standingOf } from './features/runs/misfits/misfits.service.ts';
import { runsHandlers } from './features/runs/runs.handlers.ts';
import { scenariosHandlers } from './features/scenarios/scenarios.handlers.ts';
import { overviewHandlers } from './features/schedule/overview/overview.handlers.ts';
import { plansHandlers } from './features/schedule/plans/plans.handlers.ts';
import { scheduleHandlers } from './features/schedule/schedule.handlers.ts';
import { marksHandlers } from './features/schedule/shop-floor/marks.handlers.ts';
import { attemptClaims } from './features/session/attempts.service.ts';
import type { ProcessState } from './features/session/readiness.service.ts';
import { sessionHandlers } from './features/session/session.handlers.ts';
import * as session from './features/session/session.service.ts';
import { systemHandlers } from './features/session/system.handlers.ts';
import { terminalsHandlers } from './features/terminals/terminals.handlers.ts';
import { isOfTerminal, resolveTerminal } from './features/terminals/terminals.service.ts';
import { workHandlers } from './features/work/work.handlers.ts';
import type { Calls } from './http/calls.ts';
import { createHttp } from './http/http.ts';
import { createMetrics, type Reading } from './http/metrics.ts';
import { createLog, type Log } from './log.ts';
import { nightSetting, openFor, type Services, servicesOf } from './services.ts';

/** The whole program, ready to serve. */
export interface App {
  http: Express;
  /** The calls under way. */
  calls: Calls;
  db: Knex;
  services: Services;
  /** The start is over: from now on calls wait for the database no longer than calls do. */
  started(): void;
  /** The same error, naming the database where that does not answer; `began`: of performance.now(). */
  named(error: unknown, began: number): unknown;
  /** Begins to measure the process itself, for /metrics. */
  watchProcess(): void;
  /** The process is about to stop: it says it is not ready, ends streams and gives its jobs back. Calls go on. */
  quiesce(): Promise<void>;
  close(): Promise<void>;
}

/** The answers of a process that only works on jobs. */
const PROBES = ['getHealth', 'getReady'] as const;

/** What monitoring is told beside the figures of the database. */
const OWN_FIGURES = {
  planner_event_streams: 'Open streams of events of this process.',
  planner_uploads: 'Uploads of this process that are read or wait for it; twelve at most, the next is turned away with 503.',
  planner_desk_bytes: 'Memory of the thread that keeps what it has read of plans; 0 while there is none.',
  planner_night_age_seconds: 'Since the newest complete night ended, or since nights are kept; absent where no timetable is kept.',
};

/** Every kind of job and what works it. */
function jobKinds(config: Config): JobKinds {
  const night = nightSetting(config);
  return {
    schedule: config.proposalSeconds > 0 ? beforeProposals(runs.workRun) : runs.workRun,
    scenario: workScenario,
    ...(config.proposalSeconds > 0 && { proposals: workProposals({ seconds: config.proposalSeconds }) }),
    export: exports.exportWork({ plantName: config.plantName }),
    ...(night && { nightly: nightly.workNight(night) }),
  };
}

/** The secret of the session tokens: the configured one, or one made on the first run and kept in DATA_DIR. */
function secretOf(config: Config): string {
  if (config.secret !== undefined) return config.secret;
  usableFolder(config.dataDir);
  return secretOfFile(join(config.dataDir, 'secret'), () => randomBytes(48).toString('base64url'));
}

function handlersOf(
  db: Knex,
  clock: Clock,
  secret: string,
  { publicUrl, plantName, landing }: Config,
  side: { hub: EventHub; state: ProcessState; log: Log; standing: Standing },
): Handlers {
  const { standing } = side;
  return {
    ...systemHandlers({ db, state: side.state }),
    ...sessionHandlers({ db, clock, secret, publicUrl, landing }),
    ...masterHandlers({ db, clock }),
    ...calendarHandlers({ db, clock }),
    ...ordersHandlers({ db, clock }),
    ...importsHandlers({ db, clock, log: side.log }),
    ...scheduleHandlers({ db, clock, judge: standing.judge }),
    ...overviewHandlers({ db, clock, standing }),
    ...plansHandlers({ db, clock, standing }),
    ...promisesHandlers({ db, clock, desk: standing.desk }),
    ...scenariosHandlers({ db, clock }),
    ...proposalsHandlers({ db, clock }),
    ...outsourcingHandlers({ db, clock }),
    ...runsHandlers({ db, clock, standing }),
    ...exportsHandlers({ db, clock, plantName }),
    ...marksHandlers({ db, clock }),
    ...terminalsHandlers({ db, clock }),
    ...eventsHandlers(side.hub),
    ...nightlyHandlers({ db }),
    ...workHandlers({ db }),
    ...figuresHandlers({ db, clock }),
  };
}

/** The HTTP side of a process: everything, or for one that only works on jobs health, readiness and metrics. */
function httpOf(config: Config, side: { db: Knex; clock: Clock; log: Log; state: ProcessState; hub: EventHub; standing: Standing }) {
  const { db, clock, log, hub } = side;
  const secret = secretOf(config);
  const onlyJobs = config.role === 'worker';
  const { role, metricsToken: token } = config;
  const userOfToken = session.userOfToken(db, { clock, secret });
  const names = { ...FIGURE_NAMES, ...OWN_FIGURES };
  const read = async (): Promise<Reading[]> => {
    const [age, ofDatabase] = await Promise.all([nightAge(db, Date.now()).catch(() => undefined), databaseFigures(db)]);
    return [
      ...ofDatabase,
      { name: 'planner_event_streams', value: hub.count() },
      { name: 'planner_uploads', value: uploads.inside },
      { name: 'planner_desk_bytes', value: side.standing.desk.heap() },
      ...(age === undefined ? [] : [{ name: 'planner_night_age_seconds', value: age }]),
    ];
  };
  const metrics = createMetrics({ version: VERSION, role, token, names, read });
  const { http, calls, uploads } = createHttp({
    handlers: handlersOf(db, clock, secret, config, side),
    resolveUser: (bearer) => (isOfTerminal(bearer) ? resolveTerminal(db, bearer, clock) : userOfToken(bearer)),
    validateResponses: !config.production,
    idempotency: idempotencyStore(db),
    limits: attemptClaims({ db, clock }),
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

/** Opens the database, brings its schema up to date and puts the program together. The caller closes it. `signal` ends the waiting for the database: its reason is thrown. */
export async function createApp(config: Config, log: Log = createLog(config.logLevel), signal?: AbortSignal): Promise<App> {
  const began = performance.now();
  const onWait = ({ place, ...waiting }: Waiting): void => log.warn({ database: place, ...waiting }, 'waiting for the database');
  const database = await openFor(config, { waitForAbsent: true, onWait, signal });
  const named = (error: unknown, since: number): unknown => namedSilence(error, database.place, since);
  const { knex: db, clock } = database;
  try {
    await migrate(db);
    const state: ProcessState = { stopping: false, dataDir: database.embedded ? config.dataDir : undefined, worker: undefined };
    const feed = eventFeed(database.session, log);
    const hub = eventHub({ db, clock, feed });
    const standing = standingOf({ db, clock, log });
    const side = httpOf(config, { db, clock, log, state, hub, standing });
    const isWorker = config.role !== 'api';
    const worker = isWorker
      ? startJobWorker(jobKinds(config), { db, clock, log, swept: () => nightly.endCutOff(db), hourly: () => expirePromises(db, clock) })
      : undefined;
    const timetable = isWorker ? nightly.startTimetable({ db, clock, log, cron: config.inboxDir && config.nightlyCron }) : undefined;
    state.worker = worker;
    const night = isWorker ? nightSetting(config) : undefined;
    if (night) void nightly.warnOfFolders(night.folders, log);
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
      await standing.desk.close();
      await feed.close();
      await database.close();
    };
    return { ...side, db, services: servicesOf(database, config, log), named, started: database.started, quiesce, close };
  } catch (error) {
    await database.close();
    throw named(error, began);
  }
}
