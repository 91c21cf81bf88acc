import { expect, test } from 'vitest';
import { type Cause, causesOf } from '../../admin/imports/preview/causes.ts';
import { linesOf } from '../../admin/imports/preview/changes.ts';
import { type Said, together } from '../../admin/imports/together.ts';
import { type ImportKind, importKind } from '../../server/domain/files/imports.ts';
import type { Repair } from '../../server/domain/files/issues.ts';

/** What the preview of an import makes of what browser and server have said. */

const TASKS = importKind('order-tasks') as ImportKind;
const lost = (row: number, from: string, to: string, field = 'lot_number'): Repair => ({ row, field, from, to });
const doubles = (row: number, lot: string, also: number[] = []): Said => ({
  ...{ row, field: 'lot_number', also, doubles: true },
  text: `行${row}${also.length > 0 ? `〜${also.at(-1)}` : ''}「追番」: 「${lot}」を取り込むと二重になります。`,
});
const orders = new Map([
  [2, 'A'],
  [3, 'A'],
  [4, 'B'],
]);
const valueAt = (row: number, field: string): string => (field === 'serial_number' ? (orders.get(row) ?? '') : '1');
const shown = ({ text, rows, unnamed, joins, repairs, kept }: Cause) => ({
  ...{ text, rows, unnamed, joins },
  repairs: repairs.map(({ row }) => row),
  kept: kept.map(({ row, from, to }) => `${row} ${from} ${to}`),
});

test('rows that say the same are one cause; its decision is about every alike cell of the same order, and of no other', () => {
  const offered = [lost(2, '1', '01'), lost(3, '1', '01'), lost(4, '1', '01')];
  const LOST = '「追番」: 「1」は先頭の0が失われた可能性があります(01)。';
  const warned: Said[] = [2, 4].map((row) => ({ row, field: 'lot_number', text: `行${row}${LOST}` }));
  const [one, ...others] = causesOf(TASKS, [warned[0] as Said], offered, valueAt).map(shown);
  expect(others).toEqual([]);
  // It is said once of an order's lot, and decided for all its rows.
  expect(one).toEqual({ ...{ text: warned[0]?.text, rows: [2], unnamed: false, joins: false }, repairs: [2, 3], kept: ['2 1 1', '3 1 1'] });
  const [both] = causesOf(TASKS, warned, offered, valueAt).map(shown);
  expect(both).toMatchObject({ text: LOST, rows: [2, 4], unnamed: true, repairs: [2, 3, 4] });
});

test('what would double can be taken in as it is; a code that must be known cannot', () => {
  const [double] = causesOf(TASKS, [doubles(2, '01', [3])], [], () => '01').map(shown);
  expect(double).toMatchObject({ rows: [2, 3], unnamed: false, joins: true, repairs: [], kept: ['2 01 01', '3 01 01'] });
  const unknown: Said = { row: 2, field: 'serial_number', text: '行2「製番」: 「802」はオーダーに登録されていません。' };
  const [order] = causesOf(TASKS, [unknown], [lost(2, '802', '00000802', 'serial_number')], valueAt).map(shown);
  expect(order).toMatchObject({ repairs: [2], kept: [], joins: false });
});

test('a thousand sentences about fifteen thousand alike cells are one decision', () => {
  const rows = Array.from({ length: 15_000 }, (_, at) => at + 2);
  const said: Said[] = rows
    .slice(0, 1_000)
    .map((row) => ({ row, field: 'outsourcing_code', text: `行${row}「外注ｺｰﾄﾞ」: 「12」は外注に登録されていません。` }));
  const offered = rows.map((row) => lost(row, '12', '0012', 'outsourcing_code'));
  const [cause, ...others] = causesOf(TASKS, said, offered, valueAt);
  expect(others).toEqual([]);
  expect(cause?.repairs).toHaveLength(15_000);
});

test('an answer to earlier decisions is silent about what was decided since; one to these says what is left', () => {
  const error_places = [{ row: 4, field: 'lot_number', doubles: true as const }];
  const answer = { errors: ['行4「追番」: まだ二重です。'], error_places, warnings: [] };
  const verdict = {
    ...{ errors: [], error_count: 0, warning_count: 1, bad_rows: [], row_count: 3, repairs: [], hidden_rows: [], refused: false },
    warnings: [{ row: 4, field: 'lot_number', text: '行4「追番」: 「1」は先頭の0が失われた可能性があります(01)。' }],
  };
  const decided = { verdict: { ...verdict, warnings: [], warning_count: 0 }, skipped: new Set<number>(), repairs: [lost(4, '1', '01')] };
  expect(together(decided, { answer, current: false }).errors).toEqual([]);
  expect(together(decided, { answer, current: true }).errors).toMatchObject([{ row: 4, doubles: true }]);
  // What is an error there is no warning, too.
  const both = together({ verdict, skipped: new Set(), repairs: [] }, { answer, current: true });
  expect([both.error_count, both.warning_count]).toEqual([1, 0]);
});

test('what comes with a new record is new; days are written as the screens do', () => {
  const facilities = importKind('facilities') as ImportKind;
  const change = (row: number | null, key: string, old: string | null, now: string | null) => ({
    ...{ row, key, field: 'facility_tasks', old, new: now },
  });
  const answer = {
    ...{ errors: [], warnings: [], added: [{ row: 2, key: 'F1' }] },
    changed: [change(null, 'F2 T1', 'F2 T1', null), change(2, 'F1 T1', null, 'F1 T1'), change(3, 'F2 T2', null, 'F2 T2')],
  };
  const lines = linesOf(facilities, answer, (row) => `設備${row}`).map(({ sort, row, key, name, field }) => [sort, row, key, name, field]);
  expect(lines).toEqual([
    ['added', 2, 'F1', '設備2', ''],
    ['added', 2, 'F1 T1', '設備2', '対応工程'],
    ['changed', 3, 'F2 T2', '設備3', '対応工程'],
    ['deleted', null, 'F2 T1', '', '対応工程'],
  ]);
  const added = [{ row: 2, key: '2026-05-03' }];
  const days = linesOf(importKind('holidays') as ImportKind, { errors: [], warnings: [], added }, () => '');
  expect(days.map(({ key }) => key)).toEqual(['2026/05/03(日)']);
});
