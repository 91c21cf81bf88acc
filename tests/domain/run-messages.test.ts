import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { RUN_MESSAGES } from '../../server/domain/texts/runs.ts';
import { messagesOf } from '../../server/features/runs/messages.ts';
import type { PlanMessage } from '../../server/scheduling/index.ts';

const engine = fileURLToPath(new URL('../../server/scheduling/', import.meta.url));
const message = (code: string, params: PlanMessage['params'] = {}): PlanMessage => ({
  level: code.startsWith('E') ? 'error' : code.startsWith('W') ? 'warning' : 'info',
  code,
  params,
  order_id: null,
  task_id: null,
  facility_id: null,
  order_task_ids: [],
});
const figures = { orders: 3, late_orders: 2, late_days: 5, tasks: 40, unplaced: 1, runs: 4, load: [], moved: 0 };

describe('messages of a run', () => {
  it('has a sentence for every code of the engine', () => {
    const sources = readdirSync(engine, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const codes = new Set(sources.flatMap((name) => readFileSync(`${engine}${name}`, 'utf8').match(/(?<=')[EWI]\d{3}(?=')/g) ?? []));
    expect(codes.size).toBeGreaterThan(10);
    expect([...codes].filter((code) => !(code in RUN_MESSAGES))).toEqual([]);
  });

  it('puts errors first, then late orders by their days, the count of what was planned last', () => {
    const late = (serial_number: string, late_days: number) => message('W201', { serial_number, delivery_date: '2026-04-10', late_days });
    const given = [
      message('I302', { lots: ['A-01'], count: 1 }),
      late('02640001', 2),
      late('02640002', 9),
      message('E103', { lots: ['B'], count: 1 }),
    ];
    expect(messagesOf(given, figures, 0).map((row) => row.message)).toEqual([
      '製番 B: 工程情報がありません。工程情報をインポートしてください。',
      '製番 02640002: 納期 2026/04/10(金) に対して 9日 遅れます。',
      '製番 02640001: 納期 2026/04/10(金) に対して 2日 遅れます。',
      '製番 A-01: 鋳込前の工程は、鋳込日から逆算して置きました(設備の能力は使いません)。',
      '40件を計画しました(納期遅れ 2件、計画不可 1件)。',
    ]);
  });

  it('names the first of a group and counts the rest', () => {
    const lots = Array.from({ length: 10 }, (_, index) => `0264000${index}-01`);
    const [first] = messagesOf([message('E104', { lots, count: 34, task_name: '穴あけ', task_code: '320-5131-040' })], figures, 0);
    expect(first?.message).toBe(
      '製番 02640000-01、02640001-01、02640002-01、02640003-01、02640004-01 ほか29件 穴あけ: 対応する設備がありません。設備一覧で工程「320-5131-040」を行う設備を登録してください。',
    );
  });

  it('says what was left out because it was deleted meanwhile', () => {
    expect(messagesOf([], figures, 3)[0]).toMatchObject({
      level: 'warning',
      code: 'W212',
      message: expect.stringContaining('3件を計画から除きました'),
    });
  });
});
