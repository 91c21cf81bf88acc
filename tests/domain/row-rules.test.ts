import { expect, test } from 'vitest';
import type { ImportKindName } from '../../server/domain/files/imports.ts';
import { FILE_RULES, ROW_RULES, type Values } from '../../server/domain/files/row-rules.ts';

const said = (kind: ImportKindName, values: Values): string[] => {
  const found: string[] = [];
  for (const rule of ROW_RULES[kind] ?? [])
    rule(values, (level, field, text) => found.push(`${{ error: '×', warning: '!' }[level]} ${field} ${text}`));
  return found;
};
const ORDER = { delivery_date: '2026-05-01', casting_date: '2026-04-01', weight: 1 };
const WAY = { received_quantity: 1, order_quantity: 2, received: true, last_reception_date: '2026-04-01' };
const PRODUCT = {
  task_code: '320-3123-010',
  task_name: '焼鈍',
  depth: 1,
  width: 1,
  height: 1,
  volume: 1,
  volume_factor: null,
  round_up: null,
};

test.each<[ImportKindName, Values, string[]]>([
  ['orders', ORDER, []],
  ['orders', { ...ORDER, delivery_date: '2026-04-01' }, []],
  ['orders', { ...ORDER, delivery_date: '2026-03-31' }, ['! casting_date 鋳込日2026/04/01(水)が製作納期2026/03/31(火)より後です。']],
  ['orders', { ...ORDER, delivery_date: null }, []],
  ['orders', { ...ORDER, casting_date: null }, []],
  [
    'orders',
    { ...ORDER, casting_date: null, delivery_date: null, weight: 0 },
    ['! delivery_date 製作納期も鋳込日(納期)もありません。鋳込日が決まるまで立案できません。', '! weight 単重量が0です。'],
  ],
  ['orders', {}, []],
  ['order-tasks', WAY, []],
  ['order-tasks', { ...WAY, received_quantity: 2 }, []],
  ['order-tasks', { ...WAY, received_quantity: 3 }, ['! received_quantity 「3」は発注数「2」を超えています。']],
  ['order-tasks', { ...WAY, received_quantity: 3, order_quantity: 0 }, []],
  ['order-tasks', { ...WAY, received_quantity: 3, order_quantity: null }, []],
  ['order-tasks', { ...WAY, received_quantity: null, order_quantity: -1 }, []],
  ['order-tasks', { ...WAY, last_reception_date: null }, ['! last_reception_date 受入済みですが空です。']],
  ['order-tasks', { ...WAY, received: false, last_reception_date: null }, []],
  [
    'facilities',
    { task_code: '', task_name: '焼鈍', max_weight: 2 },
    ['× task_code 工程名があるときは工程ｺｰﾄﾞを入力してください。', '! max_weight 最大重量の単位はkgです。t単位で入力されていませんか。'],
  ],
  ['facilities', { task_code: '', task_name: '', max_weight: 50 }, []],
  ['facilities', { task_code: 'T', task_name: '焼鈍', max_weight: null }, []],
  ['facilities', { task_code: '', max_weight: '2' }, []],
  ['products', PRODUCT, []],
  [
    'products',
    { ...PRODUCT, task_code: '320-5131-010' },
    ['! task_code 「320-5131-010」は熱処理の工程ではないため、熱処理条件は取り込みません。'],
  ],
  ['products', { ...PRODUCT, task_code: '', task_name: '' }, []],
  ['products', { ...PRODUCT, task_code: null }, []],
  ['products', { ...PRODUCT, depth: 1000, width: 1000, height: 1000, volume: 1e9 }, ['! depth 寸法の単位をmmとみなします。']],
  ['products', { ...PRODUCT, depth: 1000, volume: null }, ['! depth 寸法の単位をmmとみなします。']],
  ['products', { ...PRODUCT, volume: 1.5 }, ['! volume 「1.5」は奥行×幅×高さ(1.0000)と一致しません。']],
  ['products', { ...PRODUCT, volume: 1.5, volume_factor: 1.5 }, []],
  ...(['depth', 'width', 'height'] as const).map(
    (side) => ['products', { ...PRODUCT, depth: 1000, [side]: null }, []] as [ImportKindName, Values, string[]],
  ),
  ['heat-treatments', { task_code: '5131', facility_code: '' }, ['× facility_code この項目は必須です。']],
  ['heat-treatments', { task_code: '5131', facility_code: 'F' }, []],
  ['heat-treatments', { task_code: '3123', facility_code: '' }, []],
  ['heat-treatments', { facility_code: '' }, []],
  ['holidays', {}, []],
])('of %s with %o is said %j', (kind, values, sentences) => expect(said(kind, values)).toEqual(sentences));

test('a file of processes of which more than a fifth bear no codes of processes is asked about', () => {
  const rows = (good: number, bad: number) => [...Array(good).fill({ task_code: '320-3123-010' }), ...Array(bad).fill({ task_code: 'x' })];
  const codes = [rows(4, 1), rows(3, 1), [], [{}]].map((given) => FILE_RULES.tasks?.(given));
  expect(codes.map((text) => text?.replace(/^.*が(\d+)件.*$/, '$1'))).toEqual([undefined, '1', undefined, '1']);
});
