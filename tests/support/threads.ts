import { startThreadsFrom } from '../../server/thread.ts';
import { BUILT } from './built.ts';

/** Before each file of tests: where the server stands built as it is (`npm test` builds it), threads start from there. */
startThreadsFrom(BUILT);
