import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, describe, expect, test } from 'vitest';
import { watchCalls } from '../../server/http/calls.ts';
import { SERVER_OPTIONS } from '../../server/http/http.ts';
import { createMetrics } from '../../server/http/metrics.ts';
import { handlersWith, send, startHttp } from './harness.ts';

type Line = Record<string, unknown>;
const lines: [string, Line][] = [];
const hear = (level: string) => (context: object, message: string) => void lines.push([`${level} ${message}`, context as Line]);
const log = { debug: hear('debug'), info: hear('info'), warn: hear('warn'), error: hear('error') };

let server: Awaited<ReturnType<typeof startHttp>> | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
  lines.length = 0;
});

describe('a call', () => {
  test('has a number: the caller’s where it is sane, else one of ours; it stands in the answer and in every line of the log', async () => {
    server = await startHttp({ log, handlers: handlersWith({ getMe: async () => Promise.reject(new Error('a defect')) }) });
    const ask = (id?: string) =>
      send(`${server?.url}/api/me/?secret=1`, 'GET', { role: 'manager', headers: id === undefined ? {} : { 'x-request-id': id } });
    expect((await ask('proxy-42')).headers.get('x-request-id')).toBe('proxy-42');
    for (const bad of ['a b', 'x'.repeat(101), '"}']) expect((await ask(bad)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    await expect.poll(() => lines.filter(([message]) => message === 'info call').length).toBe(4);
    const [defect, call] = lines;
    expect(defect).toMatchObject(['error defect', { request: 'proxy-42', operation: 'getMe', path: '/api/me/' }]);
    expect(call).toEqual([
      'info call',
      { request: 'proxy-42', method: 'GET', path: '/api/me/', operation: 'getMe', status: 500, ms: expect.any(Number), user: '1001' },
    ]);
  });

  test('of monitoring is told at debug only, while it is well', async () => {
    server = await startHttp({ log });
    await send(`${server.url}/api/health/`, 'GET');
    await expect.poll(() => lines).toMatchObject([['debug call', { operation: 'getHealth' }]]);
  });

  test('with HEAD answers as GET does, without a body', async () => {
    const row = { id: 3, date: '2026-04-29' };
    server = await startHttp({
      handlers: handlersWith({ listHolidays: async () => ({ count: 1, next: null, previous: null, results: [row] }) }),
    });
    const path = `${server.url}/api/holiday-calendars/`;
    const got = await send(path, 'GET', { role: 'manager' });
    const head = await send(path, 'HEAD', { role: 'manager' });
    expect([head.status, head.body]).toEqual([200, undefined]);
    expect(head.headers.get('content-length')).toBe(String(JSON.stringify(got.body).length));
    expect((await send(path, 'HEAD')).status).toBe(401);
    const wrong = await send(`${server.url}/api/login/`, 'HEAD');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await send(path, 'PUT', { role: 'manager' })).headers.get('allow')).toContain('GET, HEAD');
  });
});

describe('/metrics', () => {
  const TOKEN = 'a-token-of-monitoring';
  const metricsWith = (token?: string) =>
    createMetrics({
      version: '1.2.3',
      role: 'all',
      token,
      names: { planner_jobs: 'Jobs by kind and state.' },
      read: async () => [{ name: 'planner_jobs', labels: { kind: 'schedule', status: 'queued' }, value: 2 }],
    });

  test('tells calls by operation and status, jobs and the build', async () => {
    const metrics = metricsWith();
    const failing = handlersWith({ listHolidays: async () => Promise.reject(new Error('a defect')) });
    server = await startHttp({ metrics, handlers: failing });
    await send(`${server.url}/api/health/`, 'GET');
    await send(`${server.url}/api/me/`, 'GET');
    const read = async () => String((await send(`${server?.url}/metrics`, 'GET')).body);
    await expect.poll(read).toContain('planner_http_requests_total{operation="getMe",status="401"} 1');
    await send(`${server.url}/api/holiday-calendars/`, 'GET', { role: 'manager' });
    const text = await read();
    expect(text).toContain('planner_defects_total{operation="listHolidays"} 1');
    expect(text).toContain('planner_http_requests_total{operation="getHealth",status="204"} 1');
    expect(text).toContain('planner_http_request_seconds_count{operation="getHealth"} 1');
    expect(text).toContain('planner_jobs{kind="schedule",status="queued"} 2');
    expect(text).toMatch(/planner_build_info\{version="1\.2\.3",role="all",node="v[\d.]+"\} 1/);
  });

  test('is for this machine, not for who comes through a proxy on it; elsewhere it wants the token, and without one there is nothing', async () => {
    for (const [token, status] of [
      [undefined, 404],
      [TOKEN, 401],
    ] as const) {
      server = await startHttp({ metrics: metricsWith(token) });
      const ask = async (headers: Record<string, string> = {}) => (await send(`${server?.url}/metrics`, 'GET', { headers })).status;
      expect(await ask()).toBe(200);
      expect(await ask({ 'x-forwarded-for': '10.0.0.7' })).toBe(status);
      expect(await ask({ via: '1.1 proxy', authorization: 'Bearer another' })).toBe(status);
      await server.close();
    }
    server = await startHttp({ metrics: metricsWith(TOKEN) });
    const headers = { 'x-forwarded-for': '10.0.0.7', authorization: `Bearer ${TOKEN}` };
    expect((await send(`${server.url}/metrics`, 'GET', { headers })).status).toBe(200);
  });
});

describe('addresses', () => {
  test('that nobody knows get a small page in a browser, the error of the API elsewhere', async () => {
    server = await startHttp();
    const typed = await send(`${server.url}/phpmyadmin/index.php`, 'GET', { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(typed.status).toBe(404);
    expect(typed.body).toContain('ページが見つけられませんでした。');
    expect(typed.body).toContain('<a href="/">');
    expect(await send(`${server.url}/metrics`, 'GET')).toMatchObject({ status: 404, body: { error: '該当のデータが存在しません。' } });
    expect((await send(`${server.url}/api/nowhere`, 'GET', { headers: { accept: 'text/html' } })).body).toEqual({
      error: '該当のデータが存在しません。',
    });
  });

  test('of a process that works on jobs are health, readiness and metrics alone', async () => {
    server = await startHttp({ only: ['getHealth', 'getReady'], handlers: handlersWith({ getReady: async () => ({ status: 'ok' }) }) });
    const status = async (path: string) => (await send(`${server?.url}${path}`, 'GET', { role: 'manager' })).status;
    expect([await status('/api/ready/'), await status('/api/me/'), await status('/products'), await status('/api/docs/')]).toEqual([
      200, 404, 404, 404,
    ]);
  });
});

test('a process that stops ends its streams and keeps no connection longer than the call on it', async () => {
  const calls = watchCalls(() => undefined);
  const answers = express()
    .use(calls.watch)
    .get('/stream', (_request, response) => void response.set('Content-Type', 'text/event-stream').write(': here\n\n'))
    .get('/call', (_request, response) => void response.end('done'));
  const listening = createServer(SERVER_OPTIONS, answers);
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  expect(listening.headersTimeout).toBeGreaterThan(listening.keepAliveTimeout);
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  const stream = await fetch(`${url}/stream`);
  expect(calls.open()).toEqual({ calls: 0, streams: 1 });
  calls.stop();
  expect(await stream.text()).toBe(': here\n\n');
  expect((await fetch(`${url}/call`)).headers.get('connection')).toBe('close');
  await new Promise((resolve) => listening.close(resolve));
});
