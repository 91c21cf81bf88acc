import type { TestProject } from 'vitest/node';
import { provideTemplates } from './template.ts';

/** The leg on the embedded database: the program built for tests that run it in processes of its own, one database for the whole run. Gives its teardown. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // @ts-expect-error a launcher, plain JavaScript
  const { buildStale } = (await import('../../cli/build.mjs')) as { buildStale(parts: string[]): Promise<unknown> };
  await buildStale(['server']);
  return provideTemplates(project, undefined);
}
