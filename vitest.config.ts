import { defineConfig } from 'vitest/config';
import { SummaryReporter } from './tests/support/summary-reporter.ts';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
    reporters: ['default', new SummaryReporter()],
    env: { TZ: 'America/New_York' },
  },
});
