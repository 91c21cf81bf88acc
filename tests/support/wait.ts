import { expect } from 'vitest';

/** How long anything may take: a busy machine takes its time, and only what is broken waits so long. */
export const PATIENCE_MS = 30_000;

/** Expects of what will be so soon: asks again until it is. */
export const eventually = <Value>(probe: () => Value | Promise<Value>, interval = 100) =>
  expect.poll(probe, { timeout: PATIENCE_MS, interval });
