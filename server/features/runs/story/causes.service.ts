/** Why orders are late, for the features that show it. */
export { type LateCause, lateCauses } from '../runs.store.ts';
