import { type Instant, plantMinutes } from '../ground/plant-time.ts';
import { coolingHours } from './hours.ts';

/** What the charge sheet reads of a furnace run. */
export interface SheetRun {
  recipe: { temperature: number; retention_time: number; cooling_method: string; cooling_time: number };
  run_start: Instant;
  retention_from: Instant;
  retention_to: Instant;
  run_end: Instant;
  released_at: Instant;
}

/** Members on one page; the next ones stand on a further page under the same head. */
export const MEMBERS_PER_SHEET = 14;
/** Where the heating begins and the cooling ends, in ℃. */
const ROOM_TEMPERATURE = 20;
const COOLED_TEMPERATURE = 60;
/** How fast what cools comes near its last temperature. */
const COOLING = 2.6;

/** One page of a run. */
export interface SheetPart<Member> {
  /** From 1. */
  part: number;
  parts: number;
  /** How many members stand on the pages before. */
  before: number;
  members: readonly Member[];
}

/** The pages of a run: every member on exactly one of them, in their order. */
export function sheetParts<Member>(members: readonly Member[]): SheetPart<Member>[] {
  const parts = Math.max(1, Math.ceil(members.length / MEMBERS_PER_SHEET));
  return Array.from({ length: parts }, (_, at) => {
    const before = at * MEMBERS_PER_SHEET;
    return { part: at + 1, parts, before, members: members.slice(before, before + MEMBERS_PER_SHEET) };
  });
}

/** What a furnace does for a while; `cooling` is outside of it. */
export type StretchKind = 'heating' | 'holding' | 'furnace_cooling' | 'waiting' | 'cooling';
export interface Stretch {
  kind: StretchKind;
  /** Plant minutes. */
  from: number;
  to: number;
  /** ℃ at both ends. */
  temperatures: readonly [number, number];
}

/** The stretches of a run from its start until its lots have cooled; none of them empty. */
export function stretchesOf(run: SheetRun): Stretch[] {
  const { temperature } = run.recipe;
  const [start, hold, held, end, released] = [run.run_start, run.retention_from, run.retention_to, run.run_end, run.released_at].map(
    plantMinutes,
  ) as [number, number, number, number, number];
  const cooled = Math.min(end, held + coolingHours(run.recipe).hold * 60);
  const after = cooled > held ? COOLED_TEMPERATURE : temperature;
  const all: Stretch[] = [
    { kind: 'heating', from: start, to: hold, temperatures: [ROOM_TEMPERATURE, temperature] },
    { kind: 'holding', from: hold, to: held, temperatures: [temperature, temperature] },
    { kind: 'furnace_cooling', from: held, to: cooled, temperatures: [temperature, COOLED_TEMPERATURE] },
    { kind: 'waiting', from: cooled, to: end, temperatures: [after, after] },
    { kind: 'cooling', from: end, to: released, temperatures: [temperature, COOLED_TEMPERATURE] },
  ];
  return all.filter(({ from, to }) => to > from);
}

/** The temperature at a share of a stretch, 0 to 1: heating is a line, cooling bends towards its end. */
export function temperatureAt({ kind, temperatures: [from, to] }: Stretch, share: number): number {
  if (kind !== 'cooling' && kind !== 'furnace_cooling') return from + (to - from) * share;
  const last = Math.exp(-COOLING);
  return to + ((from - to) * (Math.exp(-COOLING * share) - last)) / (1 - last);
}
