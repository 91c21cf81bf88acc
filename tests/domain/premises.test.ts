import { describe, expect, it } from 'vitest';
import { type PremiseSaid, premisesText, premiseText } from '../../server/domain/texts/plan/premises.ts';
import { meansText, PROMISE_TEXTS } from '../../server/domain/texts/plan/promises.ts';

describe('a premise', () => {
  it.each<[PremiseSaid, string]>([
    [
      { kind: 'availability', facility_name: '立旋盤1号', from_date: '2026-11-28', to_date: '2026-11-28', units: 2 },
      '11/28(土)に立旋盤1号を2台で稼働',
    ],
    [
      { kind: 'availability', facility_name: '立旋盤1号', from_date: '2026-11-28', to_date: '2026-12-04', units: 2 },
      '11/28(土)から12/4(金)まで立旋盤1号を2台にする',
    ],
    [{ kind: 'stop', facility_name: '4号炉', from: '2026-11-30', to: '2026-11-30', reason: '定修' }, '11/30(月)に4号炉を止める（定修）'],
    [{ kind: 'stop', facility_name: '4号炉', from: '2026-11-30', to: '2026-12-01', reason: '' }, '11/30(月)から12/1(火)まで4号炉を止める'],
    [{ kind: 'answer', process: 'A1-01 塗装', date: '2026-12-01' }, 'A1-01 塗装の回答納期を12/1(火)にする'],
    [
      { kind: 'order', serial_number: 'A1', delivery_date: '2026-12-01', priority: 'rush', pieces: 12 },
      'A1を納期12/1(火)、「特急」、12個にする',
    ],
    [{ kind: 'order', serial_number: 'A1', delivery_date: null }, 'A1を納期なしにする'],
    [
      { kind: 'order_added', product_name: '軸受箱', pieces: 6, delivery_date: '2026-12-01' },
      '「軸受箱」6個の受注を加える（納期12/1(火)）',
    ],
    [{ kind: 'order_removed', serial_number: 'A1' }, 'A1をなくす'],
    [{ kind: 'unlock', process: 'A1-01 仕上' }, 'A1-01 仕上のロックを外す'],
    [{ kind: 'setting', name: 'frozen_days', value: 3 }, '計画設定「frozen_days」を3にする'],
  ])('is a sentence: %o', (said, text) => expect(premiseText(said)).toBe(text));

  it.each([
    [['12/5(土)に旋盤を1台で稼働', '12/12(土)に旋盤を1台で稼働'], '12/5(土)・12/12(土)に旋盤を1台で稼働'],
    [['12/5(土)に旋盤を1台で稼働', '12/12(土)に炉を1台で稼働'], '12/5(土)に旋盤を1台で稼働、12/12(土)に炉を1台で稼働'],
    [['A1をなくす'], 'A1をなくす'],
    [['A1をなくす', 'B1をなくす'], 'A1をなくす、B1をなくす'],
    [[], ''],
  ])('days of one thing follow each other: %o', (texts, whole) => expect(premisesText(texts)).toBe(whole));
});

describe('a means that reaches a wished day', () => {
  const opened = (facility_name: string, from_date: string, to_date = from_date): PremiseSaid => ({
    kind: 'availability',
    ...{ facility_name, from_date, to_date, units: 2 },
  });
  const saturdays = [opened('立旋盤1号', '2026-11-28'), opened('4号炉', '2026-12-05')];
  it.each<[Parameters<typeof meansText>[0], PremiseSaid[], string]>([
    ['partner', [{ kind: 'partner', name: '山田', lead_days: 1 }], '外注先「山田」の外注LTを1日にすると、'],
    ['saturdays', saturdays.slice(0, 1), '11/28(土)に立旋盤1号を2台で稼働させると、'],
    ['all_saturdays', saturdays, '11/28(土)・12/5(土)に立旋盤1号・4号炉を稼働させると、'],
    ['unit', [opened('立旋盤1号', '2026-11-30', '2026-12-04')], '11/30(月)から12/4(金)まで立旋盤1号を2台にすると、'],
    ['unit', [opened('立旋盤1号', '2026-11-30')], '11/30(月)に立旋盤1号を2台で稼働させると、'],
    ['first', [], 'ほかの製番より先に置くと、'],
  ])('is a sentence: %s', (kind, premises, begins) =>
    expect(PROMISE_TEXTS.wishReached('12/4(金)', meansText(kind, premises))).toBe(`${begins}希望日12/4(金)に間に合います。`),
  );
});
