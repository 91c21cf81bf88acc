import { pathToFileURL } from 'node:url';

// @ts-expect-error a launcher, plain JavaScript
const { isFresh, ROOT } = (await import('../../cli/build.mjs')) as { isFresh(part: string): boolean; ROOT: string };

/** The built server, where it is built as it stands: looked for once a worker. */
export const BUILT = isFresh('server') ? pathToFileURL(`${ROOT}/dist/server/`) : undefined;
