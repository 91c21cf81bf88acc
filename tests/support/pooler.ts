import { spawn } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { dataDir } from './data-dir.ts';
import { eventually } from './wait.ts';

const PLACES = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'];
const NOBODY = 65_534;

/** Where PgBouncer is installed. */
export const pgbouncer = PLACES.find((place) => existsSync(place));

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** PgBouncer in front of a database, with these further settings. */
export async function pooled(databaseUrl: string, settings: readonly string[]): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port, username, password } = new URL(databaseUrl);
  const folder = dataDir();
  chmodSync(folder.path, 0o755);
  const listens = await freePort();
  const secret = password === '' ? '' : ` password='${decodeURIComponent(password)}'`;
  const server = `* = host=${hostname} port=${port || 5432} user=${username}${secret}`;
  const own = ['listen_addr = 127.0.0.1', `listen_port = ${listens}`, 'unix_socket_dir =', 'auth_type = any', ...settings];
  const file = join(folder.path, 'pgbouncer.ini');
  writeFileSync(file, ['[databases]', server, '[pgbouncer]', ...own, ''].join('\n'));
  // It refuses to run as root.
  const id = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(pgbouncer ?? '', [file], { stdio: ['ignore', 'ignore', 'pipe'], ...id });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  await eventually(() => said, 20).toContain('process up');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${listens}`;
  return {
    url: url.href,
    close: async () => {
      child.kill('SIGTERM');
      await ended;
      folder.remove();
    },
  };
}
