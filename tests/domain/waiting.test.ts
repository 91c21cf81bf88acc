import { expect, test } from 'vitest';
import { importKind } from '../../server/domain/files/imports.ts';
import { type Answered, awaitedBy, keysOf, onceBrought } from '../../server/domain/files/waiting.ts';

const ORDERS = { kind: 'orders', keys: new Set(['026']) } as const;
const PARTNERS = { kind: 'outsourcings', keys: new Set(['G9']) } as const;
const TASKS = { kind: 'tasks', keys: new Set(['026', 'G9']) } as const;
const at = (row: number | null, field: string | null) => ({ row, field });
/** Rows 3 to 5 name an order that is to come, row 6 one that nobody brings; rows 4 and 7 a partner that is only asked about. */
const ANSWER: Answered = {
  errors: ['見出し', '行3', '行4', '行5', '行6', '行8'],
  error_places: [
    at(null, 'serial_number'),
    at(3, 'serial_number'),
    at(4, 'serial_number'),
    at(5, 'serial_number'),
    at(6, 'serial_number'),
    at(8, 'work_hours'),
  ],
  ...{ error_count: 5, bad_rows: [3, 4, 5, 6, 8] },
  warnings: ['行4 外注', '行7 外注', '行7'],
  warning_places: [at(4, 'outsourcing_code'), at(7, 'outsourcing_code'), at(7, 'order_quantity')],
  warning_count: 3,
  lacking: [
    { field: 'serial_number', code: '０26', rows: [3, 4, 5] },
    { field: 'serial_number', code: 'X9', rows: [6] },
    { field: 'outsourcing_code', code: 'g9', rows: [4, 7] },
    { field: 'nothing', code: 'x', rows: [3] },
  ],
};
const kind = importKind('order-tasks')!;
const left = (answer: Answered, ...before: Parameters<typeof onceBrought>[2]) => {
  const { errors, warnings, error_count, warning_count, bad_rows, error_places, warning_places } = onceBrought(kind, answer, before);
  expect([error_places?.length, warning_places?.length]).toEqual(
    [errors, warnings].map((texts) => texts.filter((text) => !text.startsWith('ほか')).length),
  );
  return [errors.join(' '), warnings.join(' '), error_count, warning_count, bad_rows?.join()];
};

test('a file waits for those before it that bring what it lacks, of the right kind', () => {
  expect(awaitedBy(kind, ANSWER, [ORDERS, TASKS, PARTNERS])).toEqual([ORDERS, PARTNERS]);
  expect(onceBrought(kind, ANSWER, [TASKS])).toBe(ANSWER);
  expect([awaitedBy(kind, { errors: [], warnings: [] }, [ORDERS]), keysOf({})]).toEqual([[], new Set()]);
  const brings = [
    { code: 'ａ', rows: [2, 3] },
    { code: 'b', rows: [4] },
  ];
  expect([keysOf({ brings }), keysOf({ brings }, new Set([2, 4]))]).toEqual([new Set(['A', 'B']), new Set(['A'])]);
});

test('of what is wrong with it is left what they do not bring', () => {
  expect(left(ANSWER, ORDERS)).toEqual(['行6 行8', '行4 外注 行7 外注 行7', 2, 3, '6,8']);
  expect(left(ANSWER, PARTNERS)).toEqual(['見出し 行3 行4 行5 行6 行8', '行7', 5, 1, '3,4,5,6,8']);
  expect(left(ANSWER, ORDERS, PARTNERS)).toEqual(['行6 行8', '行7', 2, 1, '6,8']);
  // More than are named, and one of the file itself.
  const more: Answered = {
    ...ANSWER,
    errors: [...ANSWER.errors, '全体'],
    error_places: [...ANSWER.error_places!, at(null, null)],
    error_count: 106,
    warning_count: 9,
  };
  expect(left(more, ORDERS)).toEqual(['行6 行8 全体 ほか100件', '行4 外注 行7 外注 行7 ほか6件', 103, 9, '6,8']);
  const all: Answered = {
    ...ANSWER,
    lacking: ANSWER.lacking!.slice(0, 1),
    bad_rows: [3, 4, 5],
    errors: ANSWER.errors.slice(0, 4),
    error_places: ANSWER.error_places!.slice(0, 4),
    error_count: 3,
  };
  expect(left(all, ORDERS)).toEqual(['', '行4 外注 行7 外注 行7', 0, 3, '']);
  expect(left({ ...all, errors: [...all.errors, '全体'], error_places: [...all.error_places!, at(null, null)] }, ORDERS)).toEqual([
    '全体',
    '行4 外注 行7 外注 行7',
    1,
    3,
    '',
  ]);
  // Rows with errors were left out unasked: what is wrong with them stands among the warnings.
  const out: Answered = {
    ...all,
    errors: [],
    error_places: [],
    error_count: 0,
    warnings: [...all.errors, '行7'],
    warning_places: [...all.error_places!, at(7, 'x')],
    warning_count: 4,
  };
  expect(left(out, ORDERS)).toEqual(['', '行7', 0, 1, '']);
});
