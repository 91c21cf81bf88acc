const KEY = 'production-planner.clock';
/** So much off is told again: a header is exact to the second, and the way takes its time. */
const WORTH_KEEPING_MS = 2_000;

/** As it was last known: without network, too, a tablet whose clock is wrong writes down the right time. */
let offsetMs = Number(localStorage.getItem(KEY)) || 0;

/** Sets this browser's clock by the server's, from the date header of an answer (to the second). */
export function followServer(date: string | null): void {
  const served = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(served)) return;
  const before = Number(localStorage.getItem(KEY)) || 0;
  offsetMs = served - Date.now();
  if (Math.abs(offsetMs - before) > WORTH_KEEPING_MS) localStorage.setItem(KEY, String(offsetMs));
}

/** The server's present, in milliseconds since the epoch. */
export const now = (): number => Date.now() + offsetMs;
