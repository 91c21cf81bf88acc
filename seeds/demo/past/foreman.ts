import { grouped, onceFor } from '../../../server/domain/ground/collections.ts';
import { dayNumber, isOnWeekday, weekdayBits } from '../../../server/domain/ground/plant-time.ts';
import { carries, DEFAULT_PIECE_SETTINGS, type Piece, pieceFits, readPiece } from '../../../server/domain/plant/piece.ts';
import type { PlanningRows } from '../../../server/scheduling/index.ts';
import { type Process, productAndTask } from '../../twin/route.ts';
import type { TwinLot, TwinTask, World } from '../../twin/world.ts';
import type { PastPlant } from './plant.ts';

/** What whoever plans the past has learned by heart of it: how pressing each process is, where it can be done, and what it takes there. */
export interface Foreman {
  /** Day on which a process is to begin at the latest. */
  latest(task: TwinTask): number;
  /** Day before which nobody begins it. */
  soonest(task: TwinTask): number;
  /** Facilities that can do it, in the order of their codes. */
  placesOf(task: TwinTask): readonly Place[];
  /** Of a furnace: what may go in together, and the weekdays on which it may. */
  recipeOf(task: TwinTask): Recipe;
  pieceOf(task: TwinTask): Piece;
}

export type Place = PlanningRows['facilities'][number];

export interface Recipe {
  readonly key: string;
  readonly weekdays: number;
  readonly values: { temperature: number; retention_time: number; cooling_method: string; cooling_time: number };
}

/** Hours that a work gets done on a working day, days that it waits for its turn, and calendar days of a working day. */
const WORK = { hours: 7, waits: 0.4, calendar: 1.45 };
const FURNACE_DAYS = 2;
/** What the book has received on a day was not begun longer before the last day for it. */
const BOOK_LEAD_DAYS = 3;
const MINUTES = 60;

/** Learns a plant by heart, by what its rows say. */
export function createForeman({ world, book, today }: PastPlant): Foreman {
  const { rows } = world.plant;
  const placesBy = new Map(rows.tasks.map(({ id }) => [id, rows.facilities.filter(({ task_ids }) => task_ids.includes(id))]));
  const machines = grouped(rows.product_processings, ({ product_id, task_id }) => productAndTask(product_id, task_id));
  const heats = grouped(rows.heat_treatments, ({ product_id, task_id }) => productAndTask(product_id, task_id));
  const products = new Map(rows.products.map((row) => [row.id, row]));
  const size = rows.order_tasks.length + 1;
  const latest = new Float64Array(size).fill(Number.NaN);
  /** Learns how pressing a lot is when it is first looked at: its due date may only be told when its order comes. */
  const learn = ({ tasks, order, id }: TwinLot): void => {
    const received = book
      .get(id)
      ?.filter((row) => row.received)
      .slice(-tasks.length);
    let wanted = received ? today - 1 : order.due;
    for (let index = tasks.length - 1; index >= 0; index -= 1) {
      const task = tasks[index]!;
      const day = received?.[index]?.last_reception_date;
      wanted = Math.min(wanted, day ? dayNumber(day) : wanted) - daysOf(world, task);
      latest[task.id] = wanted;
    }
  };
  const latestOf = (task: TwinTask): number => {
    if (Number.isNaN(latest[task.id])) learn(task.lot);
    return latest[task.id]!;
  };
  const placesOf = onceFor((task: TwinTask): Place[] => {
    const key = productAndTask(productOf(task), task.row.task_id);
    const allowed = heats.get(key) ?? machines.get(key);
    const able = (placesBy.get(task.row.task_id) ?? []).filter(
      ({ id }) => !allowed || allowed.some(({ facility_id }) => facility_id === id || facility_id === null),
    );
    const piece = pieceOf(task);
    return heats.has(key) ? able.filter((place) => pieceFits(piece, place)) : able.filter((place) => carries(piece.weight, place));
  });
  const pieceOf = onceFor((task: TwinTask): Piece => {
    const { order } = task.lot;
    return readPiece(order.row, products.get(order.row.product_id!)!, DEFAULT_PIECE_SETTINGS);
  });
  return {
    latest: latestOf,
    soonest: (task) => (book.has(task.lot.id) ? latestOf(task) - BOOK_LEAD_DAYS : Number.NEGATIVE_INFINITY),
    placesOf,
    pieceOf,
    recipeOf: onceFor((task: TwinTask): Recipe => {
      const heat = heats.get(productAndTask(productOf(task), task.row.task_id))![0]!;
      const { temperature, retention_time, cooling_method, cooling_time } = heat;
      const values = { temperature, retention_time, cooling_method, cooling_time };
      return { key: Object.values(values).join('/'), weekdays: weekdayBits(heat.work_settings), values };
    }),
  };
}

const productOf = ({ lot }: TwinTask): number => lot.order.row.product_id!;

/** Calendar days that a process takes with its waiting, as a rule of thumb. */
function daysOf({ routes }: World, task: TwinTask): number {
  const { kind, setup, minutes, awayDays } = routes.processOf(productOf(task), task.row, null);
  if (kind === 'away') return awayDays + 1;
  const waiting = routes.waitingDays(productOf(task), task.row.task_id, null);
  if (kind === 'furnace') return FURNACE_DAYS + waiting;
  return WORK.calendar * (WORK.waits + (setup + minutes) / MINUTES / WORK.hours);
}

/** What a process is at a facility. */
export const processAt = ({ routes }: World, task: TwinTask, facility: number | null): Process =>
  routes.processOf(productOf(task), task.row, facility);

/** Whether a treatment may be loaded on a day. */
export const mayLoad = ({ weekdays }: Recipe, day: number): boolean => isOnWeekday(weekdays, day);
