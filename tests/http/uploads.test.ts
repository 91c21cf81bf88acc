import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Call } from '../../server/contract/handlers.ts';
import { handlersWith, SILENT, send, startHttp, userOfRole } from './harness.ts';

const ROOM = 12;

let server: Awaited<ReturnType<typeof startHttp>>;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

/** The server with imports that wait until they are let go. */
async function waitingImports() {
  const waiting: (() => void)[] = [];
  server = await startHttp({
    handlers: handlersWith({
      importOrders: async () => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return { errors: [], warnings: [], imported: 0 };
      },
      importTasks: async () => ({ errors: [], warnings: [], imported: 0 }),
    }),
  });
  const letGo = () => {
    for (const go of waiting.splice(0)) go();
  };
  return { waiting, letGo };
}

const upload = (path = '/api/orders/upload_csv/', signal?: AbortSignal) => {
  const body = new FormData();
  body.append('file', new Blob(['a,b\n1,2\n']), 'a.csv');
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    body,
    headers: { authorization: 'Bearer master_admin' },
    ...(signal ? { signal } : {}),
  });
};

/** Sends the head of an upload whose body never comes; gives what is answered to it. */
async function headAlone(): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  sockets.push(socket);
  socket.write(
    'POST /api/orders/upload_csv/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer master_admin\r\n' +
      'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 20000000\r\n\r\n',
  );
  let answer = '';
  for await (const chunk of socket) {
    answer += String(chunk);
    if (answer.includes('\r\n\r\n')) break;
  }
  return answer;
}

describe('uploads', () => {
  it('are taken while no more than ten wait; further ones are told to come again, before a byte of their body is read', async () => {
    const { waiting, letGo } = await waitingImports();
    const taken = Array.from({ length: ROOM }, () => upload());
    await expect.poll(() => waiting.length).toBe(ROOM);
    const refused = await upload('/api/tasks/upload_csv/');
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([503, 10]);
    expect(await refused.json()).toEqual({ error: 'サーバーが混み合っています。しばらくしてからもう一度実行してください。' });
    const rows = await send(`${server.url}/api/orders/upload_csv/`, 'POST', { role: 'master_admin', body: { rows: [] } });
    expect(rows.status).toBe(503);
    expect(await headAlone()).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nRetry-After: 10\r\n/);
    // Everything else goes on, and who may not import hears that.
    expect((await send(`${server.url}/api/me/`, 'GET', { role: 'manager' })).status).toBe(204);
    expect((await send(`${server.url}/api/orders/upload_csv/`, 'POST', { role: 'manager', body: { rows: [] } })).status).toBe(403);
    letGo();
    for (const answer of await Promise.all(taken)) expect(answer.status).toBe(200);
    expect((await upload('/api/tasks/upload_csv/')).status).toBe(200);
  });

  it('hold their place until their work is done, also when their callers have gone', async () => {
    const { waiting, letGo } = await waitingImports();
    const gone = new AbortController();
    const broken = Array.from({ length: ROOM }, () => upload(undefined, gone.signal).catch(() => undefined));
    await expect.poll(() => waiting.length).toBe(ROOM);
    gone.abort();
    await Promise.all(broken);
    expect((await upload('/api/tasks/upload_csv/')).status).toBe(503);
    letGo();
    await expect.poll(async () => (await upload('/api/tasks/upload_csv/')).status).toBe(200);
  });

  it('give their place back when they are refused, or broken off while they come', async () => {
    const { waiting } = await waitingImports();
    for (let call = 0; call < 2 * ROOM; call++) {
      const refused = await fetch(`${server.url}/api/orders/upload_csv/`, {
        method: 'POST',
        body: 'nothing',
        headers: { authorization: 'Bearer master_admin', 'content-type': 'text/plain' },
      });
      expect(refused.status).toBe(415);
    }
    for (let call = 0; call < ROOM; call++) void headAlone().catch(() => undefined);
    await expect.poll(async () => (await upload('/api/tasks/upload_csv/')).status).toBe(503);
    for (const socket of sockets.splice(0)) socket.destroy();
    await expect.poll(async () => (await upload('/api/tasks/upload_csv/')).status).toBe(200);
    expect(waiting).toEqual([]);
  });

  it('take no place when they are broken off before their session is known', async () => {
    const known: (() => void)[] = [];
    server = await startHttp({
      resolveUser: async (token) => {
        if (known.length < ROOM) await new Promise<void>((resolve) => known.push(resolve));
        return userOfRole(token);
      },
      handlers: handlersWith({ importTasks: async () => ({ errors: [], warnings: [], imported: 0 }) }),
    });
    const gone = new AbortController();
    const broken = Array.from({ length: ROOM }, () => upload(undefined, gone.signal).catch(() => undefined));
    await expect.poll(() => known.length).toBe(ROOM);
    gone.abort();
    await Promise.all(broken);
    // The server hears of the broken calls before it hears of a new one.
    expect((await send(`${server.url}/api/health/`, 'GET')).status).toBe(204);
    for (const go of known) go();
    expect((await upload('/api/tasks/upload_csv/')).status).toBe(200);
  });

  it('bear a name that can be kept, whatever was sent', async () => {
    const names: (string | undefined)[] = [];
    server = await startHttp({
      handlers: handlersWith({
        importTasks: async ({ file }: Call) => {
          names.push(file?.name);
          return { errors: [], warnings: [], imported: 0 };
        },
      }),
    });
    const { status } = await fetch(`${server.url}/api/tasks/upload_csv/`, {
      method: 'POST',
      headers: { authorization: 'Bearer master_admin', 'content-type': 'multipart/form-data; boundary=b' },
      body: `--b\r\nContent-Disposition: form-data; name="file"; filename*=UTF-8''a%00b.csv\r\n\r\na\r\n--b--\r\n`,
    });
    expect([status, names]).toEqual([200, ['a b.csv']]);
  });
});

describe('X-Forwarded-For', () => {
  const warnings: string[] = [];
  const log = { ...SILENT, warn: (_context: object, message: string) => void warnings.push(message) };
  const ask = (headers: Record<string, string> = {}) => send(`${server.url}/api/health/`, 'GET', { headers });

  it('is warned of once, while no proxy is configured', async () => {
    server = await startHttp({ log, trustProxy: 0 });
    await ask();
    expect(warnings).toEqual([]);
    for (let call = 0; call < 3; call++) await ask({ 'X-Forwarded-For': '10.1.2.3' });
    expect(warnings).toEqual(['X-Forwarded-For arrives while TRUST_PROXY is 0: behind a proxy set it to the number of proxies']);
  });

  it('is expected behind a proxy', async () => {
    warnings.length = 0;
    server = await startHttp({ log, trustProxy: 1 });
    await ask({ 'X-Forwarded-For': '10.1.2.3' });
    expect(warnings).toEqual([]);
  });
});
