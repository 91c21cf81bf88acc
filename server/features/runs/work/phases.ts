import { performance } from 'node:perf_hooks';

const PHASES = ['read', 'solve', 'check', 'explain', 'publish'] as const;
/** What a run does, in this order. */
export type Phase = (typeof PHASES)[number];

/** How long each phase of a run has taken. */
export interface PhaseClock {
  /** Ends the phase before. */
  begin(phase: Phase): void;
  /** Seconds, with the phase that has not ended. */
  seconds(): Record<Phase, number>;
}

const rounded = (ms: number): number => Math.round(ms / 10) / 100;

/** A clock that stands until the first phase begins. */
export function phaseClock(): PhaseClock {
  const took = new Map<Phase, number>();
  let current: Phase | undefined;
  let since = 0;
  const end = (): void => {
    const now = performance.now();
    if (current) took.set(current, (took.get(current) ?? 0) + now - since);
    since = now;
  };
  return {
    begin(phase) {
      end();
      current = phase;
    },
    seconds() {
      end();
      return Object.fromEntries(PHASES.map((phase) => [phase, rounded(took.get(phase) ?? 0)])) as Record<Phase, number>;
    },
  };
}
