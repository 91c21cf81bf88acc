/** Why orders are late, for the features that show it. */
export { lateCauses } from '../runs.store.ts';
