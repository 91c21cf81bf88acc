import { HALF_DAY_MINUTES } from '../../../domain/ground/constants.ts';
import { addDays, dayNumber, type Instant, type PlantDate, plantMinutes } from '../../../domain/ground/plant-time.ts';
import { type Place, placeOfTask } from '../../../domain/plant/places.ts';
import { isProcessingFacility } from '../../../domain/plant/task-purpose.ts';
import { FACILITY_GROUPS, type FacilityGroup } from '../../../domain/texts/files/exports.ts';
import type { Entry } from '../../schedule/read/entries.service.ts';
import type { FacilityRow, FurnaceRunRow, ScheduleRows } from './schedules.store.ts';

/** Days that stand side by side on a page. */
export const WINDOW_DAYS = 21;
export const WINDOW_BLOCKS = WINDOW_DAYS * 2;

/** Half-day blocks [start, end) since the first day of the workbook; may lie outside of it. */
export interface Span {
  start: number;
  end: number;
}

/** One row under a facility: a furnace run with what goes into it, or a task. */
export interface Line {
  span: Span;
  run?: FurnaceRunRow;
  /** The members of a run, or the one task. */
  entries: Entry[];
}

/** A facility (or a partner, or none) with its rows. */
export interface Station {
  /** Undefined where no facility of the plant does it. */
  facility: FacilityRow | undefined;
  /** The partner's name; empty for a facility. */
  partner: string;
  lines: Line[];
}

/** Three weeks of a group: what prints side by side. */
export interface Window {
  /** Which three weeks, from 0. */
  index: number;
  from: PlantDate;
  to: PlantDate;
  stations: Station[];
}

/** A sheet. */
export interface Group {
  name: FacilityGroup;
  windows: Window[];
}

/** The sheets by the places whose work they show; a facility that works at several stands on the first. */
const PLACES_OF: readonly [FacilityGroup, readonly Place[]][] = [
  ['heat', ['heat']],
  ['machining', ['machining']],
  ['finishing', ['casting', 'shakeout', 'finishing']],
  ['inspection', ['inspection', 'shipping']],
];

/** The sheet of a bar: of its facility, else the partners', else the one of all others. */
export const groupOfBar = (facility: Pick<FacilityRow, 'facility_code' | 'task_codes'> | undefined, outsourced: boolean): FacilityGroup =>
  facility ? groupOf(facility) : outsourced ? 'outsourced' : 'others';

/** The group of a facility: by where its tasks are done; a machine without tasks by its own code. */
function groupOf(facility: Pick<FacilityRow, 'facility_code' | 'task_codes'>): FacilityGroup {
  const places = facility.task_codes.map(placeOfTask);
  const found = PLACES_OF.find(([, those]) => places.some((place) => those.includes(place)));
  if (found) return found[0];
  return isProcessingFacility(facility.facility_code) ? 'machining' : 'others';
}

/** The blocks that a bar fills, as the board draws it. */
export function spanOf(start: Instant, end: Instant, from: PlantDate): Span {
  const first = dayNumber(from) * 2;
  const begin = Math.floor(plantMinutes(start) / HALF_DAY_MINUTES) - first;
  return { start: begin, end: Math.max(begin + 1, Math.ceil(plantMinutes(end) / HALF_DAY_MINUTES) - first) };
}

/** Arranges the tasks: groups of facilities, three weeks each, facilities by code, runs and tasks by their start. Groups and weeks without a task are left out. */
export function arrange(rows: ScheduleRows): Group[] {
  const facilities = new Map(rows.facilities.map((facility, rank) => [facility.id, { facility, rank }]));
  const stations = new Map<string, Station & { group: FacilityGroup; rank: number }>();
  for (const line of linesOf(rows)) {
    const [entry] = line.entries as [Entry];
    const at = entry.facility === null ? undefined : facilities.get(entry.facility);
    const partner = at ? '' : entry.outsourced ? (entry.outsourcing_name ?? '') : '';
    const group = groupOfBar(at?.facility, entry.outsourced);
    const key = at ? String(at.facility.id) : `${group}:${partner}`;
    const station = stations.get(key) ?? { facility: at?.facility, partner, lines: [], group, rank: at?.rank ?? Number.MAX_SAFE_INTEGER };
    station.lines.push(line);
    stations.set(key, station);
  }
  const ordered = [...stations.values()].sort((a, b) => a.rank - b.rank || a.partner.localeCompare(b.partner, 'ja'));
  for (const { lines } of ordered) lines.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end || order(a) - order(b));
  return (Object.keys(FACILITY_GROUPS) as FacilityGroup[]).flatMap((name) => {
    const windows = windowsOf(
      ordered.filter((station) => station.group === name),
      rows,
    );
    return windows.length > 0 ? [{ name, windows }] : [];
  });
}

const order = ({ entries: [first] }: Line): number => first?.id ?? 0;

/** Every task once: members of a furnace run together, in the order of lists. */
function linesOf({ entries, furnace_runs, from }: ScheduleRows): Line[] {
  const runs = new Map(furnace_runs.map((run) => [run.id, run]));
  const gathered = new Map<number, Line>();
  const lines: Line[] = [];
  for (const entry of entries) {
    const run = entry.furnace_run_id === null ? undefined : runs.get(entry.furnace_run_id);
    const present = run && gathered.get(run.id);
    if (present) {
      present.entries.push(entry);
      continue;
    }
    const span = run ? spanOf(run.run_start, run.run_end, from) : spanOf(entry.start_date, entry.end_date, from);
    const line: Line = run ? { span, run, entries: [entry] } : { span, entries: [entry] };
    if (run) gathered.set(run.id, line);
    lines.push(line);
  }
  return lines;
}

function windowsOf(stations: readonly Station[], { from, to }: ScheduleRows): Window[] {
  const count = Math.ceil((dayNumber(to) - dayNumber(from) + 1) / WINDOW_DAYS);
  const shown: Station[][] = Array.from({ length: count }, () => []);
  for (const station of stations)
    for (const line of station.lines)
      for (let index = windowAt(line.span.start, count); index <= windowAt(line.span.end - 1, count); index++) {
        const window = shown[index] as Station[];
        const last = window.at(-1);
        if (last && last.facility === station.facility && last.partner === station.partner) last.lines.push(line);
        else window.push({ ...station, lines: [line] });
      }
  return shown.flatMap((stationsShown, index) => {
    const first = addDays(from, index * WINDOW_DAYS);
    return stationsShown.length > 0 ? [{ index, from: first, to: addDays(first, WINDOW_DAYS - 1), stations: stationsShown }] : [];
  });
}

/** The window that holds a block; what lies outside of the workbook's days shows in its first or last one. */
const windowAt = (block: number, count: number): number => Math.min(count - 1, Math.max(0, Math.floor(block / WINDOW_BLOCKS)));
