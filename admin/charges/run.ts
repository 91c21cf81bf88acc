import type { Success } from '../../server/contract/handlers.ts';

/** A furnace run as the contract answers it. */
export type Run = Success<'getFurnaceRun'>;
