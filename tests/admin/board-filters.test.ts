import { describe, expect, it } from 'vitest';
import {
  type ChoiceGroup,
  everything,
  narrowed,
  tickOfAll,
  tickOfGroup,
  toggleAll,
  toggleChoice,
  toggleGroup,
} from '../../admin/board/search/choices.ts';
import {
  defaultFilters,
  deliveryErrors,
  effectiveFrom,
  type Filters,
  scheduleQuery,
  taskGroups,
  taskKey,
} from '../../admin/board/search/filters.ts';
import { searchKey } from '../../server/domain/ground/fold.ts';
import { PRODUCTS } from './board-entries.ts';

const TODAY = '2026-04-01';
const [NORTH, MIKAWA] = PRODUCTS as [ChoiceGroup, ChoiceGroup];
const filters = (changed: Partial<Filters> = {}): Filters => ({ ...defaultFilters(TODAY), ...changed });

describe('ticking customers and products', () => {
  it('ticking a customer ticks all its products; with its products it is ticked, in part or altogether', () => {
    for (const before of [[], ['1']]) expect([...toggleGroup(new Set(before), NORTH)]).toEqual(['1', '2']);
    expect(tickOfGroup(NORTH, toggleChoice(new Set(['1']), '2'))).toBe('all');
    const ticked = toggleChoice(everything(PRODUCTS), '1');
    expect([tickOfGroup(NORTH, ticked), tickOfGroup(MIKAWA, ticked), tickOfAll(PRODUCTS, ticked)]).toEqual(['some', 'all', 'some']);
  });

  it('すべて選択 ticks everything, or nothing when everything was', () => {
    expect(toggleAll(new Set(['1']), PRODUCTS)).toEqual(everything(PRODUCTS));
    expect(toggleAll(everything(PRODUCTS), PRODUCTS).size).toBe(0);
  });

  it('is narrowed blind to width and case; a customer that matches keeps its products', () => {
    expect(narrowed(PRODUCTS, '１５０ａ', searchKey)).toEqual([{ name: NORTH.name, choices: [NORTH.choices[0]] }]);
    expect(narrowed(PRODUCTS, 'ばるぶ', searchKey)).toEqual([MIKAWA]);
  });
});

it.each([
  ['', false, TODAY],
  ['2026-03-31', false, TODAY],
  ['2026-04-02', false, '2026-04-02'],
  ['2026-03-31', true, '2026-03-31'],
])('a delivery range from 「%s」, 納期済み %s, begins on %s', (from, delivered, begins) => {
  expect(effectiveFrom({ from, delivered }, TODAY)).toBe(begins);
});

describe('the query', () => {
  const usual = { open_only: 1, from_delivery: TODAY, to_delivery: '2028-04-01', active_only: 1 };
  const tasks = [taskKey('焼入', 12), taskKey('焼戻し', 12), taskKey('焼戻し', 13), taskKey('', null)];
  it.each<[string, Partial<Filters>, object]>([
    ['of what is not finished, from today on for two years', {}, usual],
    ['of everything', { from: '', to: '', delivered: true, open_only: false }, {}],
    ['of serial numbers by a comma list', { serial: '0264、 0265,0266 ' }, { ...usual, serial_number_search: '0264,0265,0266' }],
    ['of products by their ids', { products: ['1', '3'] }, { ...usual, product_search: '1,3' }],
    [
      'of tasks by name and facilities by id, なし as null',
      { tasks },
      { ...usual, task_search: '焼入,焼戻し', facility_search: '12,13,null' },
    ],
    ['of nothing where none is ticked', { products: [], tasks: [] }, { ...usual, product_search: '0', facility_search: '0' }],
  ])('%s', (_, changed, query) => expect(scheduleQuery(filters(changed), TODAY)).toEqual(query));

  it('asks for nothing where a range has grown old', () => {
    const query = scheduleQuery(filters({ from: '', to: '2026-03-31', delivered: false }), TODAY);
    expect(query).toMatchObject({ from_delivery: TODAY, product_search: '0' });
    expect(query).not.toHaveProperty('to_delivery');
  });

  it('a task that no facility does can be ticked by itself', () => {
    const groups = taskGroups({ 焼入: [{ name: '1号炉', value: 12 }], 造型: [] });
    expect(groups.map(({ name, choices }) => [name, choices.length])).toEqual([
      ['焼入', 1],
      ['造型', 1],
      ['なし', 1],
    ]);
    expect(scheduleQuery(filters({ tasks: [taskKey('造型', null)] }), TODAY)).toMatchObject({
      task_search: '造型',
      facility_search: 'null',
    });
  });
});

describe('the dates of a search', () => {
  const beyond = '2000/01/01〜2100/12/31の日付を入力してください。';
  const reversed = '終了日は開始日以降の日付を指定してください。';
  it.each([
    ['0026-12-17', '', false, { from: beyond }],
    ['9999-12-31', '9999-12-31', false, { from: beyond }],
    ['2026-05-01', '2101-01-01', false, { to: beyond }],
    ['2026-05-01', '2026-04-30', false, { to: reversed }],
    ['', '2026-03-31', false, { to: reversed }],
    ['', '2026-03-31', true, {}],
    ['2026-05-01', '2026-05-01', false, {}],
    ['', '', false, {}],
  ] as const)('from 「%s」 to 「%s」, 納期済み %s: %j', (from, to, delivered, errors) => {
    expect(deliveryErrors({ from, to, delivered }, TODAY)).toEqual(errors);
  });
});
