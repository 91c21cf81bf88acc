import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answer, type Handlers } from '../../server/contract/handlers.ts';
import { OPERATIONS } from '../../server/contract/operations.ts';
import { conflict, tooMany, unavailable } from '../../server/domain/ground/errors.ts';
import { createHttp } from '../../server/http/http.ts';
import { readDocument } from '../../server/http/router/document.ts';
import { createMatcher } from '../../server/http/router/routes.ts';
import { handlersWith, httpHere, NO_LIMITS, SILENT, send, startHttp, userOfRole } from './harness.ts';

const options = { resolveUser: userOfRole, limits: NO_LIMITS, validateResponses: true, clock: () => 0 };

describe('the start', () => {
  test('fails for an operation without a handler and for a handler without an operation', () => {
    const { getMe: _, ...missing } = handlersWith({});
    expect(() => createHttp({ ...options, handlers: missing as Handlers })).toThrow(/getMe: no handler/);
    const surplus = { ...handlersWith({}), flyToTheMoon: async () => undefined } as Handlers;
    expect(() => createHttp({ ...options, handlers: surplus })).toThrow(/flyToTheMoon: a handler without an operation/);
  });

  test('fails for an operation without roles and for a contract that is newer than its generated table', () => {
    const open = readDocument();
    delete open.paths['/api/me/']?.get?.['x-roles'];
    expect(() => createHttp({ ...options, handlers: handlersWith({}), document: open })).toThrow(/getMe: no x-roles/);
    const newer = readDocument();
    newer.paths['/api/new/'] = { get: { operationId: 'getNew', 'x-roles': ['any'] } };
    expect(() => createHttp({ ...options, handlers: handlersWith({}), document: newer })).toThrow(/getNew: not in the generated table/);
    const older = readDocument();
    delete older.paths['/api/me/'];
    expect(() => createHttp({ ...options, handlers: handlersWith({}), document: older })).toThrow(/getMe: not in openapi.yaml/);
  });

  test('finds every operation by its own path, fixed words before ids', () => {
    const match = createMatcher();
    for (const [id, { method, path }] of Object.entries(OPERATIONS)) {
      const found = match(method.toUpperCase(), path.replace('{id}', '12').replace('{kind}', 'orders'));
      expect(found, id).toMatchObject({ operationId: id });
    }
  });
});

describe('the guard', () => {
  const server = httpHere();

  test('401 before 403 before 404 and 400; roles are judged before the body is read', async () => {
    const path = `${server.url}/api/products/abc/`;
    expect(await send(path, 'PATCH', { body: '{broken' })).toMatchObject({ status: 401, body: { error: 'ログインしてください。' } });
    expect(await send(path, 'PATCH', { role: 'manager', body: '{broken' })).toMatchObject({
      status: 403,
      body: { error: 'この操作を行う権限がありません。' },
    });
    expect(await send(path, 'PATCH', { role: 'manager', body: 'x'.repeat(2_000_000) })).toMatchObject({ status: 403 });
    expect((await send(path, 'PATCH', { role: 'master_admin', body: {} })).status).toBe(404);
    expect((await send(path, 'PATCH', { role: 'master_admin', body: '{broken' })).status).toBe(400);
  });

  test('an authorization that is no bearer token is none', async () => {
    const others = [
      '',
      'Basic bWFzdGVyX2FkbWlu',
      'Bearer',
      'Bearer  ',
      'Bearer a b',
      'master_admin',
      'Bearer "manager"',
      'Bearer manager, Bearer manager',
    ];
    for (const authorization of [...others, `Bearer ${'x'.repeat(5000)}`]) {
      const answered = await send(`${server.url}/api/me/`, 'GET', { headers: { authorization } });
      expect(answered.status, authorization).toBe(401);
      expect(answered.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  test.each<[headers: Record<string, string>, isRefused: boolean]>([
    [{}, false],
    [{ cookie: 'XSRF-TOKEN=abc' }, true],
    [{ cookie: 'a=b; XSRF-TOKEN=abc', 'x-xsrf-token': 'abd' }, true],
    [{ cookie: 'a=b; XSRF-TOKEN=abc', 'x-xsrf-token': 'abc' }, false],
    [{ cookie: 'XSRF-TOKEN=a%2Bc', 'x-xsrf-token': 'a+c' }, false],
  ])('a browser that holds the cookie must show it in the header: with %o refused %s', async (headers, isRefused) => {
    const { status } = await send(`${server.url}/api/orders/delete_all/`, 'POST', { role: 'master_admin', headers });
    expect(status === 403).toBe(isRefused);
  });

  test('also where it signs in, not where it reads, and 401 goes before', async () => {
    const headers = { cookie: 'XSRF-TOKEN=abc' };
    const body = { employee_id: '1', password: '1' };
    expect((await send(`${server.url}/api/login/`, 'POST', { body, headers })).status).toBe(403);
    expect((await send(`${server.url}/api/me/`, 'GET', { role: 'master_admin', headers })).status).not.toBe(403);
    expect((await send(`${server.url}/api/orders/delete_all/`, 'POST', { headers })).status).toBe(401);
  });
});

describe('answers', () => {
  const log: string[] = [];
  const row = { id: 3, date: '2026-04-29' };
  const server = httpHere(() => ({
    log: {
      ...SILENT,
      error: (context, message) => void log.push(`${message} ${JSON.stringify(context)} ${'err' in context ? context.err : ''}`),
    },
    translateError: (error) => ((error as { code?: string }).code === '57P01' ? unavailable('データベースに接続できません。', 7) : error),
    handlers: handlersWith({
      createHoliday: async () => answer(201, row),
      deleteHoliday: async () => undefined,
      listHolidays: async () => ({ count: 'one' }),
      getMe: async () => Promise.reject(new Error('select secret from employees')),
      getProduct: async () => Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' })),
      updateProduct: async () => Promise.reject(conflict('ほかの人が先に変更しました。', { id: 3, version: 4 })),
      login: async () => Promise.reject(tooMany('しばらくお待ちください。', 4.2)),
      getImportTemplate: async () => answer(200, new Uint8Array([1, 2, 3]), { 'content-type': 'text/csv' }),
    }),
  }));

  test('bear their status, and 204 has no body', async () => {
    const role = 'master_admin';
    expect(await send(`${server.url}/api/holiday-calendars/`, 'POST', { role, body: { date: '2026-04-29' } })).toMatchObject({
      status: 201,
      body: row,
    });
    expect(await send(`${server.url}/api/holiday-calendars/3/`, 'DELETE', { role })).toMatchObject({ status: 204, body: undefined });
    expect(await send(`${server.url}/api/products/3/`, 'PATCH', { role, body: { product_name: 'x' } })).toMatchObject({
      status: 409,
      body: { error: 'ほかの人が先に変更しました。', current: { id: 3, version: 4 } },
    });
    const file = await fetch(`${server.url}/api/imports/orders/template/`, { headers: { authorization: 'Bearer manager' } });
    expect([file.status, file.headers.get('content-type'), [...new Uint8Array(await file.arrayBuffer())]]).toEqual([
      200,
      'text/csv; charset=utf-8',
      [1, 2, 3],
    ]);
  });

  test('say when to come back', async () => {
    const busy = await send(`${server.url}/api/login/`, 'POST', { body: { employee_id: '1', password: '1' } });
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '5']);
    const down = await send(`${server.url}/api/products/3/`, 'GET', { role: 'manager' });
    expect([down.status, down.headers.get('retry-after'), down.body]).toEqual([503, '7', { error: 'データベースに接続できません。' }]);
  });

  test('a defect is told to the log, never to the caller', async () => {
    expect(await send(`${server.url}/api/me/`, 'GET', { role: 'manager' })).toMatchObject({
      status: 500,
      body: { error: 'サーバーでエラーが発生しました。' },
    });
    expect(log.join()).toContain('getMe');
  });

  test('an answer that breaks the contract is a defect', async () => {
    expect((await send(`${server.url}/api/holiday-calendars/`, 'GET', { role: 'manager' })).status).toBe(500);
    expect(log.filter((line) => line.includes('listHolidays') && line.includes('an answer breaks the contract'))).toHaveLength(1);
  });

  test('are nobody’s to keep, follow the clock and carry the headers of a careful server', async () => {
    const { headers } = await send(`${server.url}/api/health/`, 'GET');
    const given = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', date: 'Tue, 31 Mar 2026 23:30:00 GMT' };
    for (const [name, value] of Object.entries(given)) expect(headers.get(name), name).toBe(value);
    for (const name of ['x-powered-by', 'strict-transport-security', 'access-control-allow-origin'])
      expect(headers.has(name), name).toBe(false);
  });
});

describe('the browser’s side', () => {
  let server: Awaited<ReturnType<typeof startHttp>>;
  let dir: string;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'planner-admin-'));
    mkdirSync(join(dir, 'assets'));
    writeFileSync(
      join(dir, 'index.html'),
      '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><script type="module" nonce="__CSP_NONCE__"></script>',
    );
    writeFileSync(join(dir, 'assets', 'index-abc.js'), `// ${'x'.repeat(5000)}`);
    cpSync('admin/public', dir, { recursive: true });
    server = await startHttp({ adminDir: dir });
  });
  afterAll(async () => {
    await server.close();
    rmSync(dir, { recursive: true });
  });

  test('every address of a screen is the page, with its own nonce and no inline script allowed', async () => {
    const nonces = new Set<string>();
    for (const path of ['/', '/products', '/gantt?no_search=1', '/employees/12']) {
      const response = await fetch(`${server.url}${path}`);
      const html = await response.text();
      const policy = response.headers.get('content-security-policy') ?? '';
      const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      expect(response.status).toBe(200);
      expect(html).toContain(`nonce="${nonce}"`);
      expect(html).not.toContain('__CSP_NONCE__');
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('upgrade-insecure-requests');
      expect(response.headers.get('cache-control')).toBe('no-store');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(4);
  });

  test('the anti-forgery cookie is given once', async () => {
    const first = await fetch(`${server.url}/login`);
    const cookie = first.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^XSRF-TOKEN=[\w-]{32}; Path=\/; SameSite=Strict; Max-Age=\d+$/);
    const again = await fetch(`${server.url}/login`, { headers: { cookie: cookie.split(';')[0] ?? '' } });
    expect(again.headers.get('set-cookie')).toBeNull();
    expect((await fetch(`${server.url}/api/health/`)).headers.get('set-cookie')).toBeNull();
  });

  test('hashed assets are for ever and come packed; a missing one is 404', async () => {
    const asset = await fetch(`${server.url}/assets/index-abc.js`);
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const [asked, given] of [
      ['gzip, deflate, br', 'br'],
      ['gzip, deflate', 'gzip'],
      ['identity', null],
    ] as const) {
      const packed = await fetch(`${server.url}/assets/index-abc.js`, { headers: { 'accept-encoding': asked } });
      expect(packed.headers.get('content-encoding')).toBe(given);
      expect((await packed.text()).length).toBe(5003);
    }
    expect((await fetch(`${server.url}/icon.svg`)).headers.get('cache-control')).toBe('no-cache');
    expect((await fetch(`${server.url}/assets/old.js`)).status).toBe(404);
    expect((await fetch(`${server.url}/..%2f..%2fetc/passwd`)).status).toBeLessThan(500);
    expect((await fetch(`${server.url}/products`, { method: 'POST' })).status).toBe(404);
  });

  test('the page of a terminal can be installed: its manifest is served and names icons of the size that they are', async () => {
    const served = await fetch(`${server.url}/terminal.webmanifest`);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'application/manifest+json; charset=utf-8']);
    const { icons, ...manifest } = (await served.json()) as { icons: { src: string; sizes: string; type: string }[] };
    expect(manifest).toMatchObject({ name: '生産計画 現場端末', start_url: '/terminal', scope: '/terminal', display: 'fullscreen' });
    // What a browser asks for before it installs.
    expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
    for (const { src, sizes, type } of icons) {
      const icon = await fetch(`${server.url}${src}`);
      expect([icon.status, icon.headers.get('content-type')], src).toEqual([200, type]);
      const bytes = Buffer.from(await icon.arrayBuffer());
      if (type === 'image/png') expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
    }
  });

  test('the documentation page shows the contract with the files of swagger-ui', async () => {
    const page = await (await fetch(`${server.url}/api/docs/`)).text();
    expect(page).toContain('/api/docs/start.js');
    expect(page).not.toMatch(/<script>/);
    const document = (await (await fetch(`${server.url}/api/docs/openapi.json`)).json()) as { openapi: string; paths: object };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toContain('/api/schedules/');
    for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js']) {
      expect((await fetch(`${server.url}/api/docs/${file}`)).status, file).toBe(200);
    }
    expect((await fetch(`${server.url}/api/docs`)).status).toBe(200);
  });
});
