import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { RUN_MESSAGES } from '../../server/domain/texts/plan/runs.ts';
import { messagesOf } from '../../server/features/runs/publish/messages.ts';
import { CAUSES } from '../../server/scheduling/explain/reasons.ts';
import type { PlanMessage } from '../../server/scheduling/index.ts';

const engine = fileURLToPath(new URL('../../server/scheduling', import.meta.url));
const message = (code: string, params: PlanMessage['params'] = {}): PlanMessage => ({
  level: code.startsWith('E') ? 'error' : code.startsWith('W') ? 'warning' : 'info',
  code,
  params,
  order_id: null,
  task_id: null,
  facility_id: null,
  order_task_ids: [],
  order_ids: [],
});
const bound = { total: 10, tardiness: 8, work_in_progress: 1, slack: 0, unavoidable_orders: 1, unavoidable_days: 3 };
const counts = { orders: 3, late_orders: 2, late_days: 5, tasks: 40, unplaced: 0, runs: 4, load: [], moved: 0 };
const figures = { ...counts, bound, gap_percent: 12.3 };
const found = { vanished: 0, moved: { count: 0, entries: [] }, partners: new Map(), late_orders: 2, late_days: 5 };
/** What is said besides how much was planned. */
const said = (...given: Parameters<typeof messagesOf>) => messagesOf(...given).filter(({ code }) => code !== 'I301');

describe('messages of a run', () => {
  it('has a sentence for every code of the engine', () => {
    const sources = readdirSync(engine, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const codes = new Set(sources.flatMap((name) => readFileSync(`${engine}/${name}`, 'utf8').match(/(?<=')[EWI]\d{3}(?=')/g) ?? []));
    expect(codes.size).toBeGreaterThan(10);
    expect([...codes].filter((code) => !(code in RUN_MESSAGES))).toEqual([]);
  });

  it('sums up first, then says errors, then late orders by their days', () => {
    const late = (serial_number: string, late_days: number) => message('W201', { serial_number, delivery_date: '2026-04-10', late_days });
    const given = [
      message('I302', { lots: ['A-01'], count: 1 }),
      late('02640001', 2),
      late('02640002', 9),
      { ...message('E103', { lots: ['B'], count: 1 }), order_ids: [4] },
    ];
    expect(messagesOf(given, figures, found).map((row) => row.message)).toEqual([
      '40件を計画しました(納期遅れ 2件、計画不可 0件)。立案対象外 1製番。遅れの合計5日のうち3日(1件)は動かせる工程をどう割り付けても避けられず、割り付けを変えて減らせるのは最大でも2日です(遅れ・炉の回数・仕掛りなどの総合点では、避けられない遅れを除いて、良くできる余地は最大12.3%です)。',
      '製番 B: 工程情報がありません。工程情報をインポートしてください。',
      '製番 02640002: 納期 2026/04/10(金) に対して 9日 遅れます。',
      '製番 02640001: 納期 2026/04/10(金) に対して 2日 遅れます。',
      '製番 A-01: 鋳込前の工程は、鋳込日から逆算して置きました(設備の能力は使いません)。',
    ]);
  });

  it('counts the orders of which something is left out, once each', () => {
    const out = (code: string, ...order_ids: number[]) => ({ ...message(code, { lots: ['A'], count: order_ids.length }), order_ids });
    const given = [out('E101', 4), out('E102', 5, 6), out('E103', 5), out('E104', 7)];
    const [summary] = messagesOf(given, { ...figures, tasks: 39, unplaced: 1 }, found);
    expect(summary!.message).toBe('39件を計画しました(納期遅れ 2件、計画不可 1件)。立案対象外 3製番。');
  });

  it('says nothing of what could be avoided while something has no place', () => {
    const [summary] = messagesOf([], { ...figures, tasks: 39, unplaced: 1 }, found);
    expect(summary!.message).toBe('39件を計画しました(納期遅れ 2件、計画不可 1件)。');
  });

  it('says nothing of what could be avoided where the lateness is no longer that of the engine', () => {
    const proved = { ...figures, late_orders: 2, late_days: 9, bound: { ...bound, unavoidable_days: 6 } };
    const finished = messagesOf([], proved, { ...found, late_orders: 1, late_days: 4 })[0]!;
    expect(finished.message).toBe('40件を計画しました(納期遅れ 1件、計画不可 0件)。');
    const sooner = messagesOf([], proved, { ...found, late_orders: 2, late_days: 4 })[0]!;
    expect(sooner.message).toBe('40件を計画しました(納期遅れ 2件、計画不可 0件)。');
  });

  it('names the partners who keep an order waiting', () => {
    const params = { serial_number: 'A', delivery_date: '2026-04-10', late_days: 2, from: '2026-04-06', to: '2026-04-24', gain_days: 3 };
    const blamed = { ...message('W201', { ...params, cause: 'outsourcing_lead' }), order_task_ids: [7] };
    const partners = new Map([[7, '大葉機械加工']]);
    expect(said([blamed], figures, { ...found, partners })[0]?.message).toContain('外注LT(大葉機械加工 4/6(月)〜4/24(金))');
  });

  it('names the first of a group and counts the rest', () => {
    const lots = Array.from({ length: 10 }, (_, index) => `0264000${index}-01`);
    const [first] = said([message('E104', { lots, count: 34, task_name: '穴あけ', task_code: '320-5131-040' })], figures, found);
    expect(first?.message).toBe(
      '製番 02640000-01、02640001-01、02640002-01、02640003-01、02640004-01 ほか29件 穴あけ: 対応する設備がありません。設備一覧で工程「320-5131-040」を行う設備を登録してください。',
    );
  });

  it('names the cause of a late order, what would be without it, and what helps', () => {
    const params = { serial_number: '02640001', delivery_date: '2026-04-10', late_days: 9, facility_name: '1号炉' };
    const when = { from: '2026-04-06', to: '2026-04-24' };
    const [one] = said([message('W201', { ...params, ...when, cause: 'facility_capacity', gain_days: 7 })], figures, found);
    expect(one?.message).toBe(
      '製番 02640001: 納期 2026/04/10(金) に対して 9日 遅れます。主な原因: 設備能力(1号炉 4/6(月)〜4/24(金))。この期間に設備が1台多ければ7日早まります。この期間の台数か稼働日を設備稼働で増やすか、ほかの設備でも行えるように製品編集か設備一覧で設備を加えてください。',
    );
    const group = { ...params, ...when, cause: 'weekday', gain_days: 3, lots: ['02640001', '02640002'], count: 8 };
    const [many] = said([message('W204', group)], figures, found);
    expect(many?.message).toBe(
      '曜日指定(1号炉 4/6(月)〜4/24(金))で8製番が最大9日遅れます: 02640001、02640002 ほか6件。02640001 は曜日の指定がなければ3日早まります。基本実施曜日を増やせないか確認してください。',
    );
  });

  it('has a sentence for every cause', () => {
    for (const cause of CAUSES) {
      const params = { serial_number: '02640001', delivery_date: '2026-04-10', late_days: 2, cause, gain_days: 2 };
      const [row] = said([message('W201', params)], figures, found);
      expect(row?.message, cause).toMatch(/主な原因: .+。.*2日.+。.+ください。$/);
    }
  });

  it('says what moved', () => {
    const entry = {
      ...{ entry_id: 1, order_id: 7, serial_number: '02640001', lot_number: '01', task_name: '荒加工' },
      ...{ old_start: '2026-04-06T08:00:00+09:00', new_start: '2026-04-08T12:00:00+09:00', old_facility: 'A', new_facility: 'B' },
    };
    const row = messagesOf([], figures, { ...found, moved: { count: 3, entries: [entry] } }).find(({ code }) => code === 'I306');
    expect(row?.message).toBe(
      '前回の計画から3件の工程の日程・設備が変わりました(最大: 製番 02640001-01 荒加工 2026/04/06(月) 08:00 → 2026/04/08(水) 12:00)。',
    );
  });

  it('writes counts from a thousand on as every screen does', () => {
    const rows = messagesOf([], figures, { ...found, vanished: 1200, moved: { count: 4976, entries: [] } });
    expect(rows.find(({ code }) => code === 'W212')?.message).toContain('1,200件を計画から除きました');
    const lots = Array.from({ length: 10 }, (_, index) => `0264000${index}-01`);
    expect(said([message('I302', { lots, count: 1317 })], figures, found)[0]?.message).toContain(' ほか1,312件: ');
  });

  it('says what was left out because it was deleted meanwhile', () => {
    expect(said([], figures, { ...found, vanished: 3 })[0]).toMatchObject({
      level: 'warning',
      code: 'W212',
      message: expect.stringContaining('3件を計画から除きました'),
    });
  });
});
