import { expect, test } from 'vitest';
import { sheetParts, stretchesOf, temperatureAt } from '../../server/domain/plant/charge-sheet.ts';
import { endHint, endText, retentionText, stretchText } from '../../server/domain/texts/plan/charges.ts';

const at = (day: number, clock: string): string => `2026-11-${day}T${clock}:00+09:00`;
const run = {
  recipe: { temperature: 620, retention_time: 4, cooling_method: '空冷', cooling_time: 4 },
  run_start: at(25, '08:00'),
  retention_from: at(25, '12:00'),
  retention_to: at(25, '16:00'),
  run_end: at(25, '16:00'),
  released_at: at(25, '20:00'),
};
const words = (given: typeof run): string[] => stretchesOf(given).map((stretch) => stretchText(stretch, given));

test('a run heats, holds and cools outside of the furnace', () => {
  expect(words(run)).toEqual(['昇温 4.0 h', '620℃ 保持 4.0 h', '空冷 4.0 h(炉外)']);
  expect(endHint(run)).toBe('空冷 4.0 h・次工程は 20:00 以降');
});

test('with 炉冷 it cools in the furnace and waits for the end of the plan', () => {
  const recipe = { ...run.recipe, cooling_method: '炉冷', cooling_time: 2 };
  const cooled = { ...run, recipe, run_end: at(26, '00:00'), released_at: at(26, '00:00') };
  expect(words(cooled)).toEqual(['昇温 4.0 h', '620℃ 保持 4.0 h', '炉冷 2.0 h', '出炉待ち 6.0 h']);
  const drawn = (of: typeof run) => stretchesOf(of).map((stretch) => [0, 0.5, 1].map((share) => Math.round(temperatureAt(stretch, share))));
  expect(drawn(cooled)).toEqual([
    ...[
      [20, 320, 620],
      [620, 620, 620],
      [620, 180, 60],
      [60, 60, 60],
    ],
  ]);
  // What waits and cools outside stays as hot as it was.
  expect(drawn({ ...run, run_end: at(25, '18:00') })).toEqual([
    ...[
      [20, 320, 620],
      [620, 620, 620],
      [620, 620, 620],
      [620, 180, 60],
    ],
  ]);
  expect([endText(cooled.run_end), endHint(cooled)]).toEqual(['11/25(水) 24:00', '炉冷 2.0 h を含みます']);
});

test('a retention into the next day says so', () => {
  expect(retentionText({ retention_from: at(25, '22:00'), retention_to: at(26, '04:00') })).toBe('22:00〜翌 4:00');
  expect(retentionText({ retention_from: at(25, '22:00'), retention_to: at(26, '00:00') })).toBe('22:00〜24:00');
});

test('every member stands on exactly one page of at most fourteen', () => {
  const members = Array.from({ length: 30 }, (_, index) => index);
  expect(sheetParts(members).map(({ part, before, members: own }) => [part, before, own.length])).toEqual([
    [1, 0, 14],
    [2, 14, 14],
    [3, 28, 2],
  ]);
  expect(sheetParts([])).toMatchObject([{ part: 1, parts: 1 }]);
});
