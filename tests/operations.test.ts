import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { HTTP } from '../server/domain/texts/program/http.ts';
import { dataDir } from './support/data-dir.ts';
import { launcher } from './support/program.ts';
import { eventually, PATIENCE_MS } from './support/wait.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
/** The commands of the page that are there to be pasted. */
const [SERVERS, PROXY, COPY, POOL] = [...PAGE.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '');
const tools = ['/usr/sbin/nginx', '/usr/sbin/pgbouncer', '/usr/bin/psql', '/usr/bin/openssl'].filter((file) => !existsSync(file));
if (tools.length > 0) console.warn(`docs/operations.md is not pasted here: ${tools.join(', ')} is missing`);

const AS_NOBODY = process.getuid?.() === 0 ? 'setpriv --reuid=65534 --regid=65534 --clear-groups ' : '';

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

describe.skipIf(tools.length > 0)('docs/operations.md', () => {
  const folder = dataDir();
  const admin = new URL(inject('templateUrl'));
  admin.pathname = '/postgres';
  const name = `plant_${process.pid}`;
  const second = `second_${process.pid}`;
  let shell: ChildProcess;
  let said = '';
  let ports: Record<string, number>;
  const at = (port: string, path: string): string => `http://127.0.0.1:${ports[port]}${path}`;

  /** The lines as they stand, with the names, ports and folders of this test. */
  const here = (lines: string): string =>
    [
      [/sudo -u postgres psql/g, `psql -q '${admin.href}'`],
      [/systemctl restart nginx/g, `nginx -c ${folder.path}/nginx.conf -g 'pid ${folder.path}/nginx.pid; daemon off;' &`],
      [/nginx -t\n/g, `sed -i 's/listen 8080/listen ${ports['8080']}/' ${folder.path}/nginx.conf\nnginx -t -c ${folder.path}/nginx.conf\n`],
      // It refuses to run as root, and its own user may not read what belongs to another.
      [/systemctl restart pgbouncer/g, `chmod 755 ${folder.path}\n${AS_NOBODY}pgbouncer ${folder.path}/pgbouncer.ini &`],
      [/listen_port = 6432/g, `listen_port = ${ports['6432']}\nunix_socket_dir =`],
      [/host=127\.0\.0\.1 port=5432/g, `host=127.0.0.1 port=${admin.port}`],
      [/\/etc\/nginx|\/etc\/pgbouncer|\/var\/lib\/planner|\/backup/g, folder.path],
      [/\bplant\b(?!\.)/g, name],
      [/\bsecond\b/g, second],
      [/127\.0\.0\.1:5432/g, admin.host],
      [/\b(?:300[1-5]|6432)\b/g, (port: string) => String(ports[port])],
    ].reduce((text, [from, to]) => text.replaceAll(from as RegExp, to as string), lines);
  /** Pastes lines into the shell and waits until the last has been done. */
  const paste = async (lines: string): Promise<void> => {
    const mark = `done-${said.length}`;
    shell.stdin?.write(`${here(lines)}\necho ${mark}\n`);
    await eventually(() => said, 600).toContain(mark);
  };
  const login = async (port: string): Promise<Response> =>
    fetch(at(port, '/api/login/'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ employee_id: '1001', password: readFileSync(join(folder.path, 'first-admin.password'), 'utf8').trim() }),
    });
  /** Three programs start at once, on a machine that does other things as well. */
  const ready = async (port: string): Promise<void> => {
    const status = (): Promise<unknown> =>
      fetch(at(port, '/api/ready/')).then(
        (answer) => answer.status,
        () => said,
      );
    await expect.poll(status, { timeout: 4 * PATIENCE_MS, interval: 600 }).toBe(200);
  };

  beforeAll(async () => {
    const names = ['3001', '3002', '3003', '3004', '3005', '6432', '8080'];
    const free = await freePorts(names.length);
    ports = Object.fromEntries(names.map((port, index) => [port, free[index] as number]));
    // `npx planner` from a clone takes what is built.
    await launcher();
    const env = {
      ...process.env,
      TMPDIR: folder.path,
      LOG_LEVEL: 'error',
      PATH: `${dirname(process.execPath)}:${process.env.PATH}:/usr/sbin`,
    };
    shell = spawn('bash', ['-e'], { cwd: ROOT, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    const hear = (chunk: unknown): void => {
      said += String(chunk);
    };
    for (const stream of [shell.stdout, shell.stderr]) stream?.on('data', hear);
    shell.once('exit', (code) => hear(`\nthe shell ended with ${code}`));
  });
  afterAll(async () => {
    const ended = shell.exitCode === null ? new Promise((resolve) => shell.once('exit', resolve)) : undefined;
    // Its own group: servers and nginx go with the shell, and where that has ended before them.
    process.kill(-(shell.pid as number), 'SIGTERM');
    await ended;
    folder.remove();
  });

  test('pastes: two servers and a worker behind nginx, a backup and a second plant from it, PgBouncer', { timeout: 300_000 }, async () => {
    await paste(SERVERS ?? '');
    await Promise.all(['3001', '3002', '3003'].map(ready));
    await paste(PROXY ?? '');
    await ready('8080');
    const answer = await login('8080');
    expect(answer.status).toBe(200);
    const { token } = (await answer.json()) as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    const events = await fetch(at('8080', '/api/events/'), { headers });
    const reader = events.body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('event: ready');
    await reader.cancel();
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(22 * 2 ** 20)]), 'orders.xlsx');
    const large = await fetch(at('8080', '/api/orders/upload_csv/'), { method: 'POST', headers, body: form });
    expect([large.status, await large.json()]).toEqual([413, { error: HTTP.tooLarge }]);
    expect((await fetch(at('8080', '/metrics'))).status).toBe(404);
    await paste(COPY ?? '');
    await ready('3004');
    expect((await login('3004')).status).toBe(200);
    await paste(POOL ?? '');
    await ready('3005');
    expect((await login('3005')).status).toBe(200);
  });
});
