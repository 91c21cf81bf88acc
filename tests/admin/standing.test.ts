import { describe, expect, test } from 'vitest';
import { sendAsShown } from '../../admin/imports/as-shown.ts';
import {
  chosenOf,
  decidedAnew,
  type Given,
  holderOf,
  type Outcome,
  type Seen,
  type Sending,
  type Standing,
  seenAnew,
  standingsOf,
} from '../../admin/imports/many/standing.ts';
import type { ImportAnswer } from '../../admin/imports/send.ts';
import { type ImportKind, type ImportKindName, importKind } from '../../server/domain/files/imports.ts';
import { type Issue, joinRows } from '../../server/domain/files/rows.ts';

interface Found {
  errors?: Issue[];
  warnings?: Issue[];
  withoutBad?: boolean;
  /** Whether the server has answered; 'failed': it could not be asked. */
  asked?: boolean | 'failed';
}

/** What a file of three rows shows, of which the server found something. */
function seenOf({ errors = [], warnings = [], withoutBad = false, asked = true }: Found = {}): Seen {
  const verdict = { error_count: 0, warning_count: 0, row_count: 3, refused: false };
  return {
    chosen: { state: 'read', verdict, withoutBad } as Seen['chosen'],
    told: {
      ...{ errors, cells: errors, error_count: errors.length, warnings, warning_count: warnings.length, repairs: [] },
      bad_rows: new Set(errors.flatMap(({ row }) => row ?? [])),
    },
    answer: asked === true ? ({ errors: [] } as unknown as ImportAnswer) : undefined,
    undecided: false,
    unasked: asked === 'failed',
  };
}

const given = (id: number, kind: ImportKindName, found: Found = {}, more: Partial<Given> = {}): Given => ({
  id,
  file: new File([], `${kind}.xlsx`),
  kind,
  seen: seenOf(found),
  ...more,
});
const at = (row: number, field: string): Issue => ({ row, field, text: `行${row}` });
const standing = (files: readonly Given[], id: number): Standing => standingsOf(files).get(id) as Standing;
const failed: Outcome = { failure: 'サーバーに接続できません。' };

describe('how a file stands in まとめて取込', () => {
  test('one with warnings is looked at, and ready once it is ticked', () => {
    const holidays = given(1, 'holidays', { warnings: [at(2, 'date')] });
    expect(standing([holidays], 1)).toEqual({ state: 'look', may: true, ticked: false });
    expect(standing([{ ...holidays, tick: true }], 1)).toEqual({ state: 'ready', may: true, ticked: true });
  });

  test('one that the server could not be asked about says so, and is not sent', () => {
    expect(standing([given(1, 'orders', { asked: 'failed' }, { tick: true })], 1)).toEqual({ state: 'unasked', may: false, ticked: false });
    expect(standing([given(1, 'orders', { asked: false })], 1).state).toBe('reading');
  });

  const orders = given(1, 'orders');
  const unknown = [at(3, 'serial_number')];
  test('one that names what a ticked one above it brings waits for that one', () => {
    const tasks = given(2, 'order-tasks', { errors: unknown });
    expect(standing([orders, tasks], 2)).toEqual({ state: 'waits', may: true, ticked: true, waitsFor: [orders] });
    const untaken = { ...orders, tick: false };
    expect(standing([untaken, tasks], 2)).toEqual({ state: 'look', may: false, ticked: false, wants: untaken });
  });

  const newOrder: Issue = { row: 3, field: 'serial_number', text: '行3「製番」: 「026」はオーダーに登録されていません。' };
  const newTask: Issue = { row: 3, field: 'task_code', text: '行3「工程ｺｰﾄﾞ」: 「T-9」は工程に登録されていません。' };
  test('one waits only where all that is wrong with a row may be brought, not the first of it alone', () => {
    const both = given(2, 'order-tasks', { errors: joinRows([newOrder, newTask]) });
    expect(standing([orders, both], 2)).toEqual({ state: 'look', may: false, ticked: false });
    // Its heads name a column without a row.
    const said: Issue[] = [{ row: null, field: 'serial_number', text: '登録されていない製番: 026(2行)' }, newOrder];
    expect(standing([orders, given(2, 'order-tasks', { errors: said })], 2)).toMatchObject({ state: 'waits', waitsFor: [orders] });
  });

  test('one that names what two above it bring waits for both, and is held back by whichever was not taken in', () => {
    const tasks = given(3, 'tasks');
    const both = given(2, 'order-tasks', { errors: joinRows([newOrder, newTask]) });
    const files = [tasks, orders, both];
    expect(standing(files, 2)).toEqual({ state: 'waits', may: true, ticked: true, waitsFor: [tasks, orders] });
    const [sending] = chosenOf(files, standingsOf(files)).slice(2) as [Sending];
    const holder = (...written: number[]) => holderOf(sending, new Set(written))?.id;
    expect([holder(), holder(1), holder(3), holder(1, 3)]).toEqual([3, 3, 1, undefined]);
  });

  test('one whose rows are left out is never sent with what would bring them', () => {
    const tasks = given(2, 'order-tasks', { errors: unknown, withoutBad: true }, { tick: true });
    expect(standing([orders, tasks], 2)).toEqual({ state: 'waits', may: false, ticked: false, after: orders });
    // Neither where other rows are bad for good.
    const mixed = given(2, 'order-tasks', { errors: [...unknown, at(4, 'task_sort')], withoutBad: true }, { tick: true });
    expect(standing([orders, mixed], 2)).toMatchObject({ ticked: false, after: orders });
    expect(standing([{ ...orders, tick: false }, tasks], 2)).toEqual({ state: 'ready', may: true, ticked: true });
  });
});

describe('what came of the last press', () => {
  const seen = seenOf();
  const { chosen } = seen;
  const files = [
    given(1, 'orders', {}, { seen, outcome: failed }),
    given(2, 'order-tasks', {}, { outcome: { failure: '取り込んでいません。', heldBackBy: 1 } }),
    given(3, 'holidays', {}, { outcome: failed }),
    given(4, 'castings', {}, { outcome: { failure: '取り込んでいません。', heldBackBy: 2 } }),
  ];
  const refused = (all: readonly Given[]) => all.filter(({ outcome }) => outcome).map(({ id }) => id);

  test('counts no more for a file that is ticked anew, nor for what it held back', () => {
    expect(refused(decidedAnew(files, 1, { tick: true }))).toEqual([3]);
    expect(refused(decidedAnew(files, 2))).toEqual([1, 3]);
    expect(refused(decidedAnew(files, 3, { tick: true }))).toEqual([1, 2, 4]);
  });

  test('counts no more once the file is decided otherwise, or asked about again where that failed', () => {
    expect(refused(seenAnew(files, 1, { ...seenOf(), chosen: { ...chosen, withoutBad: true } }))).toEqual([3]);
    // Asked about just after the press, it still says what came of it.
    expect(refused(seenAnew(files, 1, { ...seenOf(), chosen }))).toEqual([1, 2, 3, 4]);
    const away = seenAnew(files, 1, { ...seenOf({ asked: 'failed' }), chosen });
    expect(refused(away)).toEqual([1, 2, 3, 4]);
    expect(refused(seenAnew(away, 1, { ...seenOf({ asked: false }), chosen }))).toEqual([3]);
  });

  test('what a person wanted of one sheet counts for no other', () => {
    const opened = { ...seenOf({ warnings: [at(2, 'product_code')] }), chosen: { ...chosen, opening: 1 } };
    const ticked = given(1, 'orders', {}, { seen: opened, tick: true });
    expect(standing(seenAnew([ticked], 1, { ...opened, chosen: { ...opened.chosen, turn: 2 } }), 1).ticked).toBe(true);
    expect(standing(seenAnew([ticked], 1, { ...opened, chosen: { ...opened.chosen, opening: 2 } }), 1)).toMatchObject({
      ...{ state: 'look', ticked: false },
    });
  });

  test('stays where the file was taken in', () => {
    const done = given(1, 'orders', {}, { outcome: { answer: { errors: [] } as unknown as ImportAnswer } });
    expect(decidedAnew([done], 1, { tick: false })).toMatchObject([{ outcome: done.outcome }]);
    expect(standing([done], 1).state).toBe('done');
  });
});

describe('what is sent as it was shown', () => {
  const warned = (products: string, rows: readonly number[], more: number): ImportAnswer => ({
    errors: [],
    warnings: [
      `登録されていない製品: ${products}`,
      ...rows.map((row) => `行${row}「製番_製品ｺｰﾄﾞ」: 登録されていません。`),
      `ほか${more}件`,
    ],
    warning_places: [null, ...rows].map((row) => ({ row, field: 'product_code' })),
    warning_count: rows.length + more,
  });
  const { chosen, told } = seenOf();
  const reader = { body: async () => ({ json: '{}' }) };
  /** Whether a file of which this was shown is written where this is said of it now. */
  async function isWritten(shown: ImportAnswer, now: ImportAnswer): Promise<boolean> {
    const decided = { ...chosen, file: new File([], '受注.xlsx'), reader, skipped: new Set(), repairs: [] } as unknown as Seen['chosen'];
    const call = (async () => now) as unknown as Parameters<typeof sendAsShown>[0]['call'];
    return (await sendAsShown({ call }, importKind('orders') as ImportKind, decided, { told, answer: shown, deleted: 0 })) !== undefined;
  }

  test('a file that waited may say less: fewer rows have in common what they had, and fewer are left unsaid', async () => {
    const shown = warned('P1(30行)、P4(20行)', [2, 3], 48);
    expect(await isWritten(shown, warned('P4(20行)', [3], 19))).toBe(true);
    expect(await isWritten(shown, warned('P4(20行)、P9(1行)', [3, 9], 18))).toBe(false);
    expect(await isWritten(shown, warned('P4(70行)', [3], 69))).toBe(false);
  });
});
