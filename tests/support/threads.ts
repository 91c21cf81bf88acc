import { pathToFileURL } from 'node:url';
import { startThreadsFrom } from '../../server/thread.ts';

// @ts-expect-error a launcher, plain JavaScript
const { isFresh, ROOT } = (await import('../../cli/build.mjs')) as { isFresh(part: string): boolean; ROOT: string };

/** Before each file of tests: where the server stands built as it is (`npm test` builds it), threads start from there. */
startThreadsFrom(isFresh('server') ? pathToFileURL(`${ROOT}/dist/server/`) : undefined);
