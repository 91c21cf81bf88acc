import { existsSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DEMO_PASSWORD, generateDemo } from '../seeds/demo/index.ts';
import { createApp } from './app.ts';
import { ADMIN_DIR, type Config, VERSION } from './config.ts';
import { lockDataDir } from './db/postgres/embedded.ts';
import { usableFolder } from './db/postgres/process-lock.ts';
import { secretOfFile } from './db/postgres/secret-file.ts';
import { alone } from './db/schema/migrate.ts';
import { refused } from './domain/ground/errors.ts';
import { plantDate } from './domain/ground/plant-time.ts';
import { CLI } from './domain/texts/program/cli.ts';
import { makePassword } from './features/session/passwords.service.ts';
import { SERVER_OPTIONS } from './http/http.ts';
import { createLog } from './log.ts';
import type { Services } from './services.ts';

const FIRST_ADMIN = '1001';
const STOP_WITHIN_MS = 15_000;
/** Calls under way have so long; then comes the database's own end. */
const FINISH_WITHIN_MS = 11_000;
const SECRET_HINT = 'SECRET is not set: tokens of this process are worth nothing in another one; give all processes the same';

/** A running server. */
export interface Serving {
  address: string;
  /** Stops accepting, lets calls finish, gives jobs back, closes the database. */
  stop(): Promise<void>;
}

const say = (sentence: string): boolean => process.stdout.write(`${sentence}\n`);

/** An empty database gets the demo foundry, or a first master_admin whose password stands in a file of DATA_DIR: a log is read by many. */
async function firstContent(config: Config, services: Services): Promise<void> {
  if (!(await services.isEmpty())) return;
  if (config.demo) {
    await services.loadDemo(generateDemo({ today: plantDate(services.clock()) }), { partners: true });
    say(CLI.demoUsers(DEMO_PASSWORD));
    return;
  }
  usableFolder(config.dataDir);
  const file = join(config.dataDir, 'first-admin.password');
  // Written before anybody has it: where that fails nobody is there yet, and the next start begins anew.
  rmSync(file, { force: true });
  const password = secretOfFile(file, makePassword);
  await services.addEmployee({ employee_id: FIRST_ADMIN, name: CLI.firstAdminName, permission: 'master_admin', password });
  say(CLI.firstAdmin(FIRST_ADMIN, file));
}

function listen(server: Server, { host, port }: Config): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code = '' }: NodeJS.ErrnoException) =>
      reject(refused(code === 'EADDRINUSE' ? CLI.portTaken(port) : CLI.cannotListen(host, port, code))),
    );
    server.listen(port, host, () => resolve(`http://${host}:${(server.address() as AddressInfo).port}`));
  });
}

/** Throws refused where the port is taken: said at once, not after a database and a demo were made. */
async function askForPort(config: Config): Promise<void> {
  const probe = createServer();
  await listen(probe, config);
  await new Promise((resolve) => probe.close(resolve));
}

/** Takes no new connections and waits for the calls under way; what is not done in time is cut off (its transaction falls back). */
async function finishCalls(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // Connections that wait for a next call would hold the server for as long as a proxy keeps them.
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const late = setTimeout(() => server.closeAllConnections(), FINISH_WITHIN_MS);
  server.closeIdleConnections();
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}

/** Opens, fills where empty, and listens. Throws refused where the port or DATA_DIR is taken, and the signal's reason where that ended the waiting for the database. */
async function startServer(config: Config, signal: AbortSignal): Promise<Serving> {
  const lock = config.databaseUrl === undefined ? lockDataDir(config.dataDir) : undefined;
  const log = createLog(config.logLevel);
  try {
    await askForPort(config);
    const began = performance.now();
    const app = await createApp(config, log, signal);
    const server = createServer(SERVER_OPTIONS, app.http);
    const stop = async (): Promise<void> => {
      log.info({ calls: app.calls.open() }, 'stopping');
      await Promise.all([app.quiesce(), finishCalls(server)]);
      await app.close();
      lock?.release();
      log.info('stopped');
    };
    try {
      if (config.role !== 'worker') await alone(app.db, () => firstContent(config, app.services));
      const address = await listen(server, config);
      app.started();
      app.watchProcess();
      log.info(
        { address, role: config.role, version: VERSION, database: config.databaseUrl === undefined ? 'embedded' : 'url' },
        'started',
      );
      if (config.databaseUrl !== undefined && config.secret === undefined && config.role === 'api') log.warn(SECRET_HINT);
      return { address, stop };
    } catch (error) {
      await app.close();
      throw app.named(error, began);
    }
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** `planner serve`: serves until SIGTERM, SIGINT or SIGHUP, then exits 0, also while it waits for its database; told again, it goes on stopping. */
export async function serve(config: Config): Promise<void> {
  if (config.role !== 'worker' && !existsSync(join(ADMIN_DIR, 'index.html'))) process.stderr.write(`${CLI.adminMissing}\n`);
  const told = new AbortController();
  const { signal } = told;
  const isStopped = (error: unknown): boolean => signal.aborted && error === signal.reason;
  const starting = startServer(config, signal);
  const stop = (): void => {
    if (signal.aborted) return;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    told.abort();
    starting
      .then((serving) => serving.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => process.exit(isStopped(error) ? 0 : 1),
      );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  try {
    const { address } = await starting;
    say(CLI.listening(address));
  } catch (error) {
    if (!isStopped(error)) throw error;
  }
}
