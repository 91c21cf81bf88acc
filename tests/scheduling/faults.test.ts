import { describe, expect, test } from 'vitest';
import { RUN_MESSAGES, type RunMessageParams } from '../../server/domain/texts/runs.ts';
import { addOrder, foundry, MACHINING, plan, SHAKE_OUT } from './plant.ts';

/** The messages of one code, and their sentences. */
function said(rows: ReturnType<typeof foundry>, code: string) {
  const { messages, ...planned } = plan(rows);
  const found = [...messages, ...planned.outcome.messages].filter((message) => message.code === code);
  return { ...planned, found, sentences: found.map(({ params }) => RUN_MESSAGES[code]!(params as RunMessageParams)) };
}

describe('a reception dated after today (W215)', () => {
  const given = (last_reception_date: string, parts = {}) => {
    const rows = foundry();
    const [done, next] = addOrder(rows, { tasks: [{ task_id: SHAKE_OUT, received: true, last_reception_date, ...parts }, MACHINING] });
    return { rows, done: done!, next: next! };
  };

  test('counts as today, is said with its row, and is gone once the date is corrected', () => {
    const { rows, done, next } = given('2026-04-09');
    const { found, sentences, bar } = said(rows, 'W215');
    expect(sentences).toEqual([
      '製番 S1-01: 最終受入日が今日より後です(例: 2026/04/09(木))。今日受け入れたものとして計画しました。工程情報の最終受入日を直してください。',
    ]);
    expect(found[0]).toMatchObject({ level: 'warning', order_ids: [1], order_task_ids: [done] });
    expect([bar(done), bar(next)]).toEqual(['04-01 14:00 - 04-01 16:00', '04-01 12:00 - 04-01 14:00']);
    rows.order_tasks[0]!.last_reception_date = '2026-04-01';
    expect(said(rows, 'W215').found).toEqual([]);
  });

  test('is said of a part received as well, and not where nothing was received', () => {
    const part = { received: false, order_quantity: 4, received_quantity: 1 };
    expect(said(given('2026-04-09', part).rows, 'W215').found).toHaveLength(1);
    expect(said(given('2026-04-09', { ...part, received_quantity: 0 }).rows, 'W215').found).toEqual([]);
  });
});
