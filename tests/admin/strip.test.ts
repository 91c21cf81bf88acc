import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileOf, sortedBy } from '../../admin/board/story/lists/list-columns.ts';
import { ORDER_COLUMNS, type OrderRow, rowsOf } from '../../admin/board/story/lists/order-columns.ts';
import { barToShow } from '../../admin/board/story/strip/bar-to-show.ts';
import { closedSpan } from '../../admin/board/story/strip/closed-span.ts';
import { piecesOf } from '../../admin/board/story/strip/sentence.ts';
import { stepFrom } from '../../admin/board/story/strip/steps.ts';
import type { LateOrder } from '../../admin/board/story/strip/use-overview.ts';
import { judgeTaskForm } from '../../server/domain/bars/task-form.ts';
import { epochMs } from '../../server/domain/ground/plant-time.ts';
import { conflictsSentence } from '../../server/domain/texts/plan/conflicts.ts';
import { RUN_MESSAGES } from '../../server/domain/texts/plan/runs.ts';
import { makeEntry } from './board-entries.ts';

const orders = (...serials: string[]) => serials.map((serial_number, at) => ({ order_id: at + 1, serial_number }));

describe('the pieces of a sentence', () => {
  it('are its words, the orders it names and the count of the others', () => {
    const all = orders(...Array.from({ length: 63 }, (_, at) => `026X${String(at).padStart(4, '0')}`));
    const params = {
      ...{ cause: 'late_start', late_days: 26, days: all.slice(0, 10).map((_, at) => 26 - at) },
      ...{ dates: all.slice(0, 10).map(() => '2026-04-10'), gains: [13], count: 63 },
      lots: all.slice(0, 10).map(({ serial_number }) => serial_number),
    };
    const message = RUN_MESSAGES.W214!(params);
    const pieces = piecesOf({ message, orders: all });
    expect(pieces.map(({ text }) => text).join('')).toBe(message);
    const named = pieces.flatMap((piece) => (piece.kind === 'order' ? [piece.order.order_id] : []));
    expect(named).toEqual([1, 2, 3, 1]);
    expect(pieces.filter(({ kind }) => kind === 'others').map(({ text }) => text)).toEqual(['ほか60件']);
  });

  it('take nothing else for an order: no date, no code, no other number, no name that goes on', () => {
    const named = (message: string, serial: string) =>
      piecesOf({ message, orders: orders(serial) }).flatMap((piece) => (piece.kind === 'order' ? [[piece.text, piece.lot]] : []));
    const alone = (text: string) => [[text, undefined]];
    expect(named('製番 2026: 納期 2026/04/10(金) に対して 26日 遅れます。', '2026')).toEqual(alone('2026'));
    expect(named('製番 A-1-02、A-1: 工程「A-10」', 'A-1')).toEqual([['A-1-02', '02'], ...alone('A-1')]);
    expect(named('製番 026X0255: 製品 026X02551 の単重量', '026X0255')).toEqual(alone('026X0255'));
    expect(named('外注LT(東霞熱処理ほか3社)', 'ほか')).toEqual([]);
    expect(named('製番 (1)+[2]: 工程情報がありません。', '(1)+[2]')).toEqual(alone('(1)+[2]'));
  });

  it('are the whole sentence, whatever the names are', () => {
    const name = fc.stringMatching(/^[0-9A-Z()+.*-]{1,6}$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { maxLength: 6 }),
        fc.array(fc.oneof(name, fc.constant('、'), fc.constant('ほか2件'))),
        (serials, words) => {
          const message = words.join('');
          expect(
            piecesOf({ message, orders: orders(...serials) })
              .map(({ text }) => text)
              .join(''),
          ).toBe(message);
        },
      ),
    );
  });
});

describe('the walk over late orders', () => {
  it.each<[string, number, Parameters<typeof stepFrom>]>([
    ['begins at the worst', 0, [3, undefined, undefined, 1]],
    ['or backward at the last', 2, [3, undefined, undefined, -1]],
    ['goes round', 0, [3, 2, { order_id: 9, place: 2 }, 1]],
    ['backward, too', 2, [3, 0, { order_id: 7, place: 0 }, -1]],
    ['stays with its order where others have come or gone before it', 3, [4, 2, { order_id: 8, place: 1 }, 1]],
    ['goes on beside an order that is late no more', 1, [2, undefined, { order_id: 8, place: 1 }, 1]],
    ['backward beside it', 0, [2, undefined, { order_id: 8, place: 1 }, -1]],
    ['and round behind it', 0, [1, undefined, { order_id: 9, place: 2 }, 1]],
  ])('%s', (_, to, given) => expect(stepFrom(...given)).toBe(to));
});

describe('the table of a message', () => {
  const row = (more: Partial<OrderRow>): OrderRow => ({
    ...{ order_id: 1, serial_number: 'A', product_name: '弁箱', deadline_date: '2026-04-10', late_days: 3, cause: '着手遅れ' },
    ...{ remaining_tasks: 3, task_count: 12, next_task: '焼戻し', next_start: '2026-04-14T08:00:00+09:00', entry_id: 5 },
    ...more,
  });
  const columnOf = (label: string): number => ORDER_COLUMNS.findIndex((column) => column.label === label);
  const cellOf = (one: OrderRow, label: string): string => ORDER_COLUMNS[columnOf(label)]!.text(one);
  it('says what is unknown as such', () => {
    const [plain] = rowsOf(orders('B'), new Map(), {});
    expect(cellOf(plain!, '残り工程')).toBe('—');
    expect(cellOf(plain!, '主な原因')).toBe('—');
    expect(cellOf(row({}), '次の工程')).toBe('焼戻し 4/14〜');
    expect(cellOf(row({}), '残り工程')).toBe('3 / 12');
  });
  it('sorts by any column, equal ones by deadline and serial number', () => {
    const late = (order_id: number, serial_number: string, late_days = 3) => row({ order_id, serial_number, late_days });
    const known = [late(1, 'B'), late(2, 'A'), late(3, 'C', 9), row({ order_id: 4, serial_number: '0', deadline_date: null })];
    const rows = rowsOf(known, new Map(known.map((one) => [one.order_id, { ...one, advice: null, entry_id: 5 } as LateOrder])), {});
    const by = (label: string) =>
      sortedBy(rows, ORDER_COLUMNS, { column: columnOf(label), descending: true }).map(({ serial_number }) => serial_number);
    expect(by('遅れ')).toEqual(['C', 'A', 'B', '0']);
    expect(by('製番')).toEqual(['C', 'B', 'A', '0']);
  });
  it('leaves as a file with a head and a row an order', () => {
    expect(fileOf([row({})], ORDER_COLUMNS)).toEqual([
      ['製番', '製品', '納期', '遅れ', '主な原因', '残り工程', '次の工程'],
      ['A', '弁箱', { date: '2026-04-10' }, 3, '着手遅れ', 3, '焼戻し 4/14〜'],
    ]);
  });
});

describe('the bar of an order that a message leads to', () => {
  const bar = (id: number, day: string, more = {}) => {
    const times = { start_date: `2026-04-${day}T08:00:00+09:00`, end_date: `2026-04-${day}T16:00:00+09:00` };
    return makeEntry({ id, order_task_id: id * 10, ...times, past_deadline: day > '10', ...more });
  };
  const entries = [bar(1, '06', { received_locked: true }), bar(2, '08'), bar(3, '13'), bar(4, '14')];
  it('is the open one it is about, else the first past its deadline, else the first open one, else the last', () => {
    expect(barToShow(entries, [40])?.id).toBe(4);
    expect(barToShow(entries, [10])?.id).toBe(3);
    expect(barToShow(entries.slice(0, 2), [])?.id).toBe(2);
    expect(barToShow(entries.slice(0, 1), [])?.id).toBe(1);
    expect(barToShow([], [])).toBeUndefined();
  });
  it('is one of the lot that the message names, where there is one', () => {
    const lots = [bar(1, '06', { lot_number: '01' }), bar(2, '13', { lot_number: '02' }), bar(3, '14', { lot_number: '02' })];
    expect(barToShow(lots, [10, 30], '02')?.id).toBe(3);
    expect(barToShow(lots, [10], '02')?.id).toBe(2);
    expect(barToShow(lots, [10], '09')?.id).toBe(1);
  });
});

describe('a process that is closed after a later one', () => {
  const at = (day: string, clock: string): string => `2026-04-${day}T${clock}:00+09:00`;
  const open = { unique_order: 'A-01', task_sort: 10, received_locked: false };
  const closed = (bar: readonly [string, string], later: string, now: string): string[] => {
    const own = { ...open, start_date: bar[0], end_date: bar[1] };
    const next = { ...open, task_sort: 20, received_locked: true, start_date: later, end_date: at('30', '16:00') };
    const others = [
      { ...next, unique_order: 'A-02', start_date: at('01', '08:00') },
      { ...next, received_locked: false, start_date: at('01', '08:00') },
    ];
    const { start_date, end_date } = closedSpan(own, [own, next, ...others], epochMs(now));
    return [start_date, end_date];
  };
  it('ends neither after now nor after the finished one began, on the hours of a plan', () => {
    const planned = [at('14', '08:00'), at('14', '12:30')] as const;
    // In the early morning: 24:00 of the day before, as long as it was planned where that is possible.
    expect(closed(planned, at('14', '00:00'), at('14', '07:14'))).toEqual([at('13', '15:30'), at('14', '00:00')]);
    expect(closed(planned, at('14', '14:00'), at('14', '10:44'))).toEqual([at('14', '08:00'), at('14', '10:30')]);
    expect(closed(planned, at('14', '09:30'), at('14', '13:00'))).toEqual([at('14', '08:00'), at('14', '09:30')]);
    expect(closed(planned, at('10', '08:00'), at('14', '13:00'))).toEqual([at('09', '15:30'), at('10', '00:00')]);
    expect(closed(planned, at('20', '08:00'), at('14', '19:00'))).toEqual([...planned]);
    const later = [at('20', '08:00'), at('21', '16:00')] as const;
    expect(closed(later, at('20', '08:00'), at('14', '19:00'))).toEqual([at('13', '08:00'), at('14', '16:00')]);
  });
  it('gets what the task form takes, whenever it is closed', () => {
    const minute = fc.integer({ min: 0, max: 60 * 24 * 60 }).map((minutes) => epochMs(at('01', '00:00')) + minutes * 60_000);
    fc.assert(
      fc.property(minute, minute, (now, later) => {
        const own = { ...open, start_date: at('14', '15:30'), end_date: at('16', '08:30') };
        const next = { ...open, task_sort: 20, received_locked: true, start_date: new Date(later).toISOString(), end_date: own.end_date };
        const span = closedSpan(own, [own, next], now);
        expect(judgeTaskForm(span)).toEqual({ span: { start: span.start_date, end: span.end_date } });
        expect(epochMs(span.end_date)).toBeLessThanOrEqual(Math.min(now, later));
      }),
    );
  });
  it('is said to be open before what was finished: a narrow strip cuts the end', () => {
    const said = conflictsSentence([{ kind: 'later_finished', task_name: '出荷' }]);
    expect(said).toBe('この工程は未完了ですが、後工程「出荷」が終了しています。');
  });
});
