import type { TestProject } from 'vitest/node';
import { provideTemplates } from './template.ts';

/** The leg on the embedded database: one instance for the whole run. Gives its teardown. */
export const setup = (project: TestProject): Promise<() => Promise<void>> => provideTemplates(project, undefined);
