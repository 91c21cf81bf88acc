/** On which weekdays (bit 0 = Sunday) a lot may start in which furnace. */
type Slots = ReadonlyMap<number, number>;

/** A lot that needs a run which starts on one of the days [from, to], in one of its slots. */
export interface WaitingLot {
  readonly weight: number;
  readonly volume: number;
  readonly from: number;
  readonly to: number;
  readonly slots: Slots;
}

/** Weight and volume of the largest run. */
interface Largest {
  readonly maxWeight: number;
  readonly maxVolume: number;
}

interface Load {
  lots: number;
  weight: number;
  volume: number;
  heavy: number;
  bulky: number;
}

/** Lots whose slots lie within these slots. */
interface Group {
  readonly slots: Slots;
  readonly load: Load;
}

/** Groups looked at, the largest first: what shares no slot is found by trying all. */
const MOST_GROUPS = 10;

/**
 * The fewest runs of one family: runs of days apart, or of slots apart, are different ones, so the most that any way to cut the days and to choose groups asks for.
 * One lot less, or all lots of one run, is at most one run less.
 */
export function fewestRuns(lots: readonly WaitingLot[], largest: Largest): number {
  const groups = groupsOf(lots);
  const choices = choicesOf(groups);
  const latestFirst = [...lots]
    .sort((a, b) => b.from - a.from)
    .map((lot) => ({ lot, of: groups.filter(({ slots }) => isWithin(lot.slots, slots)) }));
  const ends = [...new Set(lots.map(({ to }) => to))].sort((a, b) => a - b);
  const all = newLoad();
  const runs: number[] = [];
  ends.forEach((end, index) => {
    for (const load of [all, ...groups.map((group) => group.load)]) Object.assign(load, newLoad());
    let [most, before] = [runs[index - 1] ?? 0, index - 1];
    latestFirst.forEach(({ lot, of }, i) => {
      if (lot.to <= end) for (const load of [all, ...of.map((group) => group.load)]) add(load, lot, largest);
      if (latestFirst[i + 1]?.lot.from === lot.from || all.lots === 0) return;
      while (before >= 0 && ends[before]! >= lot.from) before -= 1;
      most = Math.max(most, (runs[before] ?? 0) + runsIn(all, choices, largest));
    });
    runs.push(most);
  });
  return runs.at(-1) ?? 0;
}

const newLoad = (): Load => ({ lots: 0, weight: 0, volume: 0, heavy: 0, bulky: 0 });

function add(load: Load, { weight, volume }: WaitingLot, { maxWeight, maxVolume }: Largest): void {
  load.lots += 1;
  load.weight += Math.min(weight, maxWeight);
  load.volume += Math.min(volume, maxVolume);
  if (weight > maxWeight / 2) load.heavy += 1;
  if (volume > maxVolume / 2) load.bulky += 1;
}

function runsIn(all: Load, choices: readonly (readonly Group[])[], largest: Largest): number {
  let most = runsOf(all, largest);
  for (const choice of choices) {
    let sum = 0;
    for (const { load } of choice) sum += runsOf(load, largest);
    most = Math.max(most, sum);
  }
  return most;
}

const runsOf = (load: Load, { maxWeight, maxVolume }: Largest): number =>
  Math.max(Math.min(load.lots, 1), bins(load.weight, maxWeight), bins(load.volume, maxVolume), load.heavy, load.bulky);

const bins = (load: number, most: number): number => (load > 0 && Number.isFinite(most) ? Math.ceil(load / most - 1e-9) : load > 0 ? 1 : 0);

function groupsOf(lots: readonly WaitingLot[]): Group[] {
  const found = new Map<string, { slots: Slots; count: number }>();
  for (const { slots } of lots) {
    const key = [...slots].map(([machine, weekdays]) => `${machine}:${weekdays}`).join(' ');
    const group = found.get(key) ?? { slots, count: 0 };
    group.count += 1;
    found.set(key, group);
  }
  const sorted = [...found.values()].sort((a, b) => b.count - a.count).slice(0, MOST_GROUPS);
  return sorted.map(({ slots }) => ({ slots, load: newLoad() }));
}

/** Every set of two or more groups of which no two have a slot in common, and to which none can be added. */
function choicesOf(groups: readonly Group[]): Group[][] {
  const choices: Group[][] = [];
  const extend = (chosen: Group[], from: number): void => {
    const fits = (group: Group): boolean => chosen.every((other) => other !== group && !meet(group.slots, other.slots));
    if (chosen.length > 1 && !groups.some(fits)) choices.push(chosen);
    for (let i = from; i < groups.length; i += 1) if (fits(groups[i]!)) extend([...chosen, groups[i]!], i + 1);
  };
  extend([], 0);
  return choices;
}

const meet = (a: Slots, b: Slots): boolean => [...a].some(([machine, weekdays]) => (weekdays & (b.get(machine) ?? 0)) !== 0);

const isWithin = (inner: Slots, outer: Slots): boolean =>
  [...inner].every(([machine, weekdays]) => (weekdays & ~(outer.get(machine) ?? 0)) === 0);
