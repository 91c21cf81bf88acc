import { availableParallelism, loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRows, needed, serialOf, TASKS } from '../../bench/imports/made-rows.ts';
import type { Database } from '../../server/db/connect.ts';
import { codeKey } from '../../server/domain/fold.ts';
import { testDatabase } from '../support/database.ts';
import { importer, workbookOf } from './support.ts';

const COUNT = 20_000;
let database: Database;

beforeAll(async () => {
  database = await testDatabase();
  await database.knex('tasks').insert(TASKS.map((code) => ({ task_code: code, code_key: codeKey(code), task_name: '工程' })));
  const orders = needed['order-tasks']?.(COUNT).orders ?? 0;
  await database.knex.raw('insert into orders (serial_number, serial_key) select code, code from json_array_elements_text(?::json) code', [
    JSON.stringify(Array.from({ length: orders }, (_, index) => serialOf(index))),
  ]);
});
afterAll(() => database.close());

/** Runs the import with an eye on the event loop: the longest time anyone else had to wait. */
async function watched<Answer>(work: () => Promise<Answer>): Promise<{ answer: Answer; seconds: number; blockedMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const before = performance.now();
  const answer = await work();
  const seconds = (performance.now() - before) / 1000;
  delay.disable();
  return { answer, seconds, blockedMs: delay.max / 1e6 };
}

/** Limits hold on a machine of one's own; where others compute too, they grow by as much as there is too little of it. */
const crowded = (): number => Math.max(1, (2 * (loadavg()[0] as number)) / availableParallelism());

const rows = makeRows('order-tasks', COUNT);

test('a workbook of 20,000 rows and 15 columns is imported in seconds and lets everyone else go on', async () => {
  const bytes = workbookOf(
    'order-tasks',
    rows.map((row) => ({ ...row, received: row.received ? 1 : 0 })),
  );
  const run = importer(database.knex);
  const dry = await watched(() => run.file('order-tasks', bytes, { dryRun: true }));
  expect(dry.answer).toMatchObject({ errors: [], new: COUNT });
  const real = await watched(() => run.file('order-tasks', bytes));
  expect(real.answer).toEqual({ errors: [], warnings: [], imported: COUNT });
  expect(real.seconds).toBeLessThan(10 * crowded());
  expect(Math.max(dry.blockedMs, real.blockedMs)).toBeLessThan(100 * crowded());
}, 120_000);

test('so are 20,000 rows of JSON', async () => {
  const body = new TextEncoder().encode(JSON.stringify({ rows: rows.map((row) => ({ ...row, work_hours: 3 })) }));
  const { importRows } = await import('../../server/features/imports/imports.service.ts');
  const { clock } = await import('./support.ts');
  const { answer, seconds, blockedMs } = await watched(() => importRows(database.knex, 'order-tasks', body, { actor: '1001', clock }));
  expect(answer).toEqual({ errors: [], warnings: [], imported: COUNT });
  expect(seconds).toBeLessThan(10 * crowded());
  expect(blockedMs).toBeLessThan(100 * crowded());
}, 120_000);
