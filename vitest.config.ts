import { defineConfig } from 'vitest/config';
import { hasBrowser } from './tests/support/chromium.ts';
import { SummaryReporter } from './tests/support/summary-reporter.ts';

/**
 * What takes long and stands beside shorter proofs of the same code: left out unless LONG_TESTS is set (`npm run test:all`), so that the proof of every
 * change ends within a quarter of an hour on two cores.
 */
const LONG = process.env.LONG_TESTS
  ? []
  : [
      'tests/e2e/{axe-lists,import-forgiving,import-history,import-rows,import-server-errors,list-habits,list-searches,own-account,other-forms,product-form}.test.ts',
      'tests/demo/{files,import}.test.ts',
      'tests/imports/{demo-files,zeros}.test.ts',
      'tests/scheduling/ovens.test.ts',
    ];
/**
 * Browser tests share one admin, one Chromium and loaded demos, and the modules of a worker: they run together. Legs follow each other in the order of their
 * names, and a worker that has nothing left to do in one goes on with the next.
 */
const browser = {
  extends: true as const,
  test: {
    name: 'browser',
    include: ['tests/e2e/**/*.test.ts'],
    exclude: LONG,
    globalSetup: ['tests/support/browser-leg.ts'],
  },
};
/**
 * Everything else runs on the embedded database; with TEST_DATABASE_URL what asks a database runs on that PostgreSQL too: the stores and calls, not
 * what is tried through them (workbooks and their printing, sentences of the history, limits of logins).
 */
const embedded = {
  extends: true as const,
  test: {
    name: 'embedded',
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', ...LONG],
    globalSetup: ['tests/support/embedded-leg.ts'],
  },
};
const postgresql = {
  extends: true as const,
  test: {
    name: 'postgresql',
    include: ['tests/{db,api}/**/*.test.ts'],
    exclude: [
      'tests/db/embedded.test.ts',
      'tests/api/{attempt-limits,audit-words,eligibility,export-workbook,exports,exports-charges,login-limits,outsourcing,own-password,runs,schedule-warnings,undo-sequences}.test.ts',
    ],
    globalSetup: ['tests/support/postgresql-leg.ts'],
  },
};

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
    reporters: ['default', new SummaryReporter()],
    env: { TZ: 'America/New_York' },
    setupFiles: ['tests/support/threads.ts', 'tests/support/properties.ts'],
    projects: [...(hasBrowser() ? [browser] : []), embedded, ...(process.env.TEST_DATABASE_URL ? [postgresql] : [])],
  },
});
