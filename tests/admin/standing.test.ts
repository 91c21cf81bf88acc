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
import type { Issue } from '../../server/domain/files/issues.ts';
import { alone } from '../../server/domain/files/issues.ts';
import type { Brought, Lacking } from '../../server/domain/files/waiting.ts';

interface Found {
  errors?: Issue[];
  warnings?: Issue[];
  withoutBad?: boolean;
  /** What the server says that it lacks, and brings. */
  lacking?: Lacking[];
  brings?: Brought[];
  /** Whether the server has answered; 'failed': it could not be asked. */
  asked?: boolean | 'failed';
}

const textsOf = (issues: readonly Issue[]) => issues.map(({ text }) => text);

/** What a file of three rows shows, of which the server found something. */
function seenOf({ errors = [], warnings = [], withoutBad = false, asked = true, ...codes }: Found = {}): Seen {
  const nothing = { errors: [], warnings: [], bad_rows: [], repairs: [] };
  const verdict = { ...nothing, error_count: 0, warning_count: 0, row_count: 3, refused: false };
  const bad_rows = errors.flatMap(({ row }) => row ?? []);
  const counts = { error_count: alone(errors), warning_count: alone(warnings) };
  const places = { error_places: errors, warning_places: warnings, bad_rows };
  const answer = { errors: textsOf(errors), warnings: textsOf(warnings), ...places, ...counts };
  return {
    chosen: { state: 'read', verdict, withoutBad, skipped: new Set(), repairs: [] } as unknown as Seen['chosen'],
    told: { errors, cells: errors, warnings, repairs: [], bad_rows: new Set(bad_rows), ...counts },
    answer: asked === true ? ({ ...answer, ...codes } as ImportAnswer) : undefined,
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
/** How a file stands, with what is still wrong with it beside. */
function standing(files: readonly Given[], id: number): Omit<Standing, 'told'> & { errors?: number } {
  const { told, ...rest } = standingsOf(files).get(id) as Standing;
  return { ...rest, ...(told && told.error_count > 0 && { errors: told.error_count }) };
}
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

  const orders = given(1, 'orders', { brings: [{ code: '026', rows: [2] }] });
  const tasks = given(3, 'tasks', { brings: [{ code: 'T-9', rows: [2] }] });
  const newOrder: Issue = { row: 3, field: 'serial_number', text: '行3「製番」: 「026」はオーダーに登録されていません。' };
  const newTask: Issue = { row: 3, field: 'task_code', text: '行3「工程ｺｰﾄﾞ」: 「T-9」は工程に登録されていません。' };
  const lack = (field: string, code: string, ...rows: number[]): Lacking => ({ field, code, rows });
  const one = given(2, 'order-tasks', { errors: [newOrder], lacking: [lack('serial_number', '０26', 3)] });
  const both = given(2, 'order-tasks', {
    errors: [{ ...newOrder, text: newOrder.text + newTask.text }],
    lacking: [lack('serial_number', '026', 3), lack('task_code', 'T-9', 3)],
  });

  test('one that names what a ticked one above it brings waits for that one', () => {
    expect(standing([orders, one], 2)).toEqual({ state: 'waits', may: true, ticked: true, waitsFor: [orders], waiting: 1 });
    const untaken = { ...orders, tick: false };
    expect(standing([untaken, one], 2)).toEqual({ state: 'look', may: false, ticked: false, wants: [untaken], errors: 1 });
  });

  test('one that names what nobody brings has an error at once, whatever other files there are of the kind', () => {
    const others = given(1, 'orders', { brings: [{ code: '027', rows: [2] }] });
    expect(standing([others, one], 2)).toEqual({ state: 'look', may: false, ticked: false, errors: 1 });
    expect(standing([{ ...others, tick: false }, one], 2)).toEqual({ state: 'look', may: false, ticked: false, errors: 1 });
    // All that is wrong with a row is to be brought, not the first of it alone.
    expect(standing([orders, both], 2)).toEqual({ state: 'look', may: false, ticked: false, errors: 1, waitsFor: [orders], waiting: 0 });
    // Of some rows that wait and one that nobody helps, that one is said, with the head of what is left.
    const heads = ['登録されていない製番: 026(2行)、X9(2行)'].map((text): Issue => ({ row: null, field: 'serial_number', text }));
    const rows = [3, 4, 5, 6].map((row) => ({ ...newOrder, row, text: `行${row}` }));
    const mixed = given(2, 'order-tasks', {
      errors: [...heads, ...rows],
      lacking: [lack('serial_number', '026', 3, 4), lack('serial_number', 'X9', 5, 6)],
    });
    expect(standing([orders, mixed], 2)).toEqual({ state: 'look', may: false, ticked: false, errors: 2, waitsFor: [orders], waiting: 2 });
    const { told } = standingsOf([orders, mixed]).get(2) as Standing;
    expect([textsOf(told?.errors ?? []), told?.bad_rows]).toEqual([['登録されていない製番: X9(2行)', '行5', '行6'], new Set([5, 6])]);
  });

  test('one that names what two above it bring waits for both, and is held back by whichever was not taken in', () => {
    const files = [tasks, orders, both];
    expect(standing(files, 2)).toEqual({ state: 'waits', may: true, ticked: true, waitsFor: [tasks, orders], waiting: 1 });
    const [sending] = chosenOf(files, standingsOf(files)).slice(2) as [Sending];
    const holder = (...written: number[]) => holderOf(sending, new Set(written))?.id;
    expect([holder(), holder(1), holder(3), holder(1, 3)]).toEqual([3, 3, 1, undefined]);
  });

  test('what was taken in a moment ago has brought its codes, until the file below it is sent, too', () => {
    const done = { ...orders, outcome: { answer: { errors: [] } as unknown as ImportAnswer } };
    expect(standingsOf([done, one], true).get(2)).toMatchObject({ state: 'waits', told: { error_count: 0 } });
    expect(standingsOf([done, one]).get(2)).toMatchObject({ state: 'look' });
  });

  test('a code that only warns comes with a file above it, and is no warning then', () => {
    const products = given(1, 'products', { brings: [{ code: 'P1', rows: [2, 3] }] });
    const warned = { warnings: [{ ...newOrder, field: 'product_code' }], lacking: [lack('product_code', 'P1', 3)] };
    expect(standing([products, given(2, 'orders', warned)], 2)).toMatchObject({ state: 'waits', ticked: true, waitsFor: [products] });
    expect(standing([given(2, 'orders', warned)], 2)).toMatchObject({ state: 'look', may: true, ticked: false });
  });

  test('what a row that waits warns of stays, and counts once', () => {
    const warnings = [3, 4].map((row) => at(row, 'last_reception_date'));
    const waiting = given(2, 'order-tasks', { errors: [newOrder], warnings, lacking: [lack('serial_number', '026', 3)] });
    // The browser has found them as well.
    const { chosen, ...seen } = waiting.seen as Seen;
    const verdict = { ...chosen.verdict, warnings, warning_count: 2 } as NonNullable<Seen['chosen']['verdict']>;
    const files = [orders, { ...waiting, seen: { ...seen, chosen: { ...chosen, verdict } } }];
    expect(standingsOf(files).get(2)).toMatchObject({ waiting: 1, told: { error_count: 0, warnings, warning_count: 2 } });
  });

  test('one whose bad rows are left out goes in the same press with the rows that wait', () => {
    const errors = [newOrder, { ...at(4, 'task_sort'), text: '行4「工程順」' }];
    const mixed = given(2, 'order-tasks', { errors: errors, lacking: [lack('serial_number', '026', 3)], withoutBad: true });
    expect(standing([orders, mixed], 2)).toEqual({ state: 'waits', may: true, ticked: true, waitsFor: [orders], waiting: 1, errors: 1 });
    expect(standingsOf([orders, mixed]).get(2)?.told?.bad_rows).toEqual(new Set([4]));
    // What it leaves out itself it does not bring.
    const partly = given(1, 'orders', { errors: [at(2, 'number')], withoutBad: true, brings: [{ code: '026', rows: [2] }] });
    expect(standing([partly, one], 2)).toEqual({ state: 'look', may: false, ticked: false, errors: 1 });
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
