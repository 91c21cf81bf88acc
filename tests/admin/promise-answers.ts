import type { Answer, Answered } from '../../admin/promises/answered.ts';

/** An answer of 納期回答: six pieces of a product that could ship on 13 April. */
export const answer = (more: Partial<Answer> = {}): Answer => ({
  ...{ line: 1, product_id: 7, product_code: '00001146', product_name: 'ライナ', pieces: 6, ready_date: '2026-04-01' },
  ...{ wished_date: null, date: '2026-04-13', text: '', likely: null, moved_orders: 0, entries: [], waits: [] },
  ...{ routing: null, earlier: [], wished: null, kept: null, ...more },
});

/** A question with these answers, asked on 1 April. */
export const answered = (id: number, ...answers: Answer[]): Answered => ({
  ...{ id, title: '見積', status: 'done', asked_at: '2026-04-01T09:40:00+09:00', asked_by: '1004', asked_by_name: null },
  ...{ outdated: false, wanted_at: null, wanted_by: null, wanted_by_name: null, wanted_lines: [], answers },
});
