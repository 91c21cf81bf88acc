import { defineConfig } from 'vitest/config';
import { SummaryReporter } from './tests/support/summary-reporter.ts';

/** Everything runs on the embedded database; with TEST_DATABASE_URL all that talks to a database runs on that PostgreSQL too. */
const embedded = {
  extends: true as const,
  test: { name: 'embedded', include: ['tests/**/*.test.{ts,tsx}'], globalSetup: ['tests/support/embedded-leg.ts'] },
};
const postgresql = {
  extends: true as const,
  test: {
    name: 'postgresql',
    include: ['tests/{db,api}/**/*.test.ts'],
    exclude: ['tests/db/embedded.test.ts'],
    globalSetup: ['tests/support/postgresql-leg.ts'],
  },
};

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
    reporters: ['default', new SummaryReporter()],
    env: { TZ: 'America/New_York' },
    projects: process.env.TEST_DATABASE_URL ? [embedded, postgresql] : [embedded],
  },
});
