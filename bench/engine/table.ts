import { textTable } from '../text-table.ts';
import { type Measure, NEW_BEST } from './published.ts';

const HEAD = ['set', 'family', 'kernel', 'instances', 'mean %', 'median %', 'max %', 'sum %', 'at best', 'new best', 'infeasible'];

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Equal to the best known value. */
const atBest = (one: Measure): boolean => one.best_known !== null && one.objective <= one.best_known * (1 + NEW_BEST);

/** A new best: beyond rounding below the best known value. */
const newBest = (one: Measure): boolean => one.best_known !== null && one.objective < one.best_known * (1 - NEW_BEST);

/** Σ of the objectives above Σ of the best known values, in percent: what counts where best known values may be 0. */
function sumGap(own: readonly Measure[]): number {
  const sum = (figure: (one: Measure) => number): number => own.reduce((total, one) => total + figure(one), 0);
  const best = sum((one) => one.best_known!);
  return best > 0 ? 100 * (sum((one) => Math.max(one.objective, one.best_known!)) / best - 1) : 0;
}

/** The table per family and set: gaps as max(0, gap), so that a record hides no miss; records and hits are counted by instance and seed. */
export function familyTable(measures: readonly Measure[]): string {
  const known = measures.filter((one) => one.best_known !== null);
  if (known.length === 0) return '';
  const groups = new Map<string, Measure[]>();
  for (const one of known)
    for (const key of [`${one.set}\t${one.family}\t${one.kernel}`, `${one.set}\tall\t${one.kernel}`])
      groups.set(key, [...(groups.get(key) ?? []), one]);
  const rows = [...groups].map(([key, own]) => {
    const gaps = own.flatMap(({ gap }) => (gap === null ? [] : [Math.max(0, 100 * gap)]));
    const figures = [mean(gaps), median(gaps), Math.max(0, ...gaps), sumGap(own)].map((value) => value.toFixed(3));
    const counts = [own.filter(atBest), own.filter(newBest), own.filter((one) => !one.feasible)].map(({ length }) => String(length));
    return [...key.split('\t'), String(new Set(own.map((one) => one.instance)).size), ...figures, ...counts];
  });
  rows.sort((a, b) => a[0]!.localeCompare(b[0]!) || Number(a[1] === 'all') - Number(b[1] === 'all') || a[1]!.localeCompare(b[1]!));
  return textTable([HEAD, ...rows]);
}

/**
 * The engine beside a peer, a row an instance: means over the seeds of every kernel, what the peer found in each of its times, and of its longest run the bound,
 * the status, CPU seconds in all and to the first plan, and its peak of memory. Empty where no peer was asked.
 */
export function peerTable(measures: readonly Measure[]): string {
  const beside = new Set(measures.filter(({ peer }) => peer).map(({ instance }) => instance));
  const shown = measures.filter(({ instance }) => beside.has(instance));
  if (shown.length === 0) return '';
  const kernels = [...new Set(shown.map(({ kernel }) => kernel))];
  const rows = [...beside].map((instance) => {
    const own = shown.filter((one) => one.instance === instance);
    const means = kernels.map((kernel) => {
      const of = own.filter((one) => one.kernel === kernel).map(({ objective }) => objective);
      return of.length === 0 ? '' : of.some(Number.isNaN) ? 'no plan' : mean(of).toFixed(3);
    });
    const { bound, status, cpu_seconds, first_seconds, megabytes } = own.findLast(({ peer }) => peer)!.peer!;
    const effort = [cpu_seconds, first_seconds, megabytes].map((value) => value?.toFixed(1) ?? '');
    return [instance, own[0]!.dispatcher.toFixed(3), ...means, bound.toFixed(3), status, ...effort];
  });
  return textTable([['instance', 'dispatcher', ...kernels, 'bound', 'status', 'cpu s', 'first plan s', 'MB'], ...rows]);
}
