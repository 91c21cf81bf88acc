import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../seeds/demo/index.ts';
import { createApp } from '../../server/app.ts';
import { OPERATIONS, type Operation } from '../../server/contract/operations.ts';
import { handlersWith, startHttp } from '../http/harness.ts';
import { testDatabase } from '../support/database.ts';
import { testConfig } from '../support/demos.ts';
import { serverHere } from '../support/here.ts';

const server = serverHere({ demo: { orders: 6, products: 6 } });

const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  server.call(method, path, { token: server.own, headers, ...(body ? { body } : {}) }) as Promise<{ status: number; body: never }>;

describe('another site', () => {
  const EVIL = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

  test('gets no leave to read, from any operation, whether it asks before or not', async () => {
    for (const { path, method } of Object.values(OPERATIONS) as Operation[]) {
      const address = server.url + path.replace('{id}', '1').replace('{kind}', 'orders');
      const asked = { ...EVIL, 'access-control-request-method': method.toUpperCase(), 'access-control-request-headers': 'authorization' };
      const before = await fetch(address, { method: 'OPTIONS', headers: asked });
      expect(
        [...before.headers.keys()].filter((name) => name.startsWith('access-control')),
        path,
      ).toEqual([]);
      expect(before.status, path).toBeGreaterThanOrEqual(400);
    }
    const read = await fetch(`${server.url}/api/me/`, { headers: { ...EVIL, authorization: `Bearer ${server.own}` } });
    expect(read.headers.get('access-control-allow-origin')).toBeNull();
    expect(read.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(read.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  test('cannot call in the name of who is signed in: no cookie is worth a token', async () => {
    const body = JSON.stringify({ employee_id: '1001', password: DEMO_PASSWORD });
    const headers = { 'content-type': 'application/json' };
    const cookies: string[] = [];
    for (let time = 0; time < 2; time++) {
      const answer = await fetch(`${server.url}/api/login/`, { method: 'POST', headers: { ...headers, cookie: cookies.join('; ') }, body });
      for (const cookie of answer.headers.getSetCookie()) {
        expect(cookie).toMatch(/^known-browser=[^;]+; Path=\/api\/login; HttpOnly; SameSite=Strict/);
        cookies.push(cookie.split(';')[0] as string);
      }
    }
    expect(cookies.length).toBeGreaterThan(0);
    for (const { path, method, roles } of Object.values(OPERATIONS) as Operation[]) {
      if (roles === 'public') continue;
      const address = server.url + path.replace('{id}', '1').replace('{kind}', 'orders');
      const sent = { ...EVIL, cookie: cookies.join('; '), 'content-type': 'text/plain' };
      const answer = await fetch(address, { method: method.toUpperCase(), headers: sent, ...(method === 'get' ? {} : { body: '{}' }) });
      expect(answer.status, path).toBe(401);
    }
  });

  test('cannot send a form: what a page may send without asking is no JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
      expect((await call('POST', '/api/holiday-calendars/', undefined, { 'content-type': type })).status).toBeGreaterThanOrEqual(400);
    const sent = await fetch(`${server.url}/api/login/`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ employee_id: '1001', password: DEMO_PASSWORD }),
    });
    expect(sent.status).toBeGreaterThanOrEqual(400);
    expect(sent.headers.getSetCookie()).toEqual([]);
  });
});

describe('a field that is not to be set', () => {
  /** What an attacker adds to every body. */
  const MORE = {
    ...{ id: 424_242, version: 99, session_number: 99, password_hash: 'x', active: false, is_admin: true },
    ...{ created_at: '2000-01-01T00:00:00+09:00', employee_key: 'X', deleted: true },
  };

  test('of one’s own employee is not set by a new password', async () => {
    const before = await server.db('employees').where({ employee_id: '1004' }).first();
    const own = await server.token('1004');
    const passwords = { current_password: DEMO_PASSWORD, password: 'umi-no-mieru-oka' };
    await server.call('POST', '/api/me/password/', { token: own, body: { ...passwords, ...MORE, permission: 'master_admin' } });
    const after = await server.db('employees').where({ employee_id: '1004' }).first();
    for (const field of ['id', 'employee_id', 'employee_key', 'permission', 'active']) expect(after[field], field).toEqual(before[field]);
  });

  test('of new rows is refused or left aside', async () => {
    const made: [string, string, object][] = [
      ['/api/employees/', 'employees', { employee_id: '3001', name: '新人', permission: 'manager', password: 'yama-no-mieru-oka' }],
      ['/api/tasks/', 'tasks', { task_code: '999-0001-001', task_name: '試し', task_type: 'other' }],
      ['/api/products/', 'products', { product_code: 'MASS-1', product_name: '試し', heat_treatments: [] }],
      ['/api/outsourcings/', 'outsourcings', { outsourcing_name: '試し' }],
      ['/api/holiday-calendars/', 'holidays', { date: '2031-05-05' }],
    ];
    for (const [path, table, body] of made) {
      const { status } = await call('POST', path, { ...body, ...MORE });
      expect([200, 201, 400], path).toContain(status);
      expect(await server.db(table).where({ id: MORE.id }), path).toEqual([]);
    }
    const rows = await server.db('employees').where({ employee_id: '3001' });
    for (const row of rows)
      expect(row).toMatchObject({
        permission: 'manager',
        active: true,
        employee_key: '3001',
        password_hash: expect.stringMatching(/^\$argon2id\$/),
      });
  });

  test('of a row that is there stays as it is', async () => {
    const { body } = await call('GET', '/api/products/?limit=1');
    const [{ id }] = (body as { results: [{ id: number }] }).results;
    const { body: product } = await call('GET', `/api/products/${id}/`);
    const { version } = product as { version: number };
    const before = await server.db('products').where({ id }).first();
    await call('PATCH', `/api/products/${id}/`, { ...MORE, version, product_name: '名前だけ', product_key: 'X' });
    expect(await server.db('products').where({ id: MORE.id })).toEqual([]);
    const after = await server.db('products').where({ id }).first();
    const changed = Object.keys(after).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
    expect(changed.filter((name) => !['product_name', 'version', 'updated_at'].includes(name) && !/search|name/.test(name))).toEqual([]);
  });

  test('named like a part of every object changes none', async () => {
    const text = '{"date":"2031-05-06","__proto__":{"permission":"master_admin"},"constructor":{"prototype":{"polluted":1}}}';
    await fetch(`${server.url}/api/holiday-calendars/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.own}`, 'content-type': 'application/json' },
      body: text,
    });
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(({} as { permission?: string }).permission).toBeUndefined();
  });
});

describe('line ends', () => {
  test('in names, addresses and headers end in no header and no line of the log', async () => {
    const lines: string[] = [];
    const note = (context: object, message: string): void => void lines.push(JSON.stringify({ ...context, message }));
    const http = await startHttp({ log: { debug: note, info: note, warn: note, error: note }, handlers: handlersWith({}) });
    try {
      const id = await new Promise<string>((resolve, reject) => {
        const port = Number(new URL(http.url).port);
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(
            'GET /api/health/%0d%0aX-Bad:%201 HTTP/1.1\r\nHost: x\r\nX-Request-Id: a%0d%0a{"level":50}\r\nConnection: close\r\n\r\n',
          ),
        );
        let said = '';
        socket.on('data', (chunk) => {
          said += chunk;
        });
        socket.on('end', () => resolve(said));
        socket.on('error', reject);
      });
      expect(id).not.toMatch(/^x-bad/im);
      expect(id).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/im);
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.filter((line) => /[\r\n]/.test(line))).toEqual([]);
    } finally {
      await http.close();
    }
  });

  test('in a name of a row come out of no header of a file', async () => {
    const bad = 'x.xlsx\r\nX-Bad: 1';
    const form = new FormData();
    form.set('file', new Blob(['製番,追番,鋳込\r\n']), bad);
    const sent = await fetch(`${server.url}/api/orders/upload_order_casting_csv/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.own}` },
      body: form,
    });
    expect(sent.status).toBeLessThan(500);
    expect(sent.headers.get('x-bad')).toBeNull();
    const names = await server.db('import_log').pluck('file_name');
    expect(names.filter((name: string | null) => name !== null && /[\r\n]/.test(name))).toEqual([]);
  });

  test('in the name that rows are said to come from stay out of the history', async () => {
    const name = 'C:\\朝\\a\r\n2026-04-01 偽\u202exslx.csv';
    const path = `/api/holiday-calendars/upload_csv/?file_name=${encodeURIComponent(name)}`;
    expect((await call('POST', path, { rows: [{ date: '2031-06-06', is_holiday: true }] })).status).toBe(200);
    expect(await server.db('import_log').orderBy('id', 'desc').first('file_name')).toEqual({ file_name: 'a 2026-04-01 偽xslx.csv' });
  });

  test('two lengths, or chunks beside a length, are one call at most', async () => {
    const port = Number(new URL(server.url).port);
    for (const head of [
      'Content-Length: 5\r\nContent-Length: 6',
      'Content-Length: 5\r\nTransfer-Encoding: chunked',
      'Transfer-Encoding: chunked, identity',
    ]) {
      const said = await new Promise<string>((resolve) => {
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(
            `POST /api/login/ HTTP/1.1\r\nHost: x\r\n${head}\r\nConnection: close\r\n\r\n0\r\n\r\nGET /api/me/ HTTP/1.1\r\nHost: x\r\n\r\n`,
          ),
        );
        let text = '';
        socket.on('data', (chunk) => {
          text += chunk;
        });
        socket.on('close', () => resolve(text));
        socket.on('error', () => undefined);
      });
      expect(said.match(/^HTTP\/1\.1 /gm)?.length ?? 0, head).toBeLessThanOrEqual(1);
      expect(said).not.toMatch(/^HTTP\/1\.1 2/);
    }
  });

  test.each(['TRACE', 'CONNECT', 'TRACK'])('a call by %s is not echoed', async (method) => {
    const status = await new Promise<number>((resolve) => {
      const sent = request(`${server.url}/api/me/`, { method, headers: { 'x-secret': 'told' } }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      // A connection that is closed without a word echoes nothing either.
      sent.on('error', () => resolve(400));
      sent.end();
    });
    expect(status).toBeGreaterThanOrEqual(400);
  });

  test('another host in the call leads nobody there', async () => {
    const answer = await new Promise<{ status: number; location: string }>((resolve) => {
      const sent = request(
        `${server.url}/api/me`,
        { headers: { host: 'evil.example', authorization: `Bearer ${server.own}` } },
        (response) => {
          response.resume();
          resolve({ status: response.statusCode ?? 0, location: String(response.headers.location ?? '') });
        },
      );
      sent.end();
    });
    expect(answer.location).not.toContain('evil.example');
    expect(answer.status).toBe(200);
  });
});

test('marks of direction, under which a text reads as another, are kept in no name that is typed', async () => {
  const odd = '\u202e甲\u2066 ';
  const place = (await server.db('facilities').first('id')).id;
  const made: [string, string, object, string[]][] = [
    ['/api/terminals/', 'terminals', { name: odd, facility_ids: [place], workers: [odd, '甲'] }, ['name']],
    [
      '/api/products/',
      'products',
      { product_code: odd, product_name: odd, customer_name: odd },
      ['product_code', 'product_name', 'customer_name'],
    ],
    ['/api/outsourcings/', 'outsourcings', { outsourcing_code: odd, name: odd }, ['outsourcing_code', 'name']],
    [
      '/api/employees/',
      'employees',
      { employee_id: odd, name: odd, name_furigana: odd, permission: 'manager', password: 'yama-no-mieru-oka' },
      ['employee_id', 'name', 'name_furigana'],
    ],
  ];
  for (const [path, table, body, fields] of made) {
    expect(await call('POST', path, body), path).toMatchObject({ status: 201 });
    expect(await server.db(table).orderBy('id', 'desc').first(fields), path).toEqual(
      Object.fromEntries(fields.map((field) => [field, '甲'])),
    );
  }
  expect(await server.db('terminals').first('workers')).toEqual({ workers: ['甲'] });
});

describe('a plant without the demo', () => {
  test('has no account that anybody knows, and its secret is its owner’s alone', async () => {
    const database = await testDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'planner-secret-'));
    try {
      const app = await createApp({ ...testConfig(database.url), secret: undefined, dataDir: folder });
      try {
        expect(await database.knex('employees').count('* as n').first()).toEqual({ n: 0 });
        expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
        expect(statSync(join(folder, 'secret')).size).toBeGreaterThanOrEqual(64);
      } finally {
        await app.close();
      }
    } finally {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
