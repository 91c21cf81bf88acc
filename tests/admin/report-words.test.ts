import { expect, test } from 'vitest';
import { REPORT, RUN, whyMoved } from '../../admin/texts/runs.ts';

test.each<[string, number, number | null, string[]]>([
  ['some of many', 1580, 1161, ['動いた工程のうち1,161件は元の位置に置けなくなった工程とその後工程で、ほかは計画全体を良くする移動です']],
  ['all', 3, 3, ['動いた工程は、すべて元の位置に置けなくなった工程とその後工程です']],
  ['none', 3, 0, ['元の位置に置けなくなった工程はなく、すべて計画全体を良くする移動です']],
  ['nothing where none moved', 0, 0, []],
  ['nothing where it was not counted', 580, null, []],
])('the report says how many of the moved bars had to move: %s', (_, moved, displaced, said) => {
  expect(whyMoved({ moved, displaced })).toEqual(said);
});

test('a run that had nothing new to plan says how to search longer, by the names of the fields', () => {
  expect([RUN.details, RUN.timeLimit]).toEqual(['詳細', '計算時間(秒)']);
  expect(REPORT.unchanged).toContain('「詳細」の「計算時間(秒)」を長くして');
});
