import { describe, expect, test } from 'vitest';
import { ofRows, repairsInWords } from '../../server/domain/files/cells/zeros.ts';
import { changeSentence, takenInWords } from '../../server/domain/files/change-words.ts';
import { behindContent } from '../../server/domain/files/content-hash.ts';
import { importKind } from '../../server/domain/files/imports.ts';
import { issuesOf, joinRows, namedBy, sentences } from '../../server/domain/files/issues.ts';

const kind = (name: string) => importKind(name)!;

describe('a change is told', () => {
  test.each([
    ['orders', '02640001', 'number', 1, 12_345, '02640001「発注数」: 1 → 12,345'],
    ['orders', '02640001', 'delivery_date', '2026-04-01', null, '02640001「製番_製作納期」: 2026/04/01(水) → (空)'],
    ['orders', '02640001', 'delivery_date', undefined, 'いつか', '02640001「製番_製作納期」: (空) → いつか'],
    ['holidays', '2026-04-01', 'holidays', null, true, '2026/04/01(水)「休日」: なし → 追加'],
    ['holidays', '2026-04-01', 'holidays', true, null, '2026/04/01(水)「休日」: あり → 削除'],
    ['holidays', '2026-04-01', 'is_holiday', true, false, '2026/04/01(水)「稼働/非稼働区分」: 非稼働 → 稼働'],
    ['order-tasks', 'S1', 'received', false, true, 'S1「受入」: 未 → 済'],
    ['employees', 'E1', 'permission', 'manager', 'boss', 'E1「権限」: 一般(閲覧) → boss'],
    ['facilities', 'F1', 'active', true, false, 'F1「状態」: 廃止 → 使用中'],
    ['heat-treatments', 'P1', 'work_settings', ['月', '火'], '', 'P1「基本実施曜日」: 月・火 → (空)'],
    ['tasks', 'T1', 'whatever', 'a', 'b', 'T1「項目」: a → b'],
  ])('of %s %s %s', (...[name, key, field, old, now, said]) => {
    expect(changeSentence(kind(name), { key, field, old, new: now })).toBe(said);
  });

  test('and how many things a file has spoken of', () => {
    const counts = { row_count: 1200, new_count: 1, changed_count: 2, unchanged_count: 3, deleted_count: 4 };
    expect([takenInWords(kind('orders'), counts), takenInWords(kind('holidays'), counts, '休日')]).toEqual([
      '1,200行(6件)',
      '1,200行(休日 10件)',
    ]);
    // An earlier version knew no unchanged ones; what takes an import back counts what it took back.
    expect([takenInWords(undefined, { ...counts, unchanged_count: null }), takenInWords(kind('orders'), { ...counts, undoes: 7 })]).toEqual(
      [...['1,200行', '1,200行']],
    );
    expect([takenInWords(undefined, {}), takenInWords(undefined, { unchanged_count: 0, row_count: 2 })]).toEqual(['0行', '2行(0件)']);
  });
});

test('repairs are told by column with an example, and sent once for all rows in which the same stands', () => {
  const repair = (row: number, field: string, from: string, to: string) => ({ row, field, from, to });
  const repairs = [
    repair(2, 'lot_no', '1', '01'),
    repair(3, 'serial_number', '802', '00802'),
    repair(4, 'lot_no', '1', '01'),
    repair(5, 'lot_no', '1', '001'),
  ];
  const parts = kind('castings')
    .columns.filter(({ zeros }) => zeros)
    .map(({ field }) => field);
  const named = repairs.map((one) => ({ ...one, field: one.field === 'lot_no' ? parts.at(-1)! : parts[0]! }));
  expect(ofRows(named).map(({ rows, to }) => [rows, to])).toEqual([
    ...[
      [[2, 4], '01'],
      [[3], '00802'],
      [[5], '001'],
    ],
  ]);
  expect([repairsInWords(kind('castings'), named), repairsInWords(kind('castings'), [])]).toEqual([
    '製番 1件(802 → 00802)、追番 3件(1 → 01 など)',
    '',
  ]);
});

describe('what is found in a file', () => {
  const issue = (row: number | null, text: string, also?: number[]) => ({
    row,
    field: row === null ? null : 'number',
    text,
    ...(also && { also }),
  });

  test('is joined by row, and speaks for the rows of all', () => {
    const joined = joinRows([
      issue(null, 'あ。'),
      issue(null, 'い。'),
      issue(2, '行2「数」: う。'),
      issue(2, '行2「納期」: え。', [4]),
      issue(2, 'お。', [5]),
      issue(3, 'か。'),
    ]);
    expect(joined.map(({ row, also }) => [row, also])).toEqual([
      ...[
        [null, undefined],
        [null, undefined],
        [2, [4, 5]],
        [3, undefined],
      ],
    ]);
    expect(joined[2]!.text).toContain('納期');
    expect(
      namedBy(kind('orders'), { field: 'number', text: '行2「発注数」: う。「製番_製作納期」: え。' }).map(({ field }) => field),
    ).toEqual(['number', 'delivery_date']);
  });

  test('ends with how many more there are', () => {
    const many = Array.from({ length: 1001 }, (_, row) => issue(row, `${row}`));
    expect([sentences(many.slice(0, 2)), sentences(many).slice(999), sentences(many.slice(0, 1), 1)]).toEqual([
      ...[['0', '1'], ['999', 'ほか1件'], ['0']],
    ]);
    expect(issuesOf(['a', 'b'], undefined)).toEqual([issue(null, 'a'), issue(null, 'b')]);
    expect(issuesOf(['a', 'ほか'], [{ row: 2, field: 'number' }])).toEqual([issue(2, 'a')]);
  });

  test('is of another file with other rows taken out, or another sheet, in whatever order they were', () => {
    expect(behindContent([10, 9, 2], 'S')).toBe(behindContent([2, 9, 10], 'S'));
    expect(new Set([behindContent([], 'S'), behindContent([2], 'S'), behindContent([], 'T')]).size).toBe(3);
  });
});
