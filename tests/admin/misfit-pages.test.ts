import { expect, test } from 'vitest';
import { misfitsIn, nextMisfits } from '../../admin/board/story/lists/misfit-pages.ts';

const bar = (entry_id: number) => ({
  ...{ entry_id, order_id: 1, serial_number: '02640001', unique_order: '02640001-01', task_name: '焼ならし', facility_name: null },
  ...{ start_date: '2026-04-06T08:00:00+09:00', kept: null, sentences: [] },
});
const first = { known: true, count: 3, next: '/api/schedules/misfits/?limit=2&offset=2', results: [bar(1), bar(2)] };
const unknown = { known: false, count: 0, next: null, results: [] };
const last = { known: true, count: 3, next: null, results: [bar(3)] };
const told = (pages: readonly (typeof first | typeof unknown | typeof last)[]) => {
  const { rows, count } = misfitsIn(pages);
  return { ids: rows.map(({ entry_id }) => entry_id), count, next: nextMisfits(pages.at(-1)!, pages) };
};

test('a page that is not known yet is asked for again, and leaves count and rows as they were', () => {
  expect(told([first])).toEqual({ ids: [1, 2], count: 3, next: 2 });
  expect(told([first, unknown])).toEqual({ ids: [1, 2], count: 3, next: 2 });
  expect(told([first, unknown, last])).toEqual({ ids: [1, 2, 3], count: 3, next: undefined });
  expect(told([unknown])).toEqual({ ids: [], count: 0, next: undefined });
});
