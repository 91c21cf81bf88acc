import { datesBetween, type PlantDate, weekday } from '../../domain/ground/plant-time.ts';
import type { PlanningRows } from '../reading/rows/input.ts';
import type { Premise } from '../reading/rows/premises.ts';
import type { PromisedEntry } from './index.ts';

/** What of the plant can be changed for one order. */
export type MeansPremise = Extract<Premise, { kind: 'availability' | 'partner' }>;

/** Changes of the plant that could make a day possible, and what they come down to. */
export interface Means {
  readonly kind: 'partner' | 'saturdays' | 'all_saturdays' | 'unit';
  readonly premises: readonly MeansPremise[];
}

const SATURDAY = 6;
/** Facilities that are opened together, and days on which they are. */
const [MOST_FACILITIES, MOST_SATURDAYS] = [3, 4];
/** The next morning. */
const SHORTEST_LEAD = 1;

/** What could bring an order forward to a day, by what it waits for where it would stand: its longest partner, the facilities at which others are before it. The smallest changes first. */
export function meansFor(
  rows: PlanningRows,
  entries: readonly PromisedEntry[],
  { today, wished, isClosed }: { today: PlantDate; wished: PlantDate; isClosed: (date: PlantDate) => boolean },
): Means[] {
  const tight = tightest(entries);
  const saturdays = datesBetween(today, wished).filter((date) => weekday(date) === SATURDAY && isClosed(date));
  const opened = (facilities: readonly number[], days: readonly PlantDate[]): MeansPremise[] =>
    facilities.flatMap((facility_id) =>
      days.map((date) => ({
        kind: 'availability' as const,
        facility_id,
        from_date: date,
        to_date: date,
        units: unitsOf(rows, facility_id),
      })),
    );
  const found: Means[] = [];
  const code = partnerOf(entries);
  if (code !== null) found.push({ kind: 'partner', premises: [{ kind: 'partner', outsourcing_code: code, lead_days: SHORTEST_LEAD }] });
  const [first] = tight;
  if (first !== undefined) {
    if (saturdays.length > 0) found.push({ kind: 'saturdays', premises: opened([first], saturdays.slice(0, 1)) });
    const many = opened(tight.slice(0, MOST_FACILITIES), saturdays.slice(0, MOST_SATURDAYS));
    if (many.length > 1) found.push({ kind: 'all_saturdays', premises: many });
    const units = unitsOf(rows, first) + 1;
    found.push({ kind: 'unit', premises: [{ kind: 'availability', facility_id: first, from_date: today, to_date: wished, units }] });
  }
  return found;
}

/** The facilities at which others stand before an order, those first at which it waits longest. */
function tightest(entries: readonly PromisedEntry[]): number[] {
  const days = new Map<number, number>();
  for (const { facility_id, waits_for, wait_days } of entries)
    if (facility_id !== null && waits_for === 'others') days.set(facility_id, Math.max(days.get(facility_id) ?? 0, wait_days));
  return [...days].sort((a, b) => b[1] - a[1]).map(([facility]) => facility);
}

const unitsOf = ({ facilities }: PlanningRows, facility: number): number => facilities.find(({ id }) => id === facility)?.availability ?? 1;

/** The partner that has an order longest, of those that have it for more than a day; null: none. */
function partnerOf(entries: readonly PromisedEntry[]): string | null {
  const away = entries.filter((entry) => entry.outsourced && entry.outsourcing_code !== '').sort((a, b) => lengthOf(b) - lengthOf(a));
  const [longest] = away;
  return longest && lengthOf(longest) > LONG_AWAY_MINUTES ? longest.outsourcing_code : null;
}

const LONG_AWAY_MINUTES = 2 * 24 * 60;
const lengthOf = ({ start_minutes, end_minutes }: PromisedEntry): number => end_minutes - start_minutes;
