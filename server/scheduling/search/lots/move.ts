import type { Taste } from '../../place/placement.ts';
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

/** Tastes a rebuild may have: days that a lot waits for a shared run. */
const DAYS_SHARED = [0, 1, 3, 7] as const;

/** The nth taste; without one any of them. */
export function tasteOf({ draft, random }: Workspace, nth = random.below(DAYS_SHARED.length)): Taste {
  return { joinAllowance: DAYS_SHARED[nth]! * draft.stretchTicks, runDelay: 0 };
}
/** Keep everything that can stay, half of it, or nothing. */
const keeps = [1, 0.5, 0] as const;

const manner = (work: Workspace, keeping: boolean): Manner => ({
  taste: tasteOf(work),
  keep: keeping ? keeps[work.random.below(keeps.length)]! : 0,
});

/** Days of noise on the due order in which lifted lots are placed again; the last makes the order random. */
const noises = [0, 1, 4, 1000] as const;

/** Rebuilds the lifted chains: those given first, the others by their due starts with more or less noise. */
export function rebuildAll(work: Workspace, first: readonly number[], keeping: boolean): void {
  for (const chain of first) if (work.chainFrom[chain] !== NONE) rebuildForward(work, chain, manner(work, false));
  const noise = noises[work.random.below(noises.length)]! * work.draft.stretchTicks;
  const rest = work.chains.filter((chain) => !first.includes(chain)).map((chain) => ({ chain, key: keyOf(work, chain, noise) }));
  rest.sort((a, b) => a.key - b.key || a.chain - b.chain);
  for (const { chain } of rest) rebuildForward(work, chain, manner(work, keeping));
}

function keyOf(work: Workspace, chain: number, noise: number): number {
  return work.dueStart[work.chainFrom[chain]!]! + noise * work.random.next();
}
