import { describe, expect, test } from 'vitest';
import {
  inFront,
  isUseless,
  kindsOf,
  SHUT_COLORS,
  segmentsOf,
  segmentWords,
  shutDays,
  timelineOf,
  type Wait,
} from '../../admin/board/story/why/layout.ts';
import { daysText } from '../../admin/texts/board/story.ts';
import { causeWithDays, lateBy } from '../../admin/texts/board/strip.ts';
import {
  alsoLots,
  alsoOrders,
  capacityText,
  dayHead,
  effectText,
  gainText,
  mateText,
  priceTexts,
  shownText,
  totalText,
  WHY,
  waitSaid,
  waitTags,
} from '../../admin/texts/board/why.ts';
import { dayNumber } from '../../server/domain/ground/plant-time.ts';

const at = (day: string, clock = '08:00'): string => `2026-${day}T${clock}:00+09:00`;

/** A charge of this kind on a day of December, of these lots. */
const charge = (day: number, kind: Wait['in_the_way'][number]['kind'], fill: number, lots = 1): Wait['in_the_way'][number] => ({
  ...{ kind, locked: false, fill_percent: fill },
  start_date: at(`12-${String(day).padStart(2, '0')}`),
  end_date: at(`12-${String(day).padStart(2, '0')}`, '20:00'),
  lots: Array.from({ length: lots }, (_, lot) => ({
    ...{ entry_id: day * 10 + lot, order_id: day, serial_number: `026Z01${day}`, unique_order: `026Z01${day}-0${lot + 1}` },
    ...{ deadline_date: '2027-01-22', late_days: kind === 'later_late' ? 3 : 0 },
  })),
});

const bar = {
  ...{ entry_id: 1, order_task_id: 1, order_id: 189, serial_number: '026Y0189', unique_order: '026Y0189-01', deadline_date: '2026-12-01' },
  ...{ late_days: 24, task_name: '焼入れ', place_name: '4号溶体化炉', outsourced: false },
  ...{ start_date: at('12-15', '12:00'), end_date: at('12-17', '00:00') },
};
const wait = (change: Partial<Wait> = {}): Wait => ({
  ...{ bar, there: true, fill_percent: 71, facility_id: 4, facility_name: '4号溶体化炉', furnace: true },
  ...{ from: at('11-30', '12:00'), to: at('12-15', '12:00'), before: null, weekdays: [2, 4], closed: ['2026-12-05', '2026-12-06'] },
  ...{ stopped: [], closed_days: 0, stopped_days: 0, shut_facility_name: null, idle_percent: 0, mate: null },
  in_the_way: [
    charge(1, 'earlier_due', 88, 8),
    charge(3, 'later_in_time', 92),
    charge(8, 'later_late', 97),
    charge(9, 'later_in_time', 38),
  ],
  ...change,
});

describe('what the days late are made of', () => {
  test('parts of one name are one stretch, in the order in which they are said', () => {
    const parts = segmentsOf([
      { part: 'late_start', days: 6 },
      { part: 'late_before', days: 5 },
      { part: 'outsourcing_lead', days: 4 },
      { part: 'later_due', days: 7 },
    ]);
    expect(parts.map(({ name, days }) => [name, days])).toEqual([
      ['着手前', 11],
      ['外注', 4],
      ['後の納期', 7],
    ]);
  });

  test('a stretch has its words if they fit, else its days, else nothing', () => {
    const segment = { name: '後の納期', cause: 'later_due' as const, days: 7 };
    expect([147, 60, 10].map((px) => segmentWords(segment, px, daysText))).toEqual(['後の納期 7日', '7日', '']);
  });

  test('the strip says the main cause with its days, while those are known', () => {
    expect(lateBy('026Y0189', 24)).toBe('026Y0189 は24日遅れます。');
    expect([causeWithDays('西霧メッキの外注', 4), causeWithDays('着手前', null)]).toEqual(['西霧メッキの外注 4日', '着手前']);
  });
});

describe('the timeline of the facility that a late order waits for', () => {
  test('begins on the day on which it could begin and ends with its bar', () => {
    const { days, own, boxes, lanes, ready } = timelineOf(wait());
    expect([days[0], days.at(-1), days.length]).toEqual([dayNumber('2026-11-30'), dayNumber('2026-12-16'), 17]);
    expect(own!.to).toBe(1);
    expect(own!.from).toBeCloseTo(15.5 / 17);
    expect(ready).toBeCloseTo(0.5 / 17);
    expect(boxes).toHaveLength(4);
    expect(lanes).toBe(1);
  });

  test('of a bar that stands elsewhere it ends where the wait does', () => {
    const { days, own } = timelineOf(wait({ there: false }));
    expect([days.at(-1), own]).toEqual([dayNumber('2026-12-15'), undefined]);
  });

  test('what stands there at the same time stands in lanes', () => {
    const { boxes, lanes } = timelineOf(
      wait({ in_the_way: [charge(1, 'earlier_due', 5), charge(1, 'later_late', 5), charge(2, 'later_late', 5)] }),
    );
    expect([lanes, boxes.map(({ lane }) => lane)]).toEqual([2, [0, 1, 0]]);
  });

  test('heads of days name a month where one begins', () => {
    const first = dayNumber('2026-12-01');
    expect([dayHead(first, true, true), dayHead(first + 1, true, false), dayHead(first + 1, false, false)]).toEqual(['12/1火', '2水', '2']);
  });
});

test('a stop is drawn and explained as one, not as a closed day', () => {
  const shut = shutDays(wait({ stopped: ['2026-12-06'] }));
  expect([...shut]).toEqual([
    ['2026-12-05', 'closed'],
    ['2026-12-06', 'stopped'],
  ]);
  expect([WHY.closed, WHY.stopped]).toEqual(['休業', '故障・停止']);
  expect(SHUT_COLORS.stopped).not.toEqual(SHUT_COLORS.closed);
});

describe('who is in front', () => {
  test('charges by fill, bars by start; counted by kind', () => {
    expect(inFront(wait()).map(({ fill_percent }) => fill_percent)).toEqual([97, 92, 88, 38]);
    expect(inFront(wait({ furnace: false })).map(({ fill_percent }) => fill_percent)).toEqual([88, 92, 97, 38]);
    expect(kindsOf(wait().in_the_way)).toEqual([
      { kind: 'earlier_due', count: 1 },
      { kind: 'later_in_time', count: 2 },
      { kind: 'later_late', count: 1 },
    ]);
    expect([shownText(5, 13, true), shownText(2, 2, false)]).toEqual(['充填率の重い順 5/13チャージ', '早い順 2/2件']);
  });

  test('is said behind the heading, and on the line to the bar in as many words as fit', () => {
    const shut_facility_name = '2号台車式焼鈍炉';
    for (const [change, said] of [
      [{}, '4チャージが先、空きなし'],
      [{ furnace: false, idle_percent: 65 }, '4件が先、空き65%'],
      [{ in_the_way: [], idle_percent: null }, ''],
      [{ closed_days: 1, stopped_days: 4 }, '故障・停止4日、休業1日、4チャージが先、空きなし'],
      [{ stopped_days: 7, shut_facility_name }, '2号台車式焼鈍炉の故障・停止7日、4チャージが先、空きなし'],
    ] as const)
      expect(waitSaid(wait(change as Partial<Wait>))).toBe(said);
    expect([alsoLots(7), alsoOrders(3), alsoOrders(0)]).toEqual([' ほか7ロット', ' ほか3製番', '']);
    const plain = ['待ち 11/30→12/15', '待ち'];
    for (const [change, ...tags] of [
      [{}, '待ち 11/30→12/15: 後の納期 3チャージが先'],
      [{ in_the_way: [charge(1, 'earlier_due', 3)] }, '待ち 11/30→12/15: 先の納期 1チャージが先'],
      [{ in_the_way: [], closed_days: 5 }, '待ち 11/30→12/15: 休業5日、火・木のみ'],
      [{ in_the_way: [] }, '待ち 11/30→12/15: 火・木のみ'],
      [{ in_the_way: [], weekdays: [] }],
    ] as const)
      expect(waitTags(wait(change as Partial<Wait>))).toEqual([...tags, ...plain]);
  });

  test('a mate is named with its due date and where it comes from', () => {
    const mate = { ...bar, unique_order: '026Z0150-02', deadline_date: '2027-02-19', late_days: 0 };
    const before = { ...bar, task_name: '外注加工', place_name: '三河野機工', start_date: at('11-20'), end_date: at('12-10') };
    expect(mateText({ bar: mate, before, ready: '2026-12-10', wait: null })).toBe(
      '同じ炉チャージ · 納期 2/19(金) 納期内 · 前工程 外注加工 三河野機工 11/20→12/10',
    );
    const behind = { facility_name: '3号炉', from: '2026-11-09', to: '2026-11-18' };
    expect(mateText({ bar: mate, before: null, ready: '2026-12-10', wait: behind })).toBe(
      '同じ炉チャージ · 納期 2/19(金) 納期内 · 3号炉で11/9→11/18待ち',
    );
    expect(waitTags(wait({ in_the_way: [], mate: { bar: mate, before, ready: '2026-12-10', wait: null } }))[0]).toContain(
      '026Z0150-02を待つ',
    );
  });
});

test('what going first wins, and what it costs in all', () => {
  expect(gainText({ gain_days: 9, late_days_after: 15 })).toBe('−9日(24→15日)');
  const effect = { gain_days: 9, late_days_after: 15, total_days_before: 555, total_days_after: 549, moved_entries: 9, moved_orders: 3 };
  const whole = { ...effect, late_orders_before: 77, late_orders_after: 77, pays: [], pays_count: 0 };
  expect(totalText(whole)).toBe('合計 555→549日');
  expect(effectText(whole)).toBe('遅れ 77→77件(合計 555→549日)・動く製番 最大3件(9工程)');
});

test('nobody is told to pay before the search that a run makes has said so', () => {
  const pays = [{ order_id: 1, serial_number: '02631038', days_before: 0, days_after: 26 }];
  const first = { gain_days: 7, late_days_after: 11, total_days_before: 527, total_days_after: 594, late_orders_before: 77 };
  const effect = { ...first, late_orders_after: 80, moved_entries: 126, moved_orders: 40, pays, pays_count: 9 };
  expect(priceTexts(effect, true)).toBeNull();
  expect(capacityText({ ...effect, facility_name: '5号炉' }, true)).toBe('5号炉を1台増やすと最大7日短縮');
  expect(priceTexts(effect, false)).toEqual({ pays: '、代わりに9製番が遅れ', total: '02631038 0→26日 · 合計 527→594日' });
});

test('an order can be placed first while the effect is being calculated, not when it is known to win nothing', () => {
  expect([isUseless(null, true), isUseless(null, false)]).toEqual([false, true]);
});
