import type { Kernel } from './kernel.ts';
import { plantKernel } from './plant-kernel.ts';

/** What a run improves plans with. */
export const PRODUCT: readonly Kernel[] = [plantKernel];
