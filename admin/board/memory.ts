import type { ScrollPlace } from './board.ts';
import type { Filters } from './filters.ts';

/** What coming back to a schedule view restores. */
export interface Remembered {
  filters: Filters;
  page: number;
  stack: boolean;
  place: ScrollPlace;
}

/** Keeps a view for the way back from a form that it links to; for this tab only. */
export const remember = (view: string, state: Remembered): void =>
  sessionStorage.setItem(`production-planner.${view}`, JSON.stringify(state));

/** The view as it was left, once; undefined when it was not left for a form. */
export function recall(view: string): Remembered | undefined {
  const key = `production-planner.${view}`;
  const stored = sessionStorage.getItem(key);
  if (stored === null) return undefined;
  sessionStorage.removeItem(key);
  try {
    return JSON.parse(stored) as Remembered;
  } catch {
    return undefined;
  }
}
