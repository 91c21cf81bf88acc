import type { TestProject } from 'vitest/node';
import { dataDir } from './data-dir.ts';
import { DEMO_NAMES } from './demos.ts';
import { provideTemplates } from './template.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the user whose Chromiums they are. */
    browserHome: string;
  }
}

/** Builds the admin when what is built is not what stands in the sources: servers read the files once. */
async function buildAdmin(): Promise<void> {
  // @ts-expect-error a launcher, plain JavaScript
  const { buildStale } = (await import('../../cli/build.mjs')) as { buildStale(parts: string[]): Promise<unknown> };
  await buildStale(['admin']);
}

/** The leg of the browser tests: the admin built and the demos loaded, once for all files. Gives its teardown. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [dropTemplates] = await Promise.all([provideTemplates(project, undefined, DEMO_NAMES), buildAdmin()]);
  const home = dataDir();
  project.provide('browserHome', home.path);
  return async () => {
    await dropTemplates();
    home.remove();
  };
}
