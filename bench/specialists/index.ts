import type { Kernel } from '../../server/scheduling/search/kernel.ts';
import { ovensKernel } from './ovens/index.ts';
import { shopKernel } from './shop/index.ts';

/** Kernels for pure job shops and pure ovens, peers of the product's own: handed to `solve` by the bench, reached by no run. */
export const SPECIALISTS: readonly Kernel[] = [ovensKernel, shopKernel];
