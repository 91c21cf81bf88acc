import type { ScrollPlace } from './chart/board.ts';
import type { Filters } from './search/filters.ts';

/** What coming back to a schedule view restores. */
export interface Remembered {
  filters: Filters;
  page: number;
  /** スタックモード of the Gantt. */
  stack?: boolean | undefined;
  /** 表示開始日 of the facility calendar. */
  from?: string | undefined;
  place: ScrollPlace;
}

const keyOf = (view: string): string => `production-planner.${view}`;

/** Keeps a view for the way back from a form that it links to; for this tab only. */
export const remember = (view: string, state: Remembered): void => sessionStorage.setItem(keyOf(view), JSON.stringify(state));

/** The view as it was left; undefined when it was not left for a form. `forget` it once it is shown. */
export function recall(view: string): Remembered | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(view)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** The next visit begins anew. */
export const forget = (view: string): void => sessionStorage.removeItem(keyOf(view));
