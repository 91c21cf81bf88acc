import type { Body } from '../../server/contract/handlers.ts';
import type { PlantDate } from '../../server/domain/plant-time.ts';

/** The name of an edited cell. */
export const cellKey = (facility: string, date: PlantDate): string => `${date}|${facility}`;
const partsOf = (key: string): [facility: string, date: PlantDate] => [key.slice(11), key.slice(0, 10)];

/** The number of a cell as typed: null for nothing (the override goes), undefined for what is no whole number from 0 to 10,000. */
export function unitsOf(text: string): number | null | undefined {
  const plain = text.normalize('NFKC').trim();
  if (plain === '') return null;
  return /^\d{1,5}$/.test(plain) && Number(plain) <= 10_000 ? Number(plain) : undefined;
}

/** The edited cells as the server takes them: facility name, day, units. */
export function changeOf(edits: Readonly<Record<string, string>>): Body<'setAvailability'> {
  const change: Record<string, Record<string, number | null>> = {};
  for (const [key, text] of Object.entries(edits)) {
    const [facility, date] = partsOf(key);
    change[facility] = { ...change[facility], [date]: unitsOf(text) ?? null };
  }
  return change;
}
