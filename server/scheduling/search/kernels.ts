import type { Kernel } from './kernel.ts';
import { ovensKernel } from './ovens/index.ts';
import { plantKernel } from './plant/plant.ts';
import { shopKernel } from './shop/index.ts';

/** Every kernel, the most special first: `solve` takes the first that suits the problem. */
export const KERNELS: readonly Kernel[] = [ovensKernel, shopKernel, plantKernel];
