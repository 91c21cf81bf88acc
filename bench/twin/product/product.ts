import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { endDay, midnightOf } from '../../../seeds/twin/calendar.ts';
import { liveDay } from '../../../seeds/twin/day.ts';
import { NO_PLAN } from '../../../seeds/twin/plan.ts';
import { createWorld, settleCastings, type World } from '../../../seeds/twin/world.ts';
import { dateOfDay, dayNumber } from '../../../server/domain/ground/plant-time.ts';
import { withServer } from '../../server.ts';
import { textTable } from '../../text-table.ts';
import { createChanges } from '../figures.ts';
import { calendarDays } from '../life.ts';
import { foundryOf, plantOf } from '../plants.ts';
import { coreSystem } from './files.ts';
import { type Answers, createFloor } from './floor.ts';
import { type Evening, inboxIn, startProduct } from './server.ts';
import { type Names, readWall, type Wall } from './wall.ts';

/** In the evening, when all has happened that happens on a day. */
const EVENING = '23:40';
const HEAD = ['day', 'files', 'night', 'open', 'late', 'moved', 'unfit', 'plan', 'kept %', 'stale', 's'];

/**
 * The twin lives through the whole product: each evening the core system's files lie in the inbox, the day's work is tapped, the night imports and plans, and the floor
 * goes down the list of that plan on the next day. `[--days 10] [--tasks 6500] [--seed 1] [--seconds 20]`: working days, and the time of a run.
 */
export async function benchProduct(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      days: { type: 'string', default: '10' },
      tasks: { type: 'string', default: '6500' },
      seed: { type: 'string', default: '1' },
      seconds: { type: 'string', default: '20' },
    },
  });
  const [days, tasks, seed, seconds] = [values.days, values.tasks, values.seed, values.seconds].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const folder = mkdtempSync(join(tmpdir(), 'planner-twin-'));
  try {
    await withServer(({ database }) => database((url) => live({ url, folder, days, tasks, seed, seconds })));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Asked {
  url: string;
  folder: string;
  days: number;
  tasks: number;
  seed: number;
  seconds: number;
}

async function live({ url, folder, days, tasks, seed, seconds }: Asked): Promise<void> {
  const asked = { name: 'demo', tasks, days: calendarDays(days), seed };
  const book = foundryOf(asked);
  const plant = plantOf(asked, book);
  const world = createWorld(plant, seed, asked.days);
  const changes = createChanges(world);
  const write = coreSystem(world, book.demo);
  const lines = [HEAD];
  let known: Known | undefined;
  let wall: Wall = { plan: NO_PLAN, bars: new Map(), runOf: () => null, stale: 0 };
  for (let day = dayNumber(plant.start); lines.length <= days; day += 1) {
    settleCastings(world, day);
    if (world.calendar.works(day)) {
      const began = performance.now();
      const evening = await startProduct(`${dateOfDay(day - 1)}T${EVENING}`, { url, folder });
      try {
        known ??= await found(evening, world, book);
        const rows = await write(inboxIn(folder), day);
        await known.floor.tell(evening, wall, day);
        const { night } = await evening.night(seconds);
        const before = wall.plan;
        wall = await readWall(evening, world, known.names);
        if (lines.length > 1) changes.note(before, wall.plan, day);
        lines.push([dateOfDay(day), ...lineOf(rows, night, wall, changes.sums), ((performance.now() - began) / 1000).toFixed(1)]);
        sayFaults(night);
      } finally {
        await evening.close();
      }
    }
    liveDay(world, wall.plan, day);
  }
  process.stdout.write(textTable(lines));
  sayLived(world, known!.floor.answers);
}

type Night = Awaited<ReturnType<Evening['night']>>['night'];

/** What is known of the product from its first evening on. */
interface Known {
  readonly floor: ReturnType<typeof createFloor>;
  readonly names: Names;
}

/** Loads the foundry as it is found. */
async function found(evening: Evening, world: World, { demo, first }: ReturnType<typeof foundryOf>): Promise<Known> {
  await evening.app.services.loadDemo({ ...first, locks: [] });
  await evening.signIn();
  const facilities = await facilitiesOf(evening, world);
  const facilityBy = new Map([...facilities].map(([own, theirs]) => [theirs, own]));
  return { floor: createFloor(world, facilities), names: { taskBy: tasksBy(world, demo), facilityBy } };
}

const lineOf = (
  rows: Record<string, number>,
  night: Night,
  { plan, stale }: Wall,
  { kept, bars }: ReturnType<typeof createChanges>['sums'],
): string[] => [
  Object.values(rows).join(' '),
  night?.status ?? '-',
  String(plan.bars.size),
  String(night?.late_after_count ?? '-'),
  String(night?.moved.count ?? '-'),
  String(night?.moved.moved_by?.unfit ?? '-'),
  String(night?.moved.moved_by?.plan ?? '-'),
  ((100 * kept) / Math.max(1, bars)).toFixed(1),
  String(stale),
];

function sayFaults(night: Night): void {
  for (const problem of night?.problems ?? []) process.stdout.write(`${problem}\n`);
  for (const { kind, reason } of night?.left_out ?? []) process.stdout.write(`left out: ${kind} ${reason}\n`);
}

function sayLived({ orders }: World, { counts, reasons }: Answers): void {
  const left = orders.filter(({ known, left }) => left !== null && left > midnightOf(known));
  const late = left.filter((order) => endDay(order.left!) > order.due);
  for (const [answer, times] of counts) process.stdout.write(`${answer}: ${times}\n`);
  for (const [reason, times] of reasons) process.stdout.write(`${times} × ${reason}\n`);
  process.stdout.write(`${left.length} orders left the plant, ${late.length} of them late\n`);
}

/** The product's numbers of facilities by the twin's. */
async function facilitiesOf({ all }: Evening, { plant }: World): Promise<Map<number, number>> {
  const shown = await all<{ id: number; facility_code: string }>('/facilities/?');
  const byCode = new Map(shown.map(({ id, facility_code }) => [facility_code, id]));
  return new Map(plant.rows.facilities.map(({ id, facility_code }) => [id, byCode.get(facility_code)!]));
}

/** The twin's processes by their names in files. */
const tasksBy = (world: World, demo: ReturnType<typeof foundryOf>['demo']): Map<string, number> =>
  new Map(
    [...world.tasks.values()].map(({ id, row, lot }) => {
      const { lot_number } = demo['order-tasks'][id - 1]!;
      return [`${lot.order.row.serial_number}/${lot_number}/${row.task_sort}`, id];
    }),
  );
