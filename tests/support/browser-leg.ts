import type { TestProject } from 'vitest/node';
import { startChromium } from './chromium.ts';
import { DEMO_NAMES } from './demos.ts';
import { provideTemplates } from './template.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the one Chromium of the run listens. */
    browserUrl: string;
  }
}

/** Builds the admin when what is built is not what stands in the sources: servers read the files once. */
async function buildAdmin(): Promise<void> {
  // @ts-expect-error a launcher, plain JavaScript
  const { buildStale } = (await import('../../cli/build.mjs')) as { buildStale(parts: string[]): Promise<unknown> };
  await buildStale(['admin']);
}

/** The leg of the browser tests: the admin built, the demos loaded and Chromium started, once for all files. Gives its teardown. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [dropTemplates, chromium] = await Promise.all([provideTemplates(project, undefined, DEMO_NAMES), startChromium(), buildAdmin()]);
  project.provide('browserUrl', chromium.url);
  return async () => {
    await chromium.close();
    await dropTemplates();
  };
}
