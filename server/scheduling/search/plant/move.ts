import type { Taste } from '../../placement.ts';
import { NONE } from '../../problem.ts';
import type { Choices } from './choose.ts';
import { type Manner, rebuildForward } from './rebuild.ts';
import type { Workspace } from './workspace.ts';

/** Lifts some activities and places them otherwise. False: nothing was lifted. */
export type Move = (work: Workspace, choices: Choices) => boolean;
export interface Neighbourhood {
  readonly name: string;
  readonly move: Move;
}

/** Tastes a rebuild may have. */
export const tastes: readonly Taste[] = [
  { joinAllowance: 0, runDelay: 0 },
  { joinAllowance: 48, runDelay: 0 },
  { joinAllowance: 144, runDelay: 0 },
  { joinAllowance: 336, runDelay: 0 },
];
/** Keep everything that can stay, half of it, or nothing. */
const keeps = [1, 0.5, 0] as const;

const manner = (work: Workspace, keeping: boolean): Manner => ({
  taste: tastes[work.random.below(tastes.length)]!,
  keep: keeping ? keeps[work.random.below(keeps.length)]! : 0,
});

/** Rebuilds the lifted chains: those given first, the others in random order. */
export function rebuildAll(work: Workspace, first: readonly number[], keeping: boolean): void {
  for (const chain of first) if (work.chainFrom[chain] !== NONE) rebuildForward(work, chain, manner(work, false));
  const rest = work.chains.filter((chain) => !first.includes(chain));
  for (let left = rest.length; left > 0; left -= 1) {
    const at = work.random.below(left);
    const chain = rest[at] as number;
    rest[at] = rest[left - 1] as number;
    rebuildForward(work, chain, manner(work, keeping));
  }
}
