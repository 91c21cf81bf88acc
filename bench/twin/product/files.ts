import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gridOf, writeGrid } from '../../../seeds/demo/files.ts';
import type { CastingRow, Demo, OrderRow, OrderTaskRow } from '../../../seeds/demo/types.ts';
import { endDay } from '../../../seeds/twin/calendar.ts';
import type { TwinLot, TwinTask, World } from '../../../seeds/twin/world.ts';
import { importFileName, importKind } from '../../../server/domain/files/imports.ts';
import { grouped } from '../../../server/domain/ground/collections.ts';
import { dateOfDay } from '../../../server/domain/ground/plant-time.ts';

/** What an evening's files bring. */
const TOLD = ['orders', 'order-tasks', 'castings'] as const;

/** Writes what the core system tells in the evening before a day, and has not told so: orders, processes of their lots, castings. Gives the rows of each file. */
export function coreSystem(world: World, demo: Demo): (folder: string, day: number) => Promise<Record<string, number>> {
  const told = new Map<string, string>();
  const isNews = (key: string, row: object): boolean => {
    const text = JSON.stringify(row);
    const news = told.get(key) !== text;
    told.set(key, text);
    return news;
  };
  const tasksOfLot = grouped(demo['order-tasks'], lotKey);
  /** Processes as they stand: what the floor or a partner has done is received. */
  const tasksOf = (lot: TwinLot): OrderTaskRow[] => {
    const { serial_number } = lot.order.row;
    const own = new Map(lot.tasks.map((task) => [task.row.task_sort, task]));
    return (tasksOfLot.get(`${serial_number}/${lotNumber(demo, lot)}`) ?? []).map((row) => asReceived(row, own.get(row.task_sort)));
  };
  return async (folder, day) => {
    const rows: { orders: OrderRow[]; 'order-tasks': OrderTaskRow[]; castings: CastingRow[] } = {
      orders: [],
      'order-tasks': [],
      castings: [],
    };
    for (const order of world.orders) {
      if (order.known > day) continue;
      const said = {
        ...demo.orders[order.row.id - 1]!,
        delivery_date: order.row.delivery_date!,
        delivery_status: order.left === null ? '荒加工' : '完納',
      };
      if (isNews(`order ${order.row.id}`, said)) rows.orders.push(said);
      for (const lot of order.lots) {
        const tasks = tasksOf(lot);
        if (isNews(`lot ${lot.id}`, tasks)) rows['order-tasks'].push(...tasks);
        const casting = { serial_number: order.row.serial_number, lot_number: lotNumber(demo, lot), casting_date: dateOfDay(lot.casting) };
        if (isNews(`casting ${lot.id}`, casting)) rows.castings.push(casting);
      }
    }
    await writeFiles(folder, { ...demo, ...rows });
    return Object.fromEntries(Object.entries(rows).map(([kind, { length }]) => [kind, length]));
  };
}

const lotKey = ({ serial_number, lot_number }: { serial_number: string; lot_number: string }): string => `${serial_number}/${lot_number}`;

const lotNumber = (demo: Demo, lot: TwinLot): string => demo['order-tasks'][lot.tasks[0]!.id - 1]!.lot_number;

function asReceived(row: OrderTaskRow, task: TwinTask | undefined): OrderTaskRow {
  if (!task || task.ended === null) return { ...row, received_quantity: task?.row.received_quantity ?? row.received_quantity };
  return { ...row, received: true, received_quantity: row.order_quantity, last_reception_date: dateOfDay(endDay(task.ended)) };
}

async function writeFiles(folder: string, demo: Demo): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const name of TOLD) {
    const kind = importKind(name)!;
    if (demo[name].length > 0) await writeGrid(join(folder, importFileName(kind)), kind, gridOf(kind, demo));
  }
}
