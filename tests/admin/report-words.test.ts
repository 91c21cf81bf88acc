import { expect, test } from 'vitest';
import { movedBy } from '../../admin/board/story/lists/moved-columns.ts';
import { frozenWouldHelp, REPORT, RUN } from '../../admin/texts/board/runs.ts';
import { change, displacedOf, foundNothing, lateSaid, shifted, whyMoved } from '../../admin/texts/board/story.ts';

test.each<[string, number, number | null, string[]]>([
  [
    'some of many',
    1580,
    1161,
    ['動いた工程のうち1,161件は元の位置に置けなくなった工程とその後工程で、ほかはその場所を空けるか、計画全体を良くする移動です'],
  ],
  ['all', 3, 3, ['動いた工程は、すべて元の位置に置けなくなった工程とその後工程です']],
  ['none', 3, 0, ['元の位置に置けなくなった工程はなく、すべて計画全体を良くする移動です']],
  ['nothing where none moved', 0, 0, []],
  ['nothing where it was not counted', 580, null, []],
])('the report says how many of the moved bars had to move: %s', (_, moved, displaced, said) => {
  expect(whyMoved({ moved, displaced })).toEqual(said);
});

test('the card says in few words what had to move and what became of the orders, as far as that was counted', () => {
  expect(displacedOf({ moved: 840, displaced: 190 })).toEqual(['動かざるを得なかった工程(後工程を含む) 190件']);
  expect(displacedOf({ moved: 840, displaced: null })).toEqual([]);
  expect(shifted({ earlier_count: 34, later_count: 1021 })).toEqual(['完了が早まる製番 34件・遅くなる製番 1,021件']);
  expect(shifted({ earlier_count: 0, later_count: 0 })).toEqual([]);
  expect(shifted({ earlier_count: null, later_count: null })).toEqual([]);
});

test('a run is told from before to after, in the same words wherever it is told', () => {
  const late = (before: number | null, days_before: number | null, days_after: number | null) =>
    lateSaid({ late_before: before, late_after: 19, late_days_before: days_before, late_days_after: days_after });
  expect(late(24, 512, 430)).toBe('遅れ 24→19件(合計 512→430日)');
  expect(late(24, 430, 430)).toBe('遅れ 24→19件(合計 430日)');
  expect(late(null, null, 430)).toBe('遅れ 19件(合計 430日)');
  expect(late(24, null, null)).toBe('遅れ 24→19件');
  expect([change(1240, 19, '件'), change(null, 19, '件'), change(24, null)]).toEqual(['1,240→19件', '19件', '24→—']);
});

test('how far a bar went is said alike of the newest run and of a night, which keeps no facilities', () => {
  const way = { serial_number: '026X0255', lot_number: '02', task_name: '焼戻し', old_start: '2026-04-02T08:00:00+09:00' };
  const to = (new_start: string, places = {}) => movedBy({ ...way, new_start, ...places });
  expect(to('2026-04-06T08:00:00+09:00')).toBe('+4日');
  expect(to('2026-04-01T20:00:00+09:00')).toBe('−半日');
  expect(to(way.old_start)).toBe('時刻・設備');
  expect(to(way.old_start, { old_facility: '1号炉', new_facility: '2号炉' })).toBe('設備変更');
});

test.each([
  [840, 190, 0, true],
  [840, 190, 1, false],
  [840, 500, 0, false],
  [60, 20, 0, false],
  [840, null, 0, false],
])(
  'many that could have stayed are worth a way out: %i moved, %s had to, %i late because of 固定日数',
  (moved, displaced, behind_frozen_count, is) => {
    expect(frozenWouldHelp({ moved, displaced, behind_frozen_count })).toBe(is);
  },
);

test('a run that had nothing new to plan says how to search longer, by the names of the fields', () => {
  expect([RUN.details, RUN.timeLimit]).toEqual(['詳細', '計算時間(秒)']);
  expect(REPORT.unchanged).toContain('「詳細」の「計算時間(秒)」を長くして');
});

test('a run that searched and left the plan as it is says so', () => {
  const inVain = { unchanged: false, moved: 0, late_before: 83, late_after: 83, newly_late_count: 0 };
  expect(foundNothing(inVain)).toEqual(['探しましたが、今より良い計画は見つかりませんでした']);
  for (const other of [{ unchanged: true }, { moved: 1 }, { late_before: null }, { late_after: 82 }])
    expect(foundNothing({ ...inVain, ...other })).toEqual([]);
});
