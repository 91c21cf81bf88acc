import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DEMO_PASSWORD, generateDemo } from '../seeds/demo/index.ts';
import { createApp, type Services } from './app.ts';
import { ADMIN_DIR, type Config } from './config.ts';
import { lockDataDir } from './db/embedded.ts';
import { refused } from './domain/errors.ts';
import { plantDate } from './domain/plant-time.ts';
import { CLI } from './domain/texts/cli.ts';
import { MAX_HEADER_BYTES } from './http/http.ts';
import { createLog } from './log.ts';

const FIRST_ADMIN = '1001';
const STOP_WITHIN_MS = 15_000;

/** A running server. */
export interface Serving {
  address: string;
  /** Stops accepting, lets calls finish, gives jobs back, closes the database. */
  stop(): Promise<void>;
}

const say = (sentence: string): boolean => process.stdout.write(`${sentence}\n`);

/** An empty database gets the demo foundry, or a first master_admin whose password is shown once. */
async function firstContent(config: Config, services: Services): Promise<void> {
  if (!(await services.isEmpty())) return;
  if (config.demo) {
    await services.loadDemo(generateDemo({ today: plantDate(services.clock()) }));
    say(CLI.demoUsers(DEMO_PASSWORD));
    return;
  }
  const { password } = await services.addEmployee({ employee_id: FIRST_ADMIN, name: CLI.firstAdminName, permission: 'master_admin' });
  say(CLI.firstAdmin(FIRST_ADMIN, password));
}

function listen(server: Server, config: Config): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? refused(CLI.portTaken(config.port)) : error),
    );
    server.listen(config.port, config.host, () => resolve(`http://${config.host}:${(server.address() as AddressInfo).port}`));
  });
}

/** Opens, fills where empty, and listens. Throws refused where the port or DATA_DIR is taken. */
export async function startServer(config: Config): Promise<Serving> {
  const lock = config.databaseUrl === undefined ? lockDataDir(config.dataDir) : undefined;
  try {
    const app = await createApp(config, createLog(config.logLevel));
    const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, app.http);
    const stop = async (): Promise<void> => {
      await new Promise((resolve) => {
        server.close(resolve);
        app.endStreams();
        server.closeIdleConnections();
      });
      await app.close();
      lock?.release();
    };
    try {
      await firstContent(config, app.services);
      return { address: await listen(server, config), stop };
    } catch (error) {
      await app.close();
      throw error;
    }
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** `planner serve`: serves until SIGTERM or SIGINT, then exits 0. */
export async function serve(config: Config): Promise<void> {
  if (!existsSync(join(ADMIN_DIR, 'index.html'))) process.stderr.write(`${CLI.adminMissing}\n`);
  const serving = await startServer(config);
  say(CLI.listening(serving.address));
  const stop = (): void => {
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    serving.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}
