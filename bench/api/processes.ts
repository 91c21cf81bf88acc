import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Asked } from './calls.ts';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const ROOT = here('../../');

/** A server of the bench in a process of its own. */
export interface Served {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** Starts a program and waits for the port that it prints, alone on its line or at the end of an address. */
async function served(args: readonly string[], env: Record<string, string> = {}): Promise<Served> {
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    let said = '';
    child.once('close', (code) => reject(new Error(`${args.join(' ')} ended with ${code}: ${said}`)));
    child.stdout?.on('data', (chunk) => {
      said += String(chunk);
      const found = /(?:^|127\.0\.0\.1:)(\d+)\n/m.exec(said)?.[1];
      if (found) resolve(Number(found));
    });
  });
  const stop = async (): Promise<void> => {
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
  };
  return { port, pid: child.pid ?? 0, stop };
}

/** Builds what is stale of these parts of the program, `admin` or `server`. */
export async function buildProgram(parts: readonly string[]): Promise<void> {
  const { buildStale } = (await import(new URL('../../cli/build.mjs', import.meta.url).href)) as {
    buildStale(parts: readonly string[]): Promise<void>;
  };
  await buildStale(parts);
}

/** The built program in production, its log written as it always is (to nowhere), one process for calls and jobs. `env`: what it is told besides. */
export const ourServer = (databaseUrl: string, dataDir: string, env: Record<string, string> = {}): Promise<Served> =>
  served(['dist/cli/main.js', 'serve'], {
    ...env,
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: '0',
    HOST: '127.0.0.1',
  });

/** The bare server over the statements of a file, with a pool of the same size. */
export const bareServer = (databaseUrl: string, statements: string, connections: number): Promise<Served> =>
  served([here('./bare.mjs'), databaseUrl, statements, String(connections)], { NODE_ENV: 'production' });

/** Clock ticks of a process, user and system, in milliseconds; undefined where there is no /proc. */
function cpuOf(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}

/** What a load of some seconds showed. Milliseconds, bytes an answer. */
export interface LoadFigures {
  rps: number;
  /** Processor time of the server a call: holds whatever else the machine does; the database's is not in it. */
  cpu: number;
  p50: number;
  p99: number;
  bytes: number;
  /** Answers that were none of 2xx, by status. */
  failures: Record<string, number>;
}

/** Loads a server from a process of its own. */
export async function load(
  { port, pid }: Served,
  requests: readonly (Asked & { headers?: Record<string, string> })[],
  how: { connections: number; seconds: number },
): Promise<LoadFigures> {
  const before = cpuOf(pid);
  const { stdout } = await promisify(execFile)(process.execPath, [here('./load.mjs'), JSON.stringify({ port, requests, ...how })]);
  const figures = JSON.parse(stdout) as LoadFigures & { calls: number };
  return { ...figures, cpu: ((cpuOf(pid) ?? 0) - (before ?? 0)) / Math.max(1, figures.calls) };
}
