import type { Success } from '../../server/contract/handlers.ts';

/** A terminal of the list. */
export type Terminal = Success<'createTerminal'>;
