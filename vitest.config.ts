import { defineConfig } from 'vitest/config';
import { hasBrowser } from './tests/support/chromium.ts';
import { SummaryReporter } from './tests/support/summary-reporter.ts';
import { temporaryFolder } from './tests/support/temporary.ts';

process.env.TMPDIR = temporaryFolder();

/** `npm run test:all` draws far more of every property, and asks axe about every list and form. */
const LONG = Boolean(process.env.LONG_TESTS);

/**
 * Browser tests share one admin and loaded demos, the Chromium and the modules of a worker: they run together. Legs follow each other in the order of their
 * names, and a worker that has nothing left to do in one goes on with the next.
 */
const browser = {
  extends: true as const,
  test: {
    name: 'browser',
    include: ['tests/e2e/**/*.test.ts'],
    globalSetup: ['tests/support/browser-leg.ts'],
  },
};
/** Everything else runs on the embedded database. */
const embedded = {
  extends: true as const,
  test: {
    name: 'embedded',
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**'],
    globalSetup: ['tests/support/embedded-leg.ts'],
  },
};
/**
 * With TEST_DATABASE_URL that PostgreSQL is asked what another version or another way of connecting could answer otherwise: the engine room and the writes of a
 * feature, with LONG_TESTS every operation once. What is tried through them has been proved on the embedded one, which is a PostgreSQL too.
 */
const postgresql = {
  extends: true as const,
  test: {
    name: 'postgresql',
    include: [
      'tests/db/**/*.test.ts',
      'tests/api/{furnace-runs,marks,runs-publish,schedule-writes}.test.ts',
      ...(LONG ? ['tests/contract.test.ts', 'tests/api/{idempotency,session,calendar,events,master,orders,runs-queue}.test.ts'] : []),
    ],
    exclude: ['tests/db/{embedded,secret-file}.test.ts'],
    globalSetup: ['tests/support/postgresql-leg.ts'],
  },
};

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    isolate: false,
    maxWorkers: 3,
    testTimeout: 120_000,
    // As `eventually`: a busy machine takes its time.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
    reporters: ['default', new SummaryReporter()],
    env: { TZ: 'America/New_York' },
    setupFiles: ['tests/support/threads.ts', 'tests/support/properties.ts'],
    projects: [...(hasBrowser() ? [browser] : []), embedded, ...(process.env.TEST_DATABASE_URL ? [postgresql] : [])],
  },
});
