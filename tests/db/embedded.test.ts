import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../server/db/connect.ts';
import { lockDataDir } from '../../server/db/postgres/embedded.ts';
import { pidAlive } from '../../server/db/postgres/process-lock.ts';
import { dataDir } from '../support/data-dir.ts';

const PROGRAM = fileURLToPath(new URL('embedded-user.ts', import.meta.url));

type User = { child: ChildProcess; said: Promise<Record<string, unknown>>; end(): Promise<void> };

/** Another process on the folder, and the first thing it says. */
function otherUser(command: string, folder: string): User {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, command, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout! });
  const said = new Promise<Record<string, unknown>>((resolve) => lines.once('line', (line) => resolve(JSON.parse(line))));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    child,
    said,
    end: async () => {
      child.stdin?.write('end\n');
      await ended;
    },
  };
}

const postmasterPid = (folder: string): number =>
  Number(readFileSync(join(folder, 'database/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
const running = (folder: string): boolean => {
  try {
    return pidAlive(postmasterPid(folder));
  } catch {
    return false;
  }
};

describe('the embedded database', () => {
  let folder: ReturnType<typeof dataDir>;
  beforeEach(() => {
    folder = dataDir();
  });
  afterEach(() => folder.remove());

  it('keeps its password to the owner, asks for it, listens on loopback, checks its pages, and stops with its last user', async () => {
    const database = await openDatabase({ dataDir: folder.path });
    // Password, port, leases and log: what stands beside the cluster is its owner's alone.
    const beside = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter(
      (file) => file.isFile() && !file.parentPath.startsWith(join(folder.path, 'database', 'cluster')),
    );
    expect(beside.map(({ name }) => name)).toContain('database.password');
    const open = beside.filter(({ parentPath, name }) => statSync(join(parentPath, name)).mode & 0o077);
    expect(open.map(({ name }) => name)).toEqual([]);
    const { rows } = await database.knex.raw(
      `select current_setting('data_checksums') as checksums, current_setting('listen_addresses') as address, current_setting('fsync') as fsync, current_setting('timezone') as zone`,
    );
    expect(rows[0]).toEqual({ checksums: 'on', address: '127.0.0.1', fsync: 'on', zone: 'Asia/Tokyo' });
    const stranger = new pg.Client({ connectionString: database.url.replace(/:[^:@]+@/, ':wrong@') });
    await expect(stranger.connect()).rejects.toThrow(/password authentication failed/);
    await database.close();
    expect(running(folder.path)).toBe(false);
  });

  it('is shared by processes: the one who leaves does not take it away, the last one stops it', async () => {
    const [first, second] = [otherUser('open', folder.path), otherUser('open', folder.path)];
    const [one, two] = await Promise.all([first.said, second.said]);
    expect(one.error).toBeUndefined();
    expect(two).toEqual(one);
    const third = await openDatabase({ dataDir: folder.path });
    expect(third.url).toBe(one.url);
    await first.end();
    expect((await third.knex.raw('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await second.end();
    expect(running(folder.path)).toBe(true);
    await third.close();
    expect(running(folder.path)).toBe(false);
  });

  it('outlives a killed user, is taken over by the next one, and stops with that one', async () => {
    const user = otherUser('open', folder.path);
    const { started } = await user.said;
    user.child.kill('SIGKILL');
    await new Promise((resolve) => user.child.once('exit', resolve));
    const database = await openDatabase({ dataDir: folder.path });
    const { rows } = await database.knex.raw('select pg_postmaster_start_time()::text as started');
    expect(rows[0].started).toBe(started);
    await database.close();
    expect(running(folder.path)).toBe(false);
  });

  it('starts over a pid file that was left behind and a creation that was cut off', async () => {
    const first = await openDatabase({ dataDir: folder.path });
    await first.knex.raw('create table kept (n integer)');
    await first.close();
    writeFileSync(join(folder.path, 'database/cluster/postmaster.pid'), `${process.pid}\n/gone\n0\n1\n\n\n`);
    const second = await openDatabase({ dataDir: folder.path });
    expect(await second.knex('kept')).toEqual([]);
    await second.close();
  });

  it('refuses a second server on the folder with the pid of the first, and forgets a killed one', async () => {
    const first = otherUser('lock', folder.path);
    expect(await first.said).toEqual({ locked: true });
    expect(() => lockDataDir(folder.path)).toThrow(String(first.child.pid));
    first.child.kill('SIGKILL');
    await new Promise((resolve) => first.child.once('exit', resolve));
    const lock = lockDataDir(folder.path);
    expect(() => lockDataDir(folder.path)).toThrow(String(process.pid));
    lock.release();
    lockDataDir(folder.path).release();
  });
});
