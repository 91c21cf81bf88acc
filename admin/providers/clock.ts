let offsetMs = 0;

/** Sets this browser's clock by the server's, from the date header of an answer (to the second). */
export function followServer(date: string | null): void {
  const served = date === null ? Number.NaN : Date.parse(date);
  if (!Number.isNaN(served)) offsetMs = served - Date.now();
}

/** The server's present, in milliseconds since the epoch. */
export const now = (): number => Date.now() + offsetMs;
