import type { TestProject } from 'vitest/node';
import { provideTemplate } from './template.ts';

/** The leg on the PostgreSQL that TEST_DATABASE_URL names. Gives its teardown. */
export const setup = (project: TestProject): Promise<() => Promise<void>> => provideTemplate(project, process.env.TEST_DATABASE_URL);
