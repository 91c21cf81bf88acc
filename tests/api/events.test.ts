import { setTimeout as pause } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { announce, eventFeed } from '../../server/db/events.ts';
import { enqueue } from '../../server/db/jobs/jobs.ts';
import { type EventHub, eventHub, MOST_OF_USER } from '../../server/features/events/events.service.ts';
import { createLog } from '../../server/log.ts';
import { besideServer, serverHere } from '../support/here.ts';
import { plantBuilder } from '../support/plant.ts';
import { eventually } from '../support/wait.ts';

const one = serverHere({ demo: false }, '1002');
let other: Awaited<ReturnType<typeof besideServer>>;
let bar = 0;
let order = 0;
const open: AbortController[] = [];
const PASSWORD = 'kawa-no-mieru-oka';

beforeAll(async () => {
  other = await besideServer(one, { role: 'api' });
  const make = plantBuilder(one.db);
  const task = await make.task();
  order = await make.order({ product_id: await make.product() });
  bar = await make.entry(await make.lot(order), task, ['2026-04-06 00:00', '2026-04-07 00:00']);
});
afterEach(() => {
  for (const stop of open.splice(0)) stop.abort();
});
afterAll(() => other.close());

interface Stream {
  status: number;
  headers: Headers;
  heard: { event: string; data: { [field: string]: unknown } }[];
  ended: boolean;
  stop(): void;
}

async function listenAt(url: string, bearer = one.own): Promise<Stream> {
  const stop = new AbortController();
  open.push(stop);
  const answer = await fetch(`${url}/api/events/`, { headers: { authorization: `Bearer ${bearer}` }, signal: stop.signal });
  const stream: Stream = { status: answer.status, headers: answer.headers, heard: [], ended: false, stop: () => stop.abort() };
  const parser = createParser({ onEvent: ({ event = '', data }) => stream.heard.push({ event, data: JSON.parse(data) }) });
  void (async () => {
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) parser.feed(part.value);
  })()
    .catch(() => undefined)
    .finally(() => {
      stream.ended = true;
    });
  return stream;
}
const named = (stream: Stream, event: string) => stream.heard.filter((heard) => heard.event === event);
/** For how long a server has heard nothing, as it tells a new stream; and the moments before and after it was asked. */
async function quietAt(url: string): Promise<{ quiet: number; asked: number; answered: number }> {
  const asked = performance.now();
  const stream = await listenAt(url);
  await eventually(() => named(stream, 'ready').length).toBe(1);
  stream.stop();
  return { quiet: Number(named(stream, 'ready')[0]?.data.quiet_ms), asked, answered: performance.now() };
}
const PROBE_MS = 20;
/** It hears, and says so; a busy machine lets it lose its ear and find it again, which it says as well. */
const HEARS = /^(event: ready\ndata: \{"quiet_ms":\d+\}\n\n(: still here\n\n)*)+(?<=: still here\n\n)$/;
/** Streams of their own, of a session that is asked often whether it lives. */
function hubOf(session: () => { connectionString: string }, clock = one.services.clock) {
  let lost = 0;
  const warn = (): void => {
    lost += 1;
  };
  const feed = eventFeed(session, { ...createLog('silent'), warn }, PROBE_MS);
  const hub = eventHub({ db: one.db, clock, feed });
  const close = async (): Promise<void> => {
    hub.end();
    await feed.close();
  };
  return { hub, close, lost: () => lost };
}
/** A stream and what it has said so far. */
function streamOf(hub: EventHub, bearer: string) {
  const [head, part = ''] = bearer.split('.');
  const { jti } = head === 'terminal' ? { jti: part } : (JSON.parse(Buffer.from(part, 'base64url').toString()) as { jti: string });
  let said = '';
  const stream = hub.open({ id: 3, jti }).on('data', (bytes: Buffer) => (said += bytes));
  return { stream, text: () => said };
}
/** Ends every session that listens. */
const endEars = () =>
  one.db.raw("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'");
/** Nothing has happened for so long that it cannot be taken for what has just begun. */
const LONG_QUIET_MS = 500;

/** Whose stream it is. */
type Who = { id: number; name: string; token: string };
/** How a session begins, and how it ends. */
type Death = { begin(admin: string): Promise<Who>; end(who: Who, admin: string): Promise<unknown> };
const ask = async <Answer>(method: string, path: string, bearer: string, body: object = {}): Promise<Answer> => {
  const answer = await one.ask<Answer>(method, path, body, bearer);
  expect(answer.status).toBeLessThan(300);
  return answer.body;
};
let born = 0;
const row = (name: string) => ({ employee_id: name, name, name_furigana: '', permission: 'manager' });
const promoted = (name: string) => ({ rows: [{ ...row(name), password: '', permission: 'planning_manager' }] });
const NEXT = { current_password: PASSWORD, password: `${PASSWORD}-2` };
const PERSON: Death['begin'] = async (admin) => {
  const name = `E${born++}`;
  const { id } = await ask<{ id: number }>('POST', '/api/employees/', admin, { ...row(name), password: PASSWORD });
  return { id, name, token: (await ask<{ token: string }>('POST', '/api/login/', admin, { employee_id: name, password: PASSWORD })).token };
};
const pairedBy = async (id: number, admin: string): Promise<string> => {
  const { code } = await ask<{ code: string }>('POST', `/api/terminals/${id}/code/`, admin);
  return (await ask<{ token: string }>('POST', '/api/terminal/pair/', admin, { code })).token;
};
const TERMINAL: Death = {
  begin: async (admin) => {
    const facility_ids = [await plantBuilder(one.db).facility()];
    const { id } = await ask<{ id: number }>('POST', '/api/terminals/', admin, { name: `炉前${born++}`, facility_ids });
    return { id, name: '', token: await pairedBy(id, admin) };
  },
  end: ({ id }, admin) => ask('DELETE', `/api/terminals/${id}/`, admin),
};
const change = (body: object): Death => ({ begin: PERSON, end: ({ id }, admin) => ask('PATCH', `/api/employees/${id}/`, admin, body) });
const DEATHS: [string, Death][] = [
  ['a logout', { begin: PERSON, end: ({ token: own }) => ask('POST', '/api/logout/', own) }],
  ['a new password of one’s own', { begin: PERSON, end: ({ token: own }) => ask('POST', '/api/me/password/', own, NEXT) }],
  ['another role', change({ permission: 'planning_manager' })],
  ['a deletion', { begin: PERSON, end: ({ id }, admin) => ask('DELETE', `/api/employees/${id}/`, admin) }],
  ['an imported role', { begin: PERSON, end: ({ name }, admin) => ask('POST', '/api/employees/upload_csv/', admin, promoted(name)) }],
  ['a command', { begin: PERSON, end: ({ name }) => one.services.resetPassword(name) }],
  ['a terminal’s removal', TERMINAL],
  ['a new pairing', { ...TERMINAL, end: ({ id }, admin) => pairedBy(id, admin) }],
];
const toggle = (body = {}) => one.ask('POST', `/api/schedules/${bar}/switch_lock_status/`, body);

describe('events', () => {
  test.each(DEATHS)('a stream hears nothing of what comes after %s at another process, and ends', async (_, die) => {
    const admin = await one.token();
    const who = await die.begin(admin);
    const dying = await listenAt(other.url, who.token);
    const staying = await listenAt(other.url);
    await eventually(() => [dying, staying].map(({ heard }) => heard.length)).toEqual([1, 1]);
    await die.end(who, admin);
    await announce(one.db, { kind: 'marks', entries: [bar], orders: [order], facilities: [1], by: '計画 花子' });
    await eventually(() => named(staying, 'marks').length).toBe(1);
    await eventually(() => dying.ended).toBe(true);
    expect(dying.heard.map(({ event }) => event)).toEqual(['ready']);
    expect(staying.ended).toBe(false);
  });

  test.each([
    ['twelve idle hours', 12],
    ['seven days', 7 * 24],
  ])('nor of what comes after %s', async (_, hours) => {
    let now = one.services.clock();
    const { hub, close } = hubOf(
      () => ({ connectionString: one.databaseUrl }),
      () => now,
    );
    const [idle, terminal] = [streamOf(hub, await one.token('1003')), streamOf(hub, (await TERMINAL.begin(await one.token())).token)];
    for (const { text } of [idle, terminal]) await eventually(text).toMatch(HEARS);
    now += hours * 3_600_000 + 1_000;
    const told = idle.text();
    await announce(one.db, { kind: 'inputs' });
    await eventually(() => idle.stream.readableEnded).toBe(true);
    await eventually(terminal.text).toContain('event: inputs');
    expect(idle.text()).toBe(told);
    await close();
    await eventually(() => hub.count()).toBe(0);
  });

  test('a server that has lost its ear says nothing, whoever asks, until it hears again', async () => {
    let where = one.databaseUrl;
    const { hub, close, lost } = hubOf(() => ({ connectionString: where }));
    const before = streamOf(hub, one.own);
    await eventually(before.text).toMatch(HEARS);
    where = 'postgres://127.0.0.1:1/none';
    await endEars();
    await eventually(lost).toBeGreaterThan(0);
    const told = before.text();
    const meanwhile = streamOf(hub, one.own);
    await pause(10 * PROBE_MS);
    expect([before.text(), meanwhile.text()]).toEqual([told, '']);
    where = one.databaseUrl;
    await eventually(() => before.text().slice(told.length)).toMatch(HEARS);
    await eventually(meanwhile.text).toMatch(HEARS);
    await close();
  });

  test('a change made at one process is heard at the other, with the bars and orders it names; one that is refused is not', async () => {
    const stream = await listenAt(other.url);
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    const figures = await (await fetch(`${other.url}/metrics`)).text();
    expect(figures).toMatch(/^planner_event_streams [1-9]/m);
    expect(figures).toMatch(/^planner_uploads 0$/m);
    await eventually(() => stream.heard.length).toBe(1);
    expect(stream.heard[0]?.event).toBe('ready');
    expect([(await toggle({ version: 999 })).status, (await toggle()).status]).toEqual([409, 200]);
    await eventually(() => named(stream, 'schedule').length).toBe(1);
    expect(named(stream, 'schedule')[0]?.data).toMatchObject({ kind: 'schedule', entries: [bar], orders: [order] });
  });

  test('a session that breaks is opened again: everybody is told to read anew, and hears what follows', async () => {
    const stream = await listenAt(other.url);
    await eventually(() => stream.heard.length).toBe(1);
    await endEars();
    await eventually(() => named(stream, 'ready').length).toBe(2);
    expect(named(stream, 'ready')[1]?.data.quiet_ms).toBeLessThan(LONG_QUIET_MS);
    await toggle();
    await eventually(() => named(stream, 'schedule').length).toBe(1);
    expect(stream.ended).toBe(false);
  });

  test('the first word says for how long nothing was heard: longer each time, until something happens', async () => {
    // Whatever the tests before have set going may be heard in between.
    await eventually(async () => {
      const first = await quietAt(other.url);
      const second = await quietAt(other.url);
      // Long enough to tell what begins anew from what goes on.
      return first.quiet > LONG_QUIET_MS && second.quiet + 1 >= first.quiet + (second.asked - first.answered);
    }).toBe(true);
    const before = performance.now();
    const stream = await listenAt(other.url);
    expect((await toggle()).status).toBe(200);
    await eventually(() => named(stream, 'schedule').length).toBe(1);
    const { quiet, answered } = await quietAt(other.url);
    expect(quiet).toBeLessThan(answered - before);
  });

  test('a run tells when it is queued and when it has ended', async () => {
    const stream = await listenAt(other.url);
    await eventually(() => stream.heard.length).toBe(1);
    const { job } = await enqueue(one.db, { kind: 'schedule', requested_by: '1002', payload: {} });
    await one.ask('POST', `/api/schedule-queues/${job.id}/cancel/`);
    await eventually(() => named(stream, 'run').map(({ data }) => data.status)).toEqual(
      expect.arrayContaining(['queued', expect.stringMatching(/cancelled|complete|error/)]),
    );
    expect(named(stream, 'run')[0]?.data).toMatchObject({ job: job.id, status: 'queued' });
  });

  test('a terminal hears that its work may look otherwise, without ids and names', async () => {
    const terminal = await listenAt(other.url, (await TERMINAL.begin(await one.token())).token);
    const person = await listenAt(other.url);
    await eventually(() => [terminal, person].map(({ heard }) => heard.length)).toEqual([1, 1]);
    const run = { kind: 'run', job: 7 } as const;
    await announce(one.db, { ...run, status: 'queued' });
    await announce(one.db, { kind: 'inputs' });
    await announce(one.db, { kind: 'marks', entries: [bar], orders: [order], facilities: [1], by: '計画 花子' });
    await announce(one.db, { ...run, status: 'complete' });
    expect((await toggle()).status).toBe(200);
    await eventually(() => named(person, 'schedule').length).toBe(1);
    await eventually(() => terminal.heard).toEqual([
      { event: 'ready', data: { quiet_ms: expect.any(Number) } },
      { event: 'marks', data: { kind: 'marks' } },
      { event: 'run', data: { kind: 'run', status: 'complete' } },
      { event: 'schedule', data: { kind: 'schedule' } },
    ]);
    expect(named(person, 'marks')[0]?.data).toMatchObject({ orders: [order], by: '計画 花子' });
  });

  test('a user has so many streams and no more; one that has gone makes room', async () => {
    const manager = await one.token('1004');
    const streams = await Promise.all(Array.from({ length: MOST_OF_USER }, () => listenAt(other.url, manager)));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    const refused = await fetch(`${other.url}/api/events/`, { headers: { authorization: `Bearer ${manager}` } });
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    streams[0]?.stop();
    await eventually(async () => {
      const stream = await listenAt(other.url, manager);
      stream.stop();
      return stream.status;
    }).toBe(200);
  });
});
