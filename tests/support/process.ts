import { type ChildProcess, spawn } from 'node:child_process';
import { TODAY } from './demos.ts';
import { launcher } from './program.ts';
import { eventually } from './wait.ts';

export interface ServerProcess {
  url: string;
  pid: number;
  /** Sends it a signal and does not wait. */
  signal(name: NodeJS.Signals): void;
  /** All that it has said so far, its log among it. */
  said(): string;
  /** Bytes of its heap behind a collection, if it was started with the probe. */
  heap(): Promise<number>;
  /** Ends the process as a power cut would. */
  kill9(): Promise<void>;
  /** SIGTERM; gives the exit code. */
  stop(): Promise<number | null>;
}

/** What a server is started with whose heap is asked for. */
export const HEAP_PROBE = { NODE_OPTIONS: `--import=${new URL('./heap-probe.mjs', import.meta.url)}` };

const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', resolve));

/** What the program, in a process of its own on this database and a free port, says until `awaited` is among it; throws where it ends before. */
async function launched(
  databaseUrl: string,
  env: Record<string, string>,
  awaited: RegExp,
): Promise<{ child: ChildProcess; found: string; said(): string }> {
  const child = spawn(process.execPath, [await launcher(), 'serve'], {
    env: {
      ...process.env,
      ...{ DATABASE_URL: databaseUrl, DEMO: '0', PORT: '0', TODAY, LOG_LEVEL: 'error', PROPOSAL_SECONDS: '0' },
      SECRET: 'a secret that only the tests know, 32+',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const found = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      said += chunk;
      const match = awaited.exec(said)?.[0];
      if (match) resolve(match);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  return { child, found, said: () => said };
}

/** Ends the process by SIGTERM; gives its exit code. */
function stopped(child: ChildProcess): Promise<number | null> {
  child.kill('SIGTERM');
  return ended(child);
}

/** The exit code of a server that is told to stop while it waits for a database that is not there. */
export async function stoppedWhileWaiting(databaseUrl: string): Promise<number | null> {
  const { child } = await launched(databaseUrl, { LOG_LEVEL: 'warn' }, /waiting for the database/);
  return stopped(child);
}

/** A server in a process of its own, on this database and a free port. */
export async function startServerProcess(databaseUrl: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const { child, found: url, said } = await launched(databaseUrl, env, /http:\/\/\S+/);
  return {
    url,
    pid: child.pid ?? 0,
    said,
    signal: (name) => child.kill(name),
    heap: async () => {
      const told = (): string[] => said().match(/^heap \d+$/gm) ?? [];
      const before = told().length;
      child.kill('SIGUSR2');
      await eventually(() => told().length, 20).toBeGreaterThan(before);
      return Number(told().at(-1)?.slice(5));
    },
    kill9: async () => {
      child.kill('SIGKILL');
      await ended(child);
    },
    stop: () => stopped(child),
  };
}
