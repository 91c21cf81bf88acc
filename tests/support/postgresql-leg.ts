import type { TestProject } from 'vitest/node';
import { provideTemplates } from './template.ts';

/** The leg on the PostgreSQL that TEST_DATABASE_URL names. Gives its teardown. */
export const setup = (project: TestProject): Promise<() => Promise<void>> => provideTemplates(project, process.env.TEST_DATABASE_URL);
