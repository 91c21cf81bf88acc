import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Success } from '../../server/contract/handlers.ts';
import { TERMINALS } from '../../server/domain/texts/program/terminals.ts';
import { serverHere } from '../support/here.ts';
import { plantBuilder } from '../support/plant.ts';

const server = serverHere();
let furnace = 0;
let lathe = 0;
let bar = 0;
let turned = 0;

beforeAll(async () => {
  const make = plantBuilder(server.db);
  const task = await make.task();
  furnace = await make.facility({ tasks: [task], facility_name: '1号炉' });
  lathe = await make.facility({ tasks: [task], facility_name: '旋盤' });
  const lot = await make.lot(await make.order());
  bar = await make.entry(lot, task, ['2026-04-01 08:00', '2026-04-01 12:00'], { facility_id: furnace });
  turned = await make.entry(lot, task, ['2026-04-02 08:00', '2026-04-02 12:00'], { facility_id: lathe });
});

type Terminal = Success<'createTerminal'>;
const ask = <Body = never>(...asked: Parameters<typeof server.ask>) => server.ask<Body>(...asked);
const add = (name: string, facility_ids: number[]) => server.post<'createTerminal'>('/api/terminals/', { name, facility_ids });
const codeOf = async ({ id }: Terminal) => (await server.post<'createTerminalCode'>(`/api/terminals/${id}/code/`)).code;
const pairBy = (code: string) => server.call<Success<'pairTerminal'>>('POST', '/api/terminal/pair/', { body: { code } });
const paired = async (terminal: Terminal): Promise<string> => (await pairBy(await codeOf(terminal))).body.token;
const tap = (facility: number) => ({
  ...{ client_id: randomUUID(), kind: 'start', at: '2026-04-01T09:00:00+09:00', facility, unit: null, furnace_run: null },
  entries: [{ entry_id: bar }],
});

test('a device is paired by a code, once; it reads and marks its facilities alone, under its own name', async () => {
  const terminal = await add('炉前', [furnace]);
  const code = await codeOf(terminal);
  expect(code).toMatch(/^\d{6}$/);
  // As it may be typed: in two groups, in wide digits.
  const wide = code.slice(3).replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
  const { status, body } = await pairBy(`${code.slice(0, 3)} ${wide}`);
  expect([status, body]).toMatchObject([200, { terminal: { name: '炉前', facilities: [{ id: furnace, name: '1号炉' }] } }]);
  expect(await pairBy(code)).toEqual({ status: 400, body: { code: [TERMINALS.codeDead] } });
  const { token } = body;
  expect(await ask('GET', '/api/terminal/', undefined, token)).toMatchObject({ status: 200, body: { name: '炉前' } });
  const today = await server.get<'getToday'>('/api/today/', token);
  expect(today.facilities.map(({ id }) => id)).toEqual([furnace]);
  expect(await ask('GET', `/api/today/?facility=${lathe}`, undefined, token)).toMatchObject({ status: 404 });
  expect(await ask('POST', '/api/marks/', tap(lathe), token)).toMatchObject({ status: 403 });
  expect(await ask('POST', '/api/marks/', tap(furnace), token)).toMatchObject({ status: 200, body: { result: 'accepted' } });
  expect(await server.db('work_taps').orderBy('id', 'desc').first('employee_name')).toEqual({ employee_name: '炉前' });
  const listed = await server.get<'listTerminals'>('/api/terminals/');
  expect(listed.results).toMatchObject([{ name: '炉前', paired_at: expect.any(String), seen_at: expect.any(String) }]);
  expect(JSON.stringify(await server.db('terminals'))).not.toContain(token.split('.')[2]);
});

test('it is cut off at once: taken away, or paired anew on another device; another name or other facilities hold from its next call', async () => {
  const terminal = await add('二号炉', [furnace]);
  const first = await paired(terminal);
  const second = await paired(terminal);
  expect(await ask('GET', '/api/today/', undefined, first)).toMatchObject({ status: 401, body: { error: TERMINALS.cutOff } });
  const [{ version }] = await server.db('terminals').where({ id: terminal.id }).select('version');
  const change = { version, facility_ids: [lathe] };
  expect(await ask('PATCH', `/api/terminals/${terminal.id}/`, { ...change, version: 1 })).toMatchObject({ status: 409 });
  const changed = { status: 200, body: { facilities: [{ id: lathe }] } };
  expect(await ask('PATCH', `/api/terminals/${terminal.id}/`, change)).toMatchObject(changed);
  expect(await ask('POST', '/api/marks/', tap(furnace), second)).toMatchObject({ status: 403 });
  expect(await ask('DELETE', `/api/terminals/${terminal.id}/`)).toMatchObject({ status: 204 });
  expect(await ask('GET', '/api/terminal/', undefined, second)).toMatchObject({ status: 401, body: { error: TERMINALS.cutOff } });
  for (const forged of [`${second}x`, 'terminal.', 'terminal.x.y', `terminal.${randomUUID()}.x`])
    expect(await ask('GET', '/api/terminal/', undefined, forged), forged).toMatchObject({ status: 401 });
});

test('it marks nothing of another facility’s, though it names its own', async () => {
  const token = await paired(await add('三号炉', [furnace]));
  const started = { ...tap(lathe), entries: [{ entry_id: turned }] };
  expect(await ask('POST', '/api/marks/', started)).toMatchObject({ status: 200, body: { result: 'accepted' } });
  const other = { at: started.at, facility: furnace, unit: null };
  const refused = { result: 'refused', reason: expect.stringContaining('「旋盤」に移されています。') };
  const mark = (more: object) => server.post<'postMark'>('/api/marks/', { ...other, client_id: randomUUID(), ...more }, token);
  for (const kind of ['quantity', 'finish']) expect(await mark({ kind, entries: started.entries }), kind).toEqual(refused);
  expect(await mark({ kind: 'undo', undoes: started.client_id })).toMatchObject({ result: 'refused' });
  expect(await server.db('actuals').where({ order_task_id: turned }).first('good', 'finished_at')).toEqual({
    good: null,
    finished_at: null,
  });
});

test('a name is given once, a facility is one of the plant', async () => {
  const taken = await ask('POST', '/api/terminals/', { name: ' 炉前　', facility_ids: [furnace] });
  expect(taken).toEqual({ status: 400, body: { name: [TERMINALS.nameTaken] } });
  const unknown = await ask('POST', '/api/terminals/', { name: '新しい端末', facility_ids: [furnace, 999_999] });
  expect(unknown).toEqual({ status: 400, body: { facility_ids: [TERMINALS.facilityUnknown] } });
});

test('a code is void after ten minutes, and who guesses codes is told to come back', async () => {
  const terminal = await add('期限切れ', [furnace]);
  const code = await codeOf(terminal);
  await server.db('terminals').where({ id: terminal.id }).update({ code_until: '2026-01-01T00:00:00Z' });
  expect(await pairBy(code)).toMatchObject({ status: 400 });
  const answers = new Set<number>();
  for (let guess = 0; guess < 20; guess++) answers.add((await pairBy(String(guess).padStart(6, '0'))).status);
  expect([...answers].sort()).toEqual([400, 429]);
});
