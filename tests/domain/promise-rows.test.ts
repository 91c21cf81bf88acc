import { describe, expect, it } from 'vitest';
import type { Cell, Grid } from '../../server/domain/files/grid.ts';
import { answerRows, verdictOf } from '../../server/domain/files/promise-answers.ts';
import { holdsQuestions, MOST_LINES, pastedRows, questionRows, wrongRow } from '../../server/domain/files/promise-rows.ts';

const TODAY = '2026-11-25';
const HEAD = ['製品コード', '個数', '材料・鋳込の日', '希望日'];
const grid = (...rows: Cell[][]): Grid => ({
  ...{ format: 'xlsx', sheet: '', candidates: [], date1904: false, merges: [] },
  rows: rows.map((cells, index) => ({ row: index + 1, cells })).filter(({ cells }) => cells.length > 0),
});
const read = (...rows: Cell[][]) => questionRows(grid(HEAD, ...rows), TODAY);
const line = (row: number, product_code: string, pieces: number, ready_date: string | null = null, wished_date: string | null = null) => ({
  ...{ row, product_code, pieces, ready_date, wished_date },
});

describe('a list of questions', () => {
  it('is read as people write it: days of every spelling, full-width digits, units, numbers of Excel', () => {
    const days = ['2026/12/10', '２０２６年１２月１０日', '令和8年12月10日', '20261210', 46_366, '12/10'];
    for (const day of days)
      expect(read(['00001146', 6, null, day]).lines, String(day)).toEqual([line(2, '00001146', 6, null, '2026-12-10')]);
    expect(read(['A-1', '１，２００個', '11/20', ''])).toEqual({
      lines: [line(2, 'A-1', 1_200, '2026-11-20')],
      errors: [],
      warnings: ['行2「材料・鋳込の日」: 「11/20」は年がないため、2026/11/20(金)として読みました。'],
    });
  });

  it('may be headed otherwise, in another order, with more columns, titles above and a sum below', () => {
    const rows = [
      ['見積 Q-1187'],
      [],
      ['No.', '希望納期', '製品名', '数 量', '製品ｺｰﾄﾞ'],
      [1, '2026/12/10', 'ライナ', '6', '00001146'],
      [],
      [],
    ];
    const found = questionRows(grid(...rows, [null, null, '合計', 6, null]), TODAY);
    expect([found.lines, found.errors]).toEqual([[line(4, '00001146', 6, null, '2026-12-10')], []]);
    expect(holdsQuestions(grid(['品番', '個数']).rows)).toBe(true);
    expect(holdsQuestions(grid(['品番', '単価']).rows)).toBe(false);
  });

  it('is refused by row, column and value', () => {
    expect(read(['', 3], ['A', 0], ['B', '三'], ['C', 2.5], ['D', 1, '32月', '2026/02/30'], ['E', 100_001], ['F', null]).errors).toEqual([
      '行2「製品コード」: この項目は必須です。',
      '行3「個数」: 「0」は1以上の整数を指定してください。',
      '行4「個数」: 「三」は1以上の整数を指定してください。',
      '行5「個数」: 「2.5」は1以上の整数を指定してください。',
      '行6「材料・鋳込の日」: 「32月」は日付として読めません。',
      '行6「希望日」: 「2026/02/30」は日付として読めません。',
      '行7「個数」: 「100001」は1以上100000以下で指定してください。',
      '行8「個数」: この項目は必須です。',
    ]);
    expect(questionRows(grid(['品名', '単価'], ['A', 1]), TODAY).errors).toEqual([
      '「製品コード」の列が見つかりませんでした。',
      '「個数」の列が見つかりませんでした。',
    ]);
    expect(questionRows(grid([...HEAD, '個数']), TODAY).errors).toEqual(['「個数」の列が2つ以上あります。1つにしてください。']);
    expect(read().errors).toEqual(['調べる行がありません。']);
    expect(questionRows(grid(), TODAY).errors).toHaveLength(2);
  });

  it('holds the same product more than once, and as many lines as are asked at once', () => {
    expect(read(['A', 1], ['A', 1]).lines).toEqual([line(2, 'A', 1), line(3, 'A', 1)]);
    const many = Array.from({ length: MOST_LINES + 1 }, (_, at) => [`P${at}`, 1]);
    expect(read(...many.slice(1)).errors).toEqual([]);
    expect(read(...many).errors).toEqual(['一度に調べられるのは50行までです(この一覧は51行)。分けてください。']);
  });
});

it('what the plant says against a row is said as of every other', () => {
  expect(wrongRow({ row: 7 }, 'product_code', '製品「X」は登録されていません。')).toBe(
    '行7「製品コード」: 製品「X」は登録されていません。',
  );
});

describe('what is pasted', () => {
  it('needs no headers, and takes them', () => {
    const lines = (first: number, second: number) => [line(first, '00001146', 6, null, '2026-12-10'), line(second, '00000871', 8)];
    expect(pastedRows('00001146\t6\t\t2026/12/10\r\n\r\n00000871\t８\r\n', TODAY).lines).toEqual(lines(1, 2));
    expect(pastedRows('個数\t製品コード\t希望日\n6\t00001146\t2026/12/10\n8\t00000871\t', TODAY).lines).toEqual(lines(1, 2));
    expect(pastedRows('"A ""x"""\t1', TODAY).lines).toEqual([line(1, 'A "x"', 1)]);
  });

  it('says by row and column what is wrong', () => {
    expect(pastedRows('A\t0\nB\t', TODAY).errors).toEqual([
      '行1「個数」: 「0」は1以上の整数を指定してください。',
      '行2「個数」: この項目は必須です。',
    ]);
    // As the form numbers its lines.
    expect(pastedRows('製品コード\t個数\n\nA\t1\nB\t0', TODAY).errors).toEqual(['行2「個数」: 「0」は1以上の整数を指定してください。']);
    expect(pastedRows('  \n', TODAY).errors).toEqual(['調べる行がありません。']);
  });
});

it('an answer stands beside the wished day, and becomes a row of a file', () => {
  const answer = {
    line: 1,
    product_code: 'A',
    product_name: 'ライナ',
    pieces: 6,
    text: '立旋盤1号の空き待ち',
    earlier: [],
    likely: null,
    kept: null,
  };
  const late = { ...answer, wished_date: '2026-12-10', date: '2026-12-24' };
  expect(verdictOf(late)).toEqual({ kind: 'late', days: 14 });
  expect(verdictOf({ wished_date: '2026-12-24', date: '2026-12-24' })).toEqual({ kind: 'kept' });
  expect(verdictOf({ wished_date: null, date: '2026-12-24' })).toEqual({ kind: 'unwished' });
  expect(verdictOf({ wished_date: '2026-12-24', date: null })).toEqual({ kind: 'none' });
  const days = [{ date: '2026-12-10' }, { date: '2026-12-24' }];
  const row = [1, 'A', 'ライナ', 6, ...days, '希望日より14日遅い', '立旋盤1号の空き待ち', -14];
  expect(answerRows([late]).at(-1)).toEqual([...row, '', '', null, null]);
  const cost = (date: string, moved_orders: number, newly_late: number) => ({ date, moved_orders, newly_late, more_late_days: newly_late });
  const kept = {
    ...{ state: 'kept' as const, serial_number: '仮1-1', expires_at: '2026-12-09T00:00:00+09:00', date: '2026-12-24' },
    ...{ broken: true, reaches: null },
  };
  expect(answerRows([{ ...late, earlier: [cost('2026-12-21', 12, 0), cost('2026-12-18', 31, 2)], kept }]).at(-1)).toEqual([
    ...row,
    '12/21(月): 12製番を動かす、遅れる製番なし / 12/18(金): 31製番を動かす、2製番が納期を過ぎる(計+2日)',
    '仮押さえ中 仮1-1 12/8(火)まで 計画から外れた',
    null,
    null,
  ]);
  const held = (more: Partial<NonNullable<Parameters<typeof answerRows>[0][number]['kept']>>) =>
    answerRows([{ ...late, kept: { ...kept, ...more } }]).at(-1)?.[10];
  expect(held({ reaches: '2026-12-28' })).toBe('仮押さえ中 仮1-1 12/8(火)まで 約束の日に間に合わない(今は12/28(月))');
  // An earlier day than the answered one, before it is planned and once it is.
  expect(held({ date: '2026-12-17', reaches: '2026-12-24' })).toBe(
    '仮押さえ中 仮1-1 12/17(木)出荷 12/8(火)まで いまの計画では12/24(木)です',
  );
  expect(held({ date: '2026-12-17', broken: false, reaches: '2026-12-17' })).toBe('仮押さえ中 仮1-1 12/17(木)出荷 12/8(火)まで');
  expect([held({ state: 'fulfilled', broken: false }), held({ state: 'released' })]).toEqual(['受注済 仮1-1', '解除済']);
  const beside = (days: object) => [6, 8].map((at) => answerRows([{ ...late, ...days }]).at(-1)?.[at]);
  expect([beside({ date: null }), beside({ wished_date: null })]).toEqual([
    ['回答できません', null],
    ['希望日なし', null],
  ]);
  // Ordered, it waits for nothing but its day.
  expect(held({ state: 'fulfilled', serial_number: '026A', date: '2026-12-17', reaches: '2026-12-28' })).toBe(
    '受注済 026A 約束の日に間に合わない(今は12/28(月))',
  );
  const likely = { half: '2026-12-25', nine_of_ten: null };
  expect(
    answerRows([{ ...late, likely }])
      .at(-1)
      ?.slice(-2),
  ).toEqual([{ date: '2026-12-25' }, null]);
  expect(answerRows([])[0]).toHaveLength(13);
});
