import type { Node } from '../tree.ts';
import { fishCompletion } from './fish.ts';
import { bashCompletion, zshCompletion } from './posix.ts';

/** Who writes the completion of which shell. Plain text without a call of the program, so that a Tab answers at once. */
export const SHELLS: Readonly<Record<'bash' | 'zsh' | 'fish', (nodes: readonly Node[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};
