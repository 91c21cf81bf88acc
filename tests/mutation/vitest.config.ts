import { defineConfig } from 'vitest/config';

/** The tests that need no database, server, browser or thread: `npm run mutation` asks them of each mutant. */
export default defineConfig({
  test: {
    environment: 'node',
    testTimeout: 120_000,
    env: { TZ: 'America/New_York' },
    setupFiles: ['tests/support/properties.ts'],
    include: [
      'tests/{domain,hazards}/**/*.test.ts',
      'tests/files/{grid,foreign-workbooks,number-format}.test.ts',
      'tests/admin/{adding,board-*,facility-layout,import-causes,pure,standing,strip,today,why}.test.ts',
      'tests/scheduling/rules.test.ts',
    ],
  },
});
