import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { RUN_MESSAGES } from '../../server/domain/texts/plan/runs.ts';
import { messagesOf } from '../../server/features/runs/publish/messages.ts';
import { CAUSES } from '../../server/scheduling/explain/causes.ts';
import type { PlanMessage } from '../../server/scheduling/index.ts';

const engine = fileURLToPath(new URL('../../server/scheduling', import.meta.url));
const message = (code: string, params: PlanMessage['params'] = {}): PlanMessage => ({
  ...{ level: code.startsWith('E') ? 'error' : code.startsWith('W') ? 'warning' : 'info', code, params, order_id: null, task_id: null },
  ...{ facility_id: null, order_task_ids: [], order_ids: [] },
});
const bound = { total: 10, tardiness: 8, work_in_progress: 1, slack: 0, unavoidable_orders: 1, unavoidable_days: 3 };
const counts = { orders: 3, late_orders: 2, late_days: 5, tasks: 40, unplaced: 0, runs: 4, load: [], moved: 0 };
const unavoidable = [
  { part: 'late_start', days: 1 },
  { part: 'late_before', days: 1 },
  { part: 'outsourcing_lead', days: 1 },
];
const figures = { ...counts, bound, unavoidable, gap_percent: 12.3 };
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

  it('sums up first, then says late orders by their days, then errors', () => {
    const late = (serial_number: string, late_days: number) => message('W201', { serial_number, delivery_date: '2026-04-10', late_days });
    const given = [
      message('I302', { lots: ['A-01'], count: 1 }),
      late('02640001', 2),
      late('02640002', 9),
      { ...message('E103', { lots: ['B'], count: 1 }), order_ids: [4] },
    ];
    expect(messagesOf(given, figures, found).map((row) => row.message)).toEqual([
      '40件を計画しました(納期遅れ 2件、計画不可 0件)。立案対象外 1製番。遅れの合計5日のうち3日は機械の割り付けでは減りません(着手前 2 · 外注 1)。割り付けを変えて減らせるのは最大でも2日です。',
      '製番 02640002: 納期 2026/04/10(金) に対して 9日 遅れます。',
      '製番 02640001: 納期 2026/04/10(金) に対して 2日 遅れます。',
      '製番 B: 工程情報がありません。工程情報をインポートしてください。',
      '製番 A-01: 鋳込前の工程は、鋳込日から逆算して置きました(設備の能力は使いません)。',
    ]);
  });

  const SUMMARY = /^.*計画不可 \d件\)。/;
  const one = { ...figures, tasks: 39, unplaced: 1 };
  const proved = { ...figures, late_days: 9, bound: { ...bound, unavoidable_days: 6 } };
  const only = (part: string, days: number) => ({ ...figures, unavoidable: [{ part, days }] });
  it.each<[what: string, figures: Parameters<typeof messagesOf>[1], late: Partial<typeof found>, said: string]>([
    ['what no other assignment takes away', only('weekday', 5), {}, '遅れの合計5日は機械の割り付けでは減りません(曜日 5)。'],
    ['all that can be avoided', { ...figures, unavoidable: [] }, {}, '遅れの合計5日のうち、割り付けを変えて減らせるのは最大でも5日です。'],
    ['nothing while something has no place', one, {}, ''],
    ['nothing where fewer orders are late than the engine left', proved, { late_orders: 1, late_days: 4 }, ''],
    ['nothing where they are less late', proved, { late_orders: 2, late_days: 4 }, ''],
  ])('says of the lateness %s', (_, given, late, told) => {
    expect(messagesOf([], given, { ...found, ...late })[0]!.message.replace(SUMMARY, '')).toBe(told);
  });

  it('counts the orders of which something is left out, once each', () => {
    const out = (code: string, ...order_ids: number[]) => ({ ...message(code, { lots: ['A'], count: order_ids.length }), order_ids });
    const given = [out('E101', 4), out('E102', 5, 6), out('E103', 5), out('E104', 7)];
    expect(messagesOf(given, one, found)[0]!.message).toBe('39件を計画しました(納期遅れ 2件、計画不可 1件)。立案対象外 3製番。');
  });

  it('names the partners who keep an order waiting', () => {
    const params = { serial_number: 'A', delivery_date: '2026-04-10', late_days: 4, gain_days: 3 };
    const blamed = { ...message('W201', { ...params, cause: 'outsourcing_lead' }), order_task_ids: [7] };
    const partners = new Map([[7, '大葉機械加工']]);
    expect(said([blamed], figures, { ...found, partners })[0]?.message).toContain(
      '主な原因: 外注LT(大葉機械加工)。外注先から翌日に戻れば最大3日早まります。',
    );
  });

  it('names the first of a group and counts the rest', () => {
    const lots = Array.from({ length: 10 }, (_, index) => `0264000${index}-01`);
    const [first] = said([message('E104', { lots, count: 34, task_name: '穴あけ', task_code: '320-5131-040' })], figures, found);
    expect(first?.message).toBe(
      '製番 02640000-01、02640001-01、02640002-01、02640003-01、02640004-01 ほか29件 穴あけ: 対応する設備がありません。設備「なし」で計画しました(設備の能力は使いません)。設備一覧で工程「320-5131-040」を行う設備を登録してください。',
    );
  });

  it('says what the days of a late order are made of, where it waits and for whom, the main cause, and what helps', () => {
    const params = {
      ...{ serial_number: '026X0552', delivery_date: '2026-12-01', late_days: 24, cause: 'outsourcing_lead', gain_days: 9 },
      parts: ['late_start', 'late_before', 'outsourcing_lead', 'earlier_due', 'later_due'],
      part_days: [10, 1, 9, 3, 1],
    };
    const wait = {
      ...{ wait_facility: '4号溶体化炉', wait_from: '2026-11-30', wait_to: '2027-01-14', wait_furnace: 1, wait_held: 0 },
      ...{ wait_later_in_time: 22, wait_later_late: 1, wait_earlier: 0, wait_locked: 0, wait_closed_days: 0 },
      ...{ wait_weekdays: [2, 4], wait_idle_percent: 65, wait_mate: null, wait_mate_ready: null },
    };
    const [one] = said([message('W201', { ...params, ...wait })], figures, found);
    expect(one?.message).toBe(
      '製番 026X0552: 納期 2026/12/01(火) に対して 24日 遅れます。24日の内訳: 着手前 11 · 外注 9 · 先の納期 3 · 後の納期 1。4号溶体化炉で11/30→1/14待ち: 後の納期の23チャージが先(うち納期内22)、火・木のみ、空き65%。主な原因: 外注LT。外注先から翌日に戻れば最大9日早まります。外注先に短縮を依頼し、回答納期を「外注」で入力してください。',
    );
    const more = {
      ...{ wait_later_in_time: 0, wait_later_late: 0, wait_earlier: 2, wait_locked: 1, wait_closed_days: 3, wait_stopped_days: 2 },
      wait_mate: '026Y0189-01',
    };
    const [other] = said(
      [message('W201', { ...params, ...wait, ...more, wait_mate_ready: '2026-12-23', wait_weekdays: [], wait_idle_percent: null })],
      figures,
      found,
    );
    expect(other?.message).toContain(
      '4号溶体化炉で11/30→1/14待ち: 納期が同じか先の2チャージ、うちロック1、同じ炉に入れる 026Y0189-01 が12/23に着く、故障・停止2日、休業3日。',
    );
  });

  it('gives each order of a group its own days and date', () => {
    const lots = { lots: ['02640001', '02640002'], days: [9, 4], dates: ['2026-04-10', '2026-04-14'], gains: [3, 2], count: 8 };
    const [many] = said(
      [message('W204', { ...lots, late_days: 9, facility_name: '1号炉', cause: 'weekday', gain_days: 3 })],
      figures,
      found,
    );
    expect(many?.message).toBe(
      '曜日指定(1号炉)で8製番が遅れます: 02640001 9日(納期4/10)、02640002 4日(納期4/14) ほか6件。02640001 は曜日の指定がなければ最大3日早まります。基本実施曜日を増やせないか確認してください。',
    );
  });

  it('never promises nothing', () => {
    const params = { serial_number: 'A', delivery_date: '2026-04-10', late_days: 2, cause: 'later_due', gain_days: 0 };
    expect(said([message('W201', params)], figures, found)[0]?.message).not.toContain('早まります');
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
