import { configureGlobal } from 'fast-check';

// The proof of a change says the same however often it is asked; the long tests (`npm run test:all`) try what nobody has tried yet.
if (!process.env.LONG_TESTS) configureGlobal({ seed: 20260401 });
