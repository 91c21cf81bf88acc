import { describe, expect, test } from 'vitest';
import { placeAll } from '../../server/scheduling/first/construct.ts';
import { priorityRules } from '../../server/scheduling/first/priorities.ts';
import { NONE } from '../../server/scheduling/index.ts';
import { createClockwork } from '../../server/scheduling/place/clockwork.ts';
import { createDraft, solutionOf } from '../../server/scheduling/place/draft.ts';
import { forget } from '../../server/scheduling/place/found.ts';
import { type Draft, lift } from '../../server/scheduling/place/occupancy.ts';
import { firstStartOf, lastAfterOf, lastEndOf, openParts, sharedMachine } from '../../server/scheduling/place/parts.ts';
import { createRandom } from '../../server/scheduling/random.ts';
import { seeds } from '../support/properties.ts';
import { read } from './plant.ts';
import { randomPlant } from './random-plant.ts';

const SEEDS = seeds(10);

/** A random plant in which every third lot is beyond every furnace, some by far. */
function splitPlant(seed: number) {
  const rows = randomPlant(seed, 12);
  for (const [index, order] of rows.orders.entries())
    if (index % 3 === 0) Object.assign(order, { number: 60 + 97 * (index % 5), weight: 90 });
  const { problem } = read(rows, { horizon_years: 1 });
  return { problem, clockwork: createClockwork(problem) };
}

/** What the draft keeps of a step's parts, counted one by one. */
function counted({ start, end, after, mode, problem }: Draft, lead: number) {
  const parts = [...problem.activities.lead.keys()].filter((a) => problem.activities.lead[a] === lead);
  const placed = parts.filter((a) => start[a] !== NONE);
  const most = (values: Int32Array) => placed.reduce((latest, a) => Math.max(latest, values[a]!), NONE);
  return {
    open: parts.length - placed.length,
    first: placed.length === 0 ? NONE : Math.min(...placed.map((a) => start[a]!)),
    end: most(end),
    after: most(after),
    machines: parts.map((a) => {
      const other = placed.find((each) => each !== a);
      return other === undefined ? NONE : problem.modes.machine[mode[other]!]!;
    }),
  };
}

function kept({ parts, problem }: Draft, lead: number) {
  const all = [...problem.activities.lead.keys()].filter((a) => problem.activities.lead[a] === lead);
  return {
    open: openParts(parts, lead),
    first: firstStartOf(parts, lead),
    end: lastEndOf(parts, lead),
    after: lastAfterOf(parts, lead),
    machines: all.map((part) => sharedMachine(parts, part)),
  };
}

describe('parts of a lot too large for one furnace run', () => {
  test.each(SEEDS)('plant %i: the search that begins where the last part was found finds what one from the front finds', (seed) => {
    const { problem, clockwork } = splitPlant(seed);
    expect(problem.activities.lead.some((lead, a) => lead !== a)).toBe(true);
    for (const rule of priorityRules(problem)) {
      const draft = createDraft(problem, clockwork);
      placeAll(draft, rule);
      const afresh = createDraft(problem, clockwork);
      placeAll(afresh, rule, false, () => {
        forget(afresh.found);
        return false;
      });
      expect(solutionOf(draft)).toEqual(solutionOf(afresh));
    }
  });

  test.each(SEEDS)('plant %i: what is kept of the parts of a step is what they say one by one, placed, lifted and placed again', (seed) => {
    const { problem, clockwork } = splitPlant(seed);
    const { lead, fixedStart } = problem.activities;
    const random = createRandom(seed);
    const draft = createDraft(problem, clockwork);
    const leads = [...new Set(lead)];
    for (let round = 0; round < 3; round += 1) {
      placeAll(draft, priorityRules(problem)[0]!);
      expect(leads.map((each) => kept(draft, each))).toEqual(leads.map((each) => counted(draft, each)));
      for (let a = lead.length - 1; a >= 0; a -= 1)
        if (draft.start[a] !== NONE && fixedStart[a] === NONE && random.below(2) === 0) lift(draft, a);
      expect(leads.map((each) => kept(draft, each))).toEqual(leads.map((each) => counted(draft, each)));
    }
  });
});
