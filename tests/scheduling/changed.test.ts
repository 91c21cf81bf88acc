import { expect, test } from 'vitest';
import { withOneMoreUnit, withPartnerFaster } from '../../server/scheduling/advice/changes.ts';
import { findClosures } from '../../server/scheduling/explain/closures.ts';
import { MENDS, mended } from '../../server/scheduling/explain/mends.ts';
import { RELIEFS, relieved } from '../../server/scheduling/explain/relief.ts';
import { leastDisturbing } from '../../server/scheduling/first/least-disturbing.ts';
import { preferring } from '../../server/scheduling/first/preferring.ts';
import { createClockwork } from '../../server/scheduling/place/clockwork.ts';
import type { Problem } from '../../server/scheduling/problem.ts';
import { morning } from './standing.ts';

/** The keys of a problem and of its parts, in their order. */
const shapeOf = (problem: Problem): object => {
  const { jobs, chains, activities, modes, recipes, day, present, machines } = problem;
  return [problem, jobs, chains, activities, modes, recipes, day!, present!, machines[1]!].map((part) => Object.keys(part));
};

test('every changed problem has its keys in the order of the one that was read, so that compiled code serves it too', () => {
  const problem = morning(1);
  const { opened, unstopped } = findClosures(problem, problem.day!);
  const all: Problem[] = [
    ...MENDS.map((mend) => mended(problem, [mend])),
    ...RELIEFS.map((relief) => relieved(problem, new Set([relief]))),
    ...[opened, unstopped(), withOneMoreUnit(problem, 1), withPartnerFaster(problem, 0), preferring(problem, [0])],
    leastDisturbing(problem, createClockwork(problem), [0]).problem,
  ];
  for (const one of all) expect(shapeOf(one)).toEqual(shapeOf(problem));
});
