/** One line of the table of figures: what was tried, what came of it, and what was wanted. */
export interface Figure {
  /** Section of the table: faults, together, zones, bad input, security, soak. */
  part: string;
  what: string;
  found: string;
  wanted: string;
}

declare module 'vitest' {
  interface TaskMeta {
    figures?: Figure[];
  }
}

/** Puts a line into the table that the run prints at its end. It judges nothing: what is wanted is expected by the test itself. */
export function tell({ meta }: { meta: { figures?: Figure[] } }, figure: Figure): void {
  meta.figures = [...(meta.figures ?? []), figure];
}
