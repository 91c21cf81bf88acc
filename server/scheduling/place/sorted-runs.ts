import { firstIndex } from '../../domain/ground/bisect.ts';

interface Starting {
  readonly start: number;
}

/** Index of the first run that starts at or after a tick, in a list of ascending starts. */
export const firstAtOrAfter = (runs: readonly Starting[], start: number): number =>
  firstIndex(runs.length, (index) => runs[index]!.start >= start);

/** Adds a run behind those that start no later. */
export function insertSorted<Run extends Starting>(runs: Run[], run: Run): void {
  runs.splice(firstAtOrAfter(runs, run.start + 1), 0, run);
}

/** Takes out a run that is in the list. */
export function removeSorted<Run extends Starting>(runs: Run[], run: Run): void {
  let at = firstAtOrAfter(runs, run.start);
  while (runs[at] !== run) at += 1;
  runs.splice(at, 1);
}
