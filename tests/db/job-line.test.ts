import { expect, test } from 'vitest';
import { inBrief } from '../../server/db/jobs/worker.ts';

test('the log line of a job tells figures and no lists, which would make it longer than a journal takes', () => {
  const late = Array.from({ length: 78 }, (_, order_id) => ({ order_id, chain: [] }));
  expect(inBrief({ late, seconds: 21, score: { total: 1.5 }, status: 'feasible' })).toEqual({
    ...{ late: 78, seconds: 21, score: { total: 1.5 }, status: 'feasible' },
  });
  expect(inBrief(null)).toBeNull();
});
