import { describe, expect, it } from 'vitest';
import { chainOf, textPx } from '../../admin/promises/answer/chain.ts';
import { curveOf } from '../../admin/promises/answer/curve.ts';
import { type Answer, type Entry, lotsShown, MOST_SHOWN, togetherOn } from '../../admin/promises/answered.ts';
import {
  bodyOf,
  emptyQuestion,
  errorsOf,
  filledOf,
  isAnswered,
  isFilled,
  isRight,
  questionOf,
  withChange,
  withNewLine,
  withoutLine,
  withRead,
} from '../../admin/promises/question/lines.ts';
import { ANSWER, EARLIER } from '../../admin/texts/promises/answer.ts';
import { answer as anAnswer, answered } from './promise-answers.ts';

const entry = (task_name: string, start_at: string, end_at: string, more: Partial<Entry> = {}): Entry => ({
  ...{ lot: 1, task_id: 1, task_name, facility_id: 1, facility_name: '検査場', outsourced: false, wait_days: 0, wait_text: null },
  ...{ start_at: `2026-04-${start_at}:00+09:00`, end_at: `2026-04-${end_at}:00+09:00`, ...more },
});
const answer = (more: Partial<Answer> = {}): Answer =>
  anAnswer({ wished_date: '2026-04-10', routing: { order_id: 5, serial_number: '026X0412' }, ...more });
const cost = (date: string, moved_orders: number, newly_late = 0, more_late_days = 0) => ({
  ...{ date, moved_orders, moved_entries: moved_orders * 2, newly_late, more_late_days, pays: [] },
});

describe('the form of a question', () => {
  const product = { id: 7, product_code: '00001146', product_name: 'ライナ' };
  const filled = () => withChange({ ...emptyQuestion(), title: ' 見積 ' }, 1, { product, pieces: '６', wished: '2026-04-10' });

  it('becomes the body of the call, and is what was asked once it is answered', () => {
    expect(bodyOf(filled())).toEqual({
      title: '見積',
      lines: [{ product_id: 7, pieces: 6, ready_date: null, wished_date: '2026-04-10', routing_order_id: null }],
    });
    const given = answered(1, answer());
    expect(isAnswered(filled(), given)).toBe(true);
    expect(questionOf(given).lines[0]).toMatchObject({ product, pieces: '6', ready: '', wished: '2026-04-10' });
    expect(isAnswered(questionOf(given), given)).toBe(true);
    const changes = [{ pieces: '7' }, { wished: '' }, { ready: '2026-04-02' }, { routing: { order_id: 6, serial_number: '026X0198' } }];
    for (const change of changes) expect(isAnswered(withChange(filled(), 1, change), given)).toBe(false);
    expect([isAnswered(withNewLine(filled()), given), isAnswered(filled(), undefined)]).toEqual([false, false]);
  });

  it('says what a line lacks; another product is made by processes of its own', () => {
    expect(errorsOf(emptyQuestion().lines[0]!)).toEqual({
      product: '製品を選んでください。',
      pieces: '1〜100,000の整数を入力してください。',
    });
    for (const pieces of ['0', '-1', '2.5', '100001', '三', '']) expect(isRight({ ...filled().lines[0]!, pieces }), pieces).toBe(false);
    for (const pieces of ['1', '1,200', '１００']) expect(isRight({ ...filled().lines[0]!, pieces }), pieces).toBe(true);
    expect(errorsOf({ ...filled().lines[0]!, wished: '1999-01-01' })).toHaveProperty('wished');
    const made = withChange(filled(), 1, { routing: { order_id: 5, serial_number: '026X0412' } });
    expect(withChange(made, 1, { product: { ...product, id: 8 } }).lines[0]).toMatchObject({ routing: null });
  });

  it('takes lines that were read below those that are there, at most fifty, and drops empty ones', () => {
    const read = (count: number) =>
      Array.from({ length: count }, (_, row) => ({ row, product_code: `P${row}`, pieces: 1, ready_date: null, wished_date: null }));
    const both = withRead(withNewLine(filled()), read(2))!;
    expect(both.lines.map((line) => line.product?.product_code)).toEqual(['00001146', 'P0', 'P1']);
    expect(new Set(both.lines.map(({ key }) => key)).size).toBe(3);
    expect([withRead(filled(), read(49))?.lines.length, withRead(filled(), read(50))]).toEqual([50, undefined]);
    expect(filledOf(withNewLine(filled())).lines).toHaveLength(1);
    expect([isFilled(filled()), isFilled({ ...emptyQuestion(), title: '見積' })]).toEqual([true, false]);
    expect(withoutLine(filled(), 1).lines).toMatchObject([{ product: null }]);
    expect(bodyOf(both).lines[1]).toMatchObject({ product_code: 'P0', pieces: 1 });
  });
});

it('lines that cannot be answered are named with the reason of the first', () => {
  const none = (...names: string[]) => ANSWER.whyNone(names.map((name) => ({ name, text: `${name}の工程がわかりません。` })));
  expect(none('弁箱')).toBe('弁箱: 弁箱の工程がわかりません。');
  expect(none('弁箱', 'ライナ', '羽根車')).toBe('弁箱: 弁箱の工程がわかりません。 ほか ライナ・羽根車');
});

describe('the chain of an answer', () => {
  const entries = [
    entry('解枠', '01T08:00', '01T09:00'),
    entry('砂落し', '01T09:00', '01T10:00'),
    entry('焼ならし', '06T08:00', '07T08:00', { wait_days: 3, wait_text: '7号焼鈍炉の空き待ち 3日' }),
    entry('塗装', '08T00:00', '11T00:00', { outsourced: true }),
    entry('出荷', '13T08:00', '13T12:00'),
  ];
  const at = { from: '2026-04-01', today: '2026-04-02', closed: new Set(['2026-04-04', '2026-04-05']) };
  const chain = (width: number) => chainOf(answer({ entries }), { ...at, width });

  it('goes from the day of the question to a day behind the last, and marks whole days', () => {
    const { days, dayPx, marks, today, width } = chain(1_400);
    expect([days[0]?.date, days.at(-1)?.date, days.length]).toEqual(['2026-04-01', '2026-04-14', 14]);
    expect([marks.wished, marks.answered, today, width]).toEqual([10 * dayPx, 13 * dayPx, dayPx, 14 * dayPx]);
    expect(days.filter(({ closed }) => closed).map(({ label }) => label)).toEqual(['4', '5']);
    expect(days.flatMap(({ month }) => month || [])).toEqual(['4月']);
  });

  it('draws the first of many lots, and the one that decides the day', () => {
    const lots = (count: number, last: number) =>
      Array.from({ length: count }, (_, at) => ({ lot: count - at, end_at: `2026-04-0${count - at === last ? 8 : 7}T12:00:00+09:00` }));
    const first = Array.from({ length: MOST_SHOWN }, (_, at) => at + 1);
    expect(lotsShown(lots(MOST_SHOWN, 3))).toEqual(first);
    expect(lotsShown(lots(MOST_SHOWN + 40, 77))).toEqual([...first.slice(0, -1), 77]);
    expect(lotsShown(lots(MOST_SHOWN + 40, 3))).toEqual(first.slice(0, -1));
  });

  it('has no place for a wished day of another year', () => {
    const { days, marks } = chainOf(answer({ entries, wished_date: '2027-04-10' }), { ...at, width: 1_400 });
    expect([days.at(-1)?.date, marks.wished]).toEqual(['2026-04-14', undefined]);
    const near = chainOf(answer({ entries, wished_date: '2026-05-01' }), { ...at, width: 1_400 });
    expect([near.days.at(-1)?.date, near.marks.wished]).toEqual(['2026-05-02', 31 * near.dayPx]);
  });

  it('draws as one what follows closer than can be told apart, and says of a wait what fits', () => {
    const [row] = chain(1_400).rows;
    expect(row?.bars.map((bar) => bar.label?.text)).toEqual(['解枠〜砂落し', '焼ならし', '塗装', '出荷']);
    expect(row?.bars.map(({ isLast }) => isLast)).toEqual([false, false, false, true]);
    expect(row?.waits.map(({ label }) => label).filter((label) => label !== '')).toEqual(['7号焼鈍炉の空き待ち 3日']);
    const narrow = chain(260);
    expect(narrow.rows[0]?.waits.map(({ label }) => label)).toContain('3日');
    expect(narrow.days.flatMap(({ label }) => label || [])).toEqual(['4/6', '4/13']);
    for (const bar of narrow.rows[0]?.bars ?? []) expect(bar.width).toBeGreaterThanOrEqual(8);
  });

  it('never writes one label over another', () => {
    for (const width of [200, 400, 700, 1_000, 1_400]) {
      for (const line of [0, 1]) {
        const labels = chain(width).rows[0]!.bars.flatMap(({ label }) => (label?.line === line ? label : []));
        for (const [index, { x }] of labels.entries()) {
          const before = labels[index - 1];
          if (before) expect(x).toBeGreaterThanOrEqual(before.x + textPx(before.text, 11));
        }
      }
    }
  });
});

it('the curve steps up towards earlier days; without them there is none', () => {
  const box = { left: 0, right: 50, top: 0, bottom: 100 };
  const earlier = [cost('2026-04-10', 5), cost('2026-04-08', 10, 1)];
  const curve = curveOf(answer({ earlier }), box)!;
  expect(curve.points.map(({ date, x, y }) => [date, x, y])).toEqual([
    ['2026-04-08', 0, 0],
    ['2026-04-10', 20, 50],
    ['2026-04-13', 50, 100],
  ]);
  expect([curve.wished, curve.most, curve.path]).toEqual([20, 10, 'M0 0 H20 V50 H50 V100']);
  expect(curveOf(answer(), box)).toBeUndefined();
});

it('a price is said in words, and the last of the days is that of all lines', () => {
  expect([EARLIER.move(cost('2026-04-10', 12)), EARLIER.move(cost('2026-04-10', 0))]).toEqual(['12製番を動かす', '何も動かさない']);
  expect([EARLIER.newlyLate(cost('', 9, 2)), EARLIER.moreDays(cost('', 9, 2, 7))]).toEqual(['2製番が納期を過ぎる', '(計+7日)']);
  const days = { days_before: 0, days_after: 3 };
  const pays = { order_id: 1, serial_number: '026X0346' };
  expect(EARLIER.pays({ ...pays, ...days })).toBe('納期に間に合う → 3日遅れ');
  expect(EARLIER.pays({ ...pays, ...days, days_before: 2 })).toBe('2日遅れ → 3日遅れ');
  expect(togetherOn([{ date: '2026-04-13' }, { date: '2026-04-09' }])).toBe('2026-04-13');
  expect(togetherOn([{ date: '2026-04-13' }, { date: null }])).toBeUndefined();
});
