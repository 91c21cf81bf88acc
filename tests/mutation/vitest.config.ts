import { defineConfig } from 'vitest/config';

/** The tests that need no database, server, browser or thread: `npm run mutation` asks them of each mutant. */
export default defineConfig({
  test: {
    environment: 'node',
    testTimeout: 120_000,
    env: { TZ: 'America/New_York' },
    setupFiles: ['tests/support/properties.ts'],
    include: [
      'tests/{admin,domain,hazards}/**/*.test.ts',
      'tests/files/{grid,foreign-workbooks,number-format}.test.ts',
      'tests/scheduling/{reading,rules}.test.ts',
    ],
    // They read the source as text.
    exclude: ['tests/admin/{colors,contract-fields,error-labels,strings}.test.ts'],
  },
});
