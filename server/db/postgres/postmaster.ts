import { chownSync, closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { refused } from '../../domain/ground/errors.ts';
import { databaseTexts } from '../../domain/texts/program/database.ts';
import { CANNOT_CONNECT_NOW, codeOf } from '../errors.ts';
import { type Launcher, launch } from './postgres-binaries.ts';
import { pidAlive } from './process-lock.ts';

/** A running database server process of a cluster. */
export interface Postmaster {
  pid: number;
  port: number;
  alive(): boolean;
}

const START_MS = 120_000;
const STOP_MS = 30_000;
const ATTEMPTS = 5;
/** Silent probes before a living pid is taken for another program's; without /proc one cannot see what it is. */
const GRACE = existsSync('/proc/self') ? 3 : 50;

/** Creates the cluster unless it is there: checksums, scram, UTF-8, code point order. A creation that was cut off is begun anew. */
export async function createCluster(launcher: Launcher, cluster: string, password: string): Promise<void> {
  if (versionOf(cluster)) return;
  const unfinished = `${cluster}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const passwordFile = join(dirname(cluster), 'initial-password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (launcher.user) chownSync(passwordFile, launcher.user.uid, launcher.user.gid);
  try {
    const args = ['-D', unfinished, '-U', 'postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--data-checksums'];
    const locale = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'];
    await run(launcher, 'initdb', [...args, ...locale]);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(unfinished, cluster);
}

function versionOf(cluster: string): string | undefined {
  try {
    return readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  } catch {
    return undefined;
  }
}

function run(launcher: Launcher, binary: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const child = launch(launcher, binary, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout?.on('data', (chunk) => (output += String(chunk)));
    child.stderr?.on('data', (chunk) => (output += String(chunk)));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(refused(databaseTexts.initFailed(output.trim().slice(-2000))))));
  });
}

/** Pid and port in the cluster's own postmaster.pid. */
function postmasterFile(cluster: string): { pid: number; port: number } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const [pid, port] = [Number(lines[0]), Number(lines[3])];
    return Number.isInteger(pid) && pid > 0 ? { pid, port } : undefined;
  } catch {
    return undefined;
  }
}

/** The server that already runs on this cluster, once it answers; undefined when there is none (a stale pid file is removed). */
export async function runningPostmaster(cluster: string, password: string): Promise<Postmaster | undefined> {
  const until = performance.now() + START_MS;
  for (let refusals = 0; performance.now() < until; ) {
    const found = postmasterFile(cluster);
    if (!found) return undefined;
    // TCP first: the pid may belong to another program by now, or to a zombie.
    const answer = await probe(cluster, found.port, password);
    if (answer === 'ready') return { ...found, alive: () => pidAlive(found.pid) };
    refusals = answer === 'silent' ? refusals + 1 : 0;
    if (!pidAlive(found.pid) || (refusals > GRACE && !isPostgres(found.pid))) {
      rmSync(join(cluster, 'postmaster.pid'), { force: true });
      return undefined;
    }
    await sleep(100);
  }
  throw refused(databaseTexts.startFailed(logTail(cluster)));
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
  } catch {
    return false;
  }
}

/** Whether our cluster answers on the port: another server may have the port by now. */
async function probe(cluster: string, port: number, password: string): Promise<'ready' | 'starting' | 'silent'> {
  if (!port) return 'silent';
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    connectionTimeoutMillis: 3_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
    return rows[0]?.folder === cluster ? 'ready' : 'silent';
  } catch (error) {
    return codeOf(error) === CANNOT_CONNECT_NOW ? 'starting' : 'silent';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A port that is free on loopback now; the preferred one when it is. */
function freePort(preferred: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (preferred ? resolve(freePort(0)) : reject(error)));
    server.listen(preferred, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Starts the server on a free port of loopback and waits until it answers, crash recovery included. Throws with the end of its log. */
export async function startPostmaster(
  launcher: Launcher,
  cluster: string,
  password: string,
  settings: readonly string[],
): Promise<Postmaster> {
  const portFile = join(dirname(cluster), 'port');
  let preferred = readPort(portFile);
  for (let attempt = 1; ; attempt++) {
    const port = await freePort(preferred);
    const started = await startOnce(launcher, cluster, password, port, settings);
    if (started) {
      writeFileSync(portFile, `${port}\n`, { mode: 0o600 });
      return started;
    }
    if (attempt === ATTEMPTS) throw refused(databaseTexts.startFailed(logTail(cluster)));
    // The port was taken in between, or the processes of a killed server still hold its shared memory.
    preferred = 0;
    await sleep(2_000);
  }
}

function readPort(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    return 0;
  }
}

async function startOnce(
  launcher: Launcher,
  cluster: string,
  password: string,
  port: number,
  settings: readonly string[],
): Promise<Postmaster | undefined> {
  const fixed = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100', 'log_min_messages=warning'];
  const args = ['-D', cluster, '-p', String(port), ...[...fixed, ...settings].flatMap((setting) => ['-c', setting])];
  const log = openSync(logFile(cluster), 'w', 0o600);
  // Detached: a Ctrl-C meant for the server must not reach the database before the server is done with it.
  const child = launch(launcher, 'postgres', args, { stdio: ['ignore', log, log], detached: true });
  closeSync(log);
  let ended = false;
  child.once('exit', () => (ended = true));
  child.once('error', () => (ended = true));
  child.unref();
  const until = performance.now() + START_MS;
  while (!ended && performance.now() < until) {
    const pid = child.pid;
    if (pid && (await probe(cluster, port, password)) === 'ready') return { pid, port, alive: () => !ended && pidAlive(pid) };
    await sleep(30);
  }
  return undefined;
}

/** Stops the server of the cluster, whoever started it: its sessions are ended, what was acknowledged is on disk. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const found = postmasterFile(cluster);
  if (!found || !pidAlive(found.pid)) return;
  process.kill(found.pid, 'SIGINT');
  const until = performance.now() + STOP_MS;
  while (pidAlive(found.pid) && postmasterFile(cluster)) {
    if (performance.now() > until) {
      process.kill(found.pid, 'SIGQUIT');
      return;
    }
    await sleep(20);
  }
}

const logFile = (cluster: string): string => join(dirname(cluster), 'log');

function logTail(cluster: string): string {
  try {
    return readFileSync(logFile(cluster), 'utf8').trim().split('\n').slice(-10).join('\n');
  } catch {
    return '';
  }
}
