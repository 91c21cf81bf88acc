const KEY = 'production-planner.clock';
/** So much off is kept again: a header is exact to the second, and the way takes its time. */
const WORTH_KEEPING_MS = 2_000;

let offsetMs: number | undefined;

const kept = (): number => Number(localStorage.getItem(KEY)) || 0;

/** Sets this browser's clock by the server's, from the date header of an answer (to the second). */
export function followServer(date: string | null): void {
  const served = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(served)) return;
  offsetMs = served - Date.now();
  if (Math.abs(offsetMs - kept()) > WORTH_KEEPING_MS) localStorage.setItem(KEY, String(offsetMs));
}

/** The server's present, in milliseconds since the epoch; without network as it was last known, since a tablet's clock may be wrong. */
export function now(): number {
  offsetMs ??= kept();
  return Date.now() + offsetMs;
}
