import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { dayNumber, epochMs, instantOfMinutes } from '../../server/domain/ground/plant-time.ts';
import type { PlanSettings } from '../../server/domain/plant/plan-settings.ts';
import { textTable } from '../text-table.ts';
import { busiestOf, type Figures, meanOf, type Told, toldOf } from './figures.ts';
import { calendarDays, live } from './life.ts';
import type { Known } from './morning.ts';
import { PLANT_NAMES, plantOf } from './plants.ts';
import { quoteOf } from './quotes.ts';
import { FOUR_WAYS, twinSettings, WAYS, type Way } from './ways.ts';

const HEAD = ['plant', 'way', 'price', 'earlier', 'seed', 'orders', 'on time %', 'late days', 'days/order', 'ahead', 'kept %'];
const HEAD_TOLD = ['plant', 'quote', 'seed', 'told', 'kept %', 'late days', 'quoted', 'all: orders', 'on time %', 'late days', 'busiest'];
const MORE = ['moved orders/day', 'sentences/day', 'fill %', 'open', 'busiest'];

interface Asked {
  readonly days: number;
  readonly tasks: number;
  readonly rounds: number;
  readonly seeds: readonly number[];
  /** A morning to write down, and where to. */
  readonly morning: number;
  readonly out: string | undefined;
}

/**
 * The twin: a plant that lives day by day and is really otherwise than its hours say, under several ways of planning it.
 * `[--days 250] [--tasks 1000] [--seeds 1,2,3] [--plants demo,dense] [--ways ours,anew,portfolio,edd,punctual,weekly] [--rounds 5]`, `--prices 0.25,1,4`: today's price of
 * moving times so much, `--earlier 0,1,2,4`: due dates shown so many days earlier; both for every way that is asked for.
 * `--quotes margin0,margin2,p90,lead42`: customers ask for a quarter of the orders that come, and are told a day so; the first way plans.
 * `--morning 80 --out FILE` writes that morning's rows as docs/engine.md replays them. Equal options, equal figures.
 */
export async function benchTwin(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      days: { type: 'string', default: '250' },
      tasks: { type: 'string', default: '1000' },
      seeds: { type: 'string', default: '1,2,3' },
      plants: { type: 'string', default: PLANT_NAMES.join(',') },
      ways: { type: 'string', default: FOUR_WAYS.map(({ name }) => name).join(',') },
      rounds: { type: 'string', default: '5' },
      prices: { type: 'string', default: '1' },
      earlier: { type: 'string', default: '0' },
      quotes: { type: 'string' },
      morning: { type: 'string', default: '1' },
      out: { type: 'string' },
    },
  });
  const numbers = (text: string): number[] => text.split(',').map(Number);
  const asked: Asked = {
    days: Number(values.days),
    tasks: Number(values.tasks),
    rounds: Number(values.rounds),
    seeds: numbers(values.seeds),
    morning: Number(values.morning),
    out: values.out,
  };
  if (values.quotes !== undefined) {
    const table = [HEAD_TOLD];
    for (const plant of values.plants.split(','))
      for (const quote of values.quotes.split(',')) table.push(...linesTold(asked, plant, wayOf(values.ways.split(',')[0]!), quote));
    process.stdout.write(textTable(table));
    return;
  }
  const table = [[...HEAD, ...MORE]];
  for (const plant of values.plants.split(','))
    for (const way of values.ways.split(',').map(wayOf))
      for (const price of numbers(values.prices))
        for (const earlier of numbers(values.earlier)) table.push(...linesOf(asked, { plant, way, price, earlier }));
  process.stdout.write(textTable(table));
}

function wayOf(name: string): Way {
  const way = WAYS.find((one) => one.name === name);
  if (!way) throw new RangeError(`no such way: ${name} (${WAYS.map((one) => one.name).join(', ')})`);
  return way;
}

interface Setting {
  readonly plant: string;
  readonly way: Way;
  readonly price: number;
  readonly earlier: number;
}

/** A line for each seed, and one of their means where there are several. */
function linesOf({ days, tasks, rounds, seeds, morning, out }: Asked, { plant: name, way, price, earlier }: Setting): string[][] {
  const named = [name, way.name, String(price), String(earlier)];
  const all: Figures[] = [];
  const lines = seeds.map((seed) => {
    const plant = plantOf({ name, tasks, days: calendarDays(days), seed });
    const settings = twinSettings(price);
    const see = (known: Known, nth: number): void => {
      if (out && nth === morning) writeMorning(out, known, settings);
    };
    const { world, figures, last } = live({ plant, seed, days, way, settings, rounds, earlier, see });
    all.push(figures);
    const { code, share } = busiestOf(world, dayNumber(plant.start), last);
    const line = [...named, String(seed), ...figuresSaid(figures), `${code} ${percent(share)}`];
    process.stdout.write(`${line.join('  ')}\n`);
    return line;
  });
  return seeds.length > 1 ? [...lines, [...named, 'mean', ...figuresSaid(meanOf(all)), '']] : lines;
}

/** How the days were kept that customers were told: a line for each seed, and one of all. */
function linesTold({ days, tasks, rounds, seeds }: Asked, name: string, way: Way, quote: string): string[][] {
  const all: [Told, Figures][] = [];
  const said = ({ told, kept, lateDays, quoted }: Told, own: Figures): string[] => [
    ...[told.toFixed(0), percent(kept), lateDays.toFixed(0), quoted.toFixed(0)],
    ...[own.orders.toFixed(0), percent(own.onTime), own.lateDays.toFixed(0)],
  ];
  const lines = seeds.map((seed) => {
    const plant = plantOf({ name, tasks, days: calendarDays(days), seed });
    const settings = twinSettings(1);
    const { world, figures, last } = live({ plant, seed, days, way, settings, rounds, earlier: 0, quote: quoteOf(quote) });
    const told = toldOf(world, dayNumber(plant.start), last);
    all.push([told, figures]);
    const { code, share } = busiestOf(world, dayNumber(plant.start), last);
    const line = [name, quote, String(seed), ...said(told, figures), `${code} ${percent(share)}`];
    process.stdout.write(`${line.join('  ')}\n`);
    return line;
  });
  if (seeds.length === 1) return lines;
  const sum = (of: (told: Told) => number): number => all.reduce((total, [told]) => total + of(told), 0);
  const told = sum((one) => one.told);
  const both: Told = {
    told,
    kept: sum((one) => one.kept * one.told) / Math.max(1, told),
    lateDays: sum((one) => one.lateDays),
    quoted: sum((one) => one.quoted) / seeds.length,
  };
  return [...lines, [name, quote, 'all', ...said(both, meanOf(all.map(([, figures]) => figures))), '']];
}

/** Writes a morning as the product keeps a problem that failed. */
function writeMorning(path: string, { rows, now }: Known, settings: PlanSettings): void {
  writeFileSync(path, JSON.stringify({ rows, options: { settings, seed: 1 }, now_ms: epochMs(instantOfMinutes(now)) }));
}

const percent = (share: number): string => (100 * share).toFixed(1);

const figuresSaid = ({ orders, onTime, lateDays, ahead, kept, movedOrders, sentences, fill, open }: Figures): string[] => [
  ...[
    orders.toFixed(0),
    percent(onTime),
    lateDays.toFixed(0),
    (lateDays / Math.max(1, orders)).toFixed(2),
    ahead.toFixed(1),
    percent(kept),
  ],
  ...[movedOrders.toFixed(1), sentences.toFixed(1), percent(fill), open.toFixed(0)],
];
