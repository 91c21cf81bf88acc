import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import type { Knex } from 'knex';
import { writeDemoFiles } from '../../seeds/demo/files.ts';
import { generateDemo } from '../../seeds/demo/index.ts';
import { claim, type Job, LEASE_SECONDS, sweeper } from '../../server/db/jobs/jobs.ts';
import { codeKey } from '../../server/domain/ground/fold.ts';
import { epochMs } from '../../server/domain/ground/plant-time.ts';
import type { NightSetting } from '../../server/features/nightly/context.ts';
import { runNight } from '../../server/features/nightly/night.ts';
import { type Night, requestNight } from '../../server/features/nightly/nightly.service.ts';
import { findNight, waitingNights } from '../../server/features/nightly/reads.store.ts';
import { workbookOf } from '../imports/support.ts';
import { TODAY } from '../support/demos.ts';
import { plantBuilder } from '../support/plant.ts';
import { QUICK_RUN } from '../support/quick-run.ts';

export const clock = (): number => epochMs(`${TODAY}T02:30:00+09:00`);

export type Folders = { root: string; inbox: string; outbox: string; remove(): Promise<void> };

/** An inbox of a test's own, and the name of an outbox that is not there yet. */
export async function makeFolders(): Promise<Folders> {
  const root = await mkdtemp(join(tmpdir(), 'planner-night-'));
  const [inbox, outbox] = [join(root, 'inbox'), join(root, 'outbox')];
  await mkdir(inbox);
  return { root, inbox, outbox, remove: () => rm(root, { recursive: true, force: true }) };
}

/** The dirty demo as import files in a folder; gives their names. */
export async function dirtyFiles(folder: string): Promise<string[]> {
  const paths = await writeDemoFiles(folder, generateDemo({ today: TODAY, orders: 15, products: 15, dirty: 1 }));
  return paths.map((path) => basename(path));
}

/** Puts files into the inbox, under their names or others. */
export async function putIn(inbox: string, from: string, names: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, source] of Object.entries(names)) await copyFile(join(from, source), join(inbox, name));
}

export const write = (inbox: string, name: string, content: string | Uint8Array): Promise<void> => writeFile(join(inbox, name), content);

/** Every file under a folder, texts with their content. */
export async function contentOf(folder: string): Promise<Record<string, string>> {
  const found: [string, string][] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // Workbooks bear the time of their making.
    found.push([relative(folder, path), path.endsWith('.txt') ? await readFile(path, 'utf8') : '']);
  }
  return Object.fromEntries(found.sort());
}

/** A plant of one task, one facility and one product, which is planned at once. */
export async function smallPlant(db: Knex): Promise<void> {
  const plant = plantBuilder(db);
  const task = await plant.task({ task_code: '320-4111-001', task_name: '検査' });
  await plant.facility({ facility_code: 'F1', facility_name: '検査場', tasks: [task] });
  await plant.product({ product_code: 'P1', product_name: '弁箱' });
}

const order = (serial_number: string, more: object = {}) => ({
  ...{ serial_number, product_code: 'P1', product_name: '弁箱', number: 2, weight: 10, delivery_status: '素材', material: 'SC480' },
  ...{ delivery_date: '2026-04-20', casting_date: '2026-03-20', ...more },
});
const orderTask = (serial_number: string, lot_number: string) => ({
  ...{ serial_number, lot_number, arrangement: '内作', task_sort: 10, task_code: '320-4111-001', task_name: '検査', outsourcing_code: '' },
  ...{ order_name: '', setup_hours: 0, work_hours: 1, solution_frame_days: 0, received: 0, last_reception_date: null },
  ...{ order_quantity: 2, received_quantity: 0 },
});

/** A morning's files for the small plant: orders of which one row is bad, their tasks, a file that must be refused, and one of no kind. */
export async function morningFiles(inbox: string): Promise<void> {
  const orders = [order('02640001'), order('02640002'), order('02640003', { number: 'x' })];
  await write(inbox, '08-orders.xlsx', workbookOf('orders', orders));
  await write(inbox, '09-order-tasks.xlsx', workbookOf('order-tasks', [orderTask('02640001', '01'), orderTask('02640002', '01')]));
  await write(inbox, 'products.csv', 'a,b\r\n1,2\r\n');
  await write(inbox, 'memo.pdf', 'x');
}
export { order, orderTask };

/** An order with one lot, as an earlier import left it. */
export async function knownOrder(db: Knex, serial_number: string, lot: string): Promise<void> {
  const plant = plantBuilder(db);
  const product = await db('products').first('id');
  const id = await plant.order({ serial_number, serial_key: codeKey(serial_number), product_id: product.id, delivery_date: '2026-04-20' });
  const task = await db('tasks').first('id');
  await plant.orderTask(await plant.lot(id, lot), task.id, { task_sort: 10, order_quantity: 2 });
}

/** Asks for a night, takes its job and works it, until it ends or is cut off by what `at` throws. */
export async function night(db: Knex, setting: NightSetting): Promise<void> {
  const job = (await requestNight(db, { requested_by: 'cli', now_ms: clock() })) as Job;
  const mine = await claim(db, { kinds: ['nightly'], worker: 'test', id: job.id });
  if (!mine) throw new Error('the night is not there to be claimed');
  await runNight({ settleMs: 20, run: QUICK_RUN, ...setting }, { db, clock }, mine);
}

/** The newest night that has ended. */
export const latest = async (db: Knex): Promise<Night> => (await findNight(db, (await waitingNights(db, 0)).ended ?? 0, 0)) as Night;

/** A worker was killed: its lease runs out, and its job is back in the queue, as if for the first time; in error after its last attempt. */
export async function leaseRunsOut(db: Knex, attempt = 1): Promise<void> {
  const past = db.raw('now() - make_interval(secs => ?)', [LEASE_SECONDS + 1]);
  await db('jobs').where({ status: 'running' }).update({ heartbeat_at: past, attempt });
  await sweeper(db, 0)();
}

/** What a night leaves in the database, without numbers and times of its own. */
export async function traceOf(db: Knex): Promise<Record<string, unknown>> {
  const rows = async (sql: string): Promise<unknown[]> => (await db.raw(sql)).rows;
  return {
    orders: await rows('select serial_number, number, delivery_date, version from orders order by 1'),
    tasks: await rows(
      'select o.serial_number, l.lot_number, t.task_sort from order_tasks t join lots l on l.id = t.lot_id join orders o on o.id = l.order_id order by 1, 2, 3',
    ),
    plan: await rows(`select o.serial_number, l.lot_number, e.start_at, e.end_at, e.version from plan_entries e join lots l on l.id = e.lot_id
      join orders o on o.id = l.order_id order by 1, 2, 3`),
    imports: await rows(
      'select kind, file_name, refused, row_count, new_count, changed_count, left_out_count, actor from import_log order by id',
    ),
    left_out: await rows('select row_number, reason from import_left_out order by 1'),
    audit: await rows('select operation, kind, count(*)::integer as count from audit group by 1, 2 order by 1, 2'),
    jobs: await rows('select kind, status, count(*)::integer as count from jobs group by 1, 2 order by 1, 2'),
    workbooks: await rows('select file_type, file_name, content is not null as whole from excel_files order by 1'),
    files: await rows('select name, kind, stage, outcome, sentence, target from night_files order by night_id, position'),
    nights: await rows(`select status, problems, summary - 'workbooks' - 'left_out' - 'files' as summary from nights order by id`),
  };
}
