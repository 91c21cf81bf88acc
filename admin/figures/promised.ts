import type { SheetCell } from '../../server/files/write-sheets.ts';
import { nameOf } from '../parts/format.ts';
import { PROMISED as WORDS } from '../texts/figures.ts';
import type { Figures } from './format.ts';

type Promised = Figures['promises'];
type Order = Promised['orders'][number];

/** Promised orders that have something in common: those that were shipped, those in time, and the days by which the others were late. */
export interface PromisedGroup {
  name: string;
  shipped: number;
  kept: number;
  late_days: number;
}

function groupsOf(orders: readonly Order[], groupOf: (order: Order) => string): PromisedGroup[] {
  const groups = new Map<string, PromisedGroup>();
  for (const order of orders) {
    const name = groupOf(order);
    const group = groups.get(name) ?? { name, shipped: 0, kept: 0, late_days: 0 };
    group.shipped += 1;
    if (order.late_days === 0) group.kept += 1;
    group.late_days += order.late_days;
    groups.set(name, group);
  }
  return [...groups.values()];
}

/** By the month of the promised day, the last one first. */
export const byMonth = ({ orders }: Pick<Promised, 'orders'>): PromisedGroup[] =>
  groupsOf(orders, ({ promised_on }) => WORDS.month(promised_on));

/** By product, those first that were late most. */
export const byProduct = ({ orders }: Pick<Promised, 'orders'>): PromisedGroup[] =>
  groupsOf(orders, nameOf).sort((one, other) => other.late_days - one.late_days || other.shipped - one.shipped);

/** The share that was shipped in time, in percent with one decimal; null: nothing was shipped. */
export const promisedRate = ({ kept, shipped }: { kept: number; shipped: number }): number | null =>
  shipped === 0 ? null : Math.round((kept / shipped) * 1000) / 10;

const groupRow = (group: PromisedGroup): SheetCell[] => [group.name, promisedRate(group), group.kept, group.shipped, group.late_days];

/** What was promised as rows of a file: all together, by month, by product, and the orders behind it. */
export function promisedRows(promised: Promised): SheetCell[][] {
  const heads = [`${WORDS.rate}(%)`, WORDS.kept, WORDS.shipped, WORDS.lateDays];
  const { title, byMonth: month, byProduct: product } = WORDS;
  return [
    ['', ...heads],
    groupRow({ name: title, ...promised }),
    ...(promised.orders.length === 0 ? [] : [[month, ...heads], ...byMonth(promised).map(groupRow)]),
    ...(promised.orders.length === 0 ? [] : [[product, ...heads], ...byProduct(promised).map(groupRow)]),
    ...(promised.orders.length === 0 ? [] : [[WORDS.orders, product, WORDS.promisedOn, WORDS.shippedOn, WORDS.lateDays]]),
    ...promised.orders.map(({ serial_number, promised_on, shipped_on, late_days, ...product }) => [
      ...[serial_number, nameOf(product)],
      ...[{ date: promised_on }, { date: shipped_on }],
      late_days,
    ]),
  ];
}
