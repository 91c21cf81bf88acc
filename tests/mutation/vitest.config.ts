import { defineConfig } from 'vitest/config';

/** The tests that need no database, server, browser or thread: `npm run mutation` asks them of each mutant. */
export default defineConfig({
  test: {
    environment: 'node',
    env: { TZ: 'America/New_York' },
    setupFiles: ['tests/support/properties.ts'],
    include: [
      'tests/{domain,files}/**/*.test.ts',
      'tests/admin/{board-bars,board-blocks,board-drag,board-entries,board-marks,pure,import-causes,today}.test.ts',
      'tests/scheduling/{rules,rules-edges}.test.ts',
    ],
  },
});
