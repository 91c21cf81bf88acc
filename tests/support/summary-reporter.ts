import type { Reporter, TestModule } from 'vitest/node';
import { textTable } from '../../bench/text-table.ts';
import type { Figure } from './figures.ts';

/** Prints the figures that tests told, as one table, and the closing line `N passed, N failed`; a file that could not be run counts as a failure. */
export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0;
    let failed = errors.length;
    const figures: Figure[] = [];
    for (const module of modules) {
      failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        figures.push(...(test.meta().figures ?? []));
        if (state === 'passed') passed++;
        else if (state === 'failed') failed++;
      }
    }
    if (figures.length > 0) process.stdout.write(`\n${tableOf(figures)}\n`);
    process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  }
}

const tableOf = (figures: Figure[]): string =>
  textTable([
    ['part', 'what was tried', 'found', 'wanted'],
    ...figures.toSorted((a, b) => a.part.localeCompare(b.part)).map(({ part, what, found, wanted }) => [part, what, found, wanted]),
  ]);
