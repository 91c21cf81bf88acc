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
  productGroups,
  scheduleQuery,
  taskGroups,
  taskKey,
} from '../../admin/board/search/filters.ts';
import { searchKey } from '../../server/domain/ground/fold.ts';

const TODAY = '2026-04-01';
const PRODUCTS = productGroups({
  北信重機工業: [
    { name: '弁箱 150A', value: 1 },
    { name: '羽根車 φ420', value: 2 },
  ],
  三河バルブテック: [{ name: '弁ふた', value: 3 }],
});
const [NORTH, MIKAWA] = PRODUCTS as [ChoiceGroup, ChoiceGroup];
const filters = (changed: Partial<Filters> = {}): Filters => ({ ...defaultFilters(TODAY), ...changed });

describe('ticking customers and products', () => {
  it('ticking a customer ticks all its products', () => {
    expect([...toggleGroup(new Set(), NORTH)]).toEqual(['1', '2']);
    expect([...toggleGroup(new Set(['1']), NORTH)]).toEqual(['1', '2']);
  });

  it('unticking a product unticks its customer', () => {
    const ticked = toggleChoice(everything(PRODUCTS), '1');
    expect(tickOfGroup(NORTH, ticked)).toBe('some');
    expect(tickOfGroup(MIKAWA, ticked)).toBe('all');
    expect(tickOfAll(PRODUCTS, ticked)).toBe('some');
  });

  it('ticking its last product ticks the customer', () => {
    expect(tickOfGroup(NORTH, toggleChoice(new Set(['1']), '2'))).toBe('all');
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

describe('the delivery range', () => {
  it('is today to today plus two years at first, of what is not finished', () => {
    expect(scheduleQuery(filters(), TODAY)).toEqual({
      open_only: 1,
      from_delivery: '2026-04-01',
      to_delivery: '2028-04-01',
      active_only: 1,
    });
  });

  it('begins today when the date is empty or past, unless 納期済み is ticked', () => {
    expect(effectiveFrom({ from: '', delivered: false }, TODAY)).toBe(TODAY);
    expect(effectiveFrom({ from: '2026-03-31', delivered: false }, TODAY)).toBe(TODAY);
    expect(effectiveFrom({ from: '2026-04-02', delivered: false }, TODAY)).toBe('2026-04-02');
    expect(effectiveFrom({ from: '2026-03-31', delivered: true }, TODAY)).toBe('2026-03-31');
    expect(scheduleQuery(filters({ from: '', to: '', delivered: true, open_only: false }), TODAY)).toEqual({});
  });
});

describe('the query', () => {
  it('sends no filter for what is ticked altogether', () => {
    expect(scheduleQuery(filters(), TODAY)).not.toHaveProperty('product_search');
  });

  it('sends products as ids and serial numbers as a comma list', () => {
    const query = scheduleQuery(filters({ serial: '0264、 0265,0266 ', products: ['1', '3'] }), TODAY);
    expect(query).toMatchObject({ serial_number_search: '0264,0265,0266', product_search: '1,3' });
  });

  it('sends tasks by name and facilities by id, なし as null', () => {
    const tasks = [taskKey('焼入', 12), taskKey('焼戻し', 12), taskKey('焼戻し', 13), taskKey('', null)];
    expect(scheduleQuery(filters({ tasks }), TODAY)).toMatchObject({ task_search: '焼入,焼戻し', facility_search: '12,13,null' });
  });

  it('sends what nothing has where nothing is ticked', () => {
    expect(scheduleQuery(filters({ products: [], tasks: [] }), TODAY)).toMatchObject({ product_search: '0', facility_search: '0' });
  });

  it('asks for nothing where a range has grown old', () => {
    const query = scheduleQuery(filters({ from: '', to: '2026-03-31', delivered: false }), TODAY);
    expect(query).toMatchObject({ from_delivery: TODAY, product_search: '0' });
    expect(query).not.toHaveProperty('to_delivery');
  });

  it('asks for unfinished orders alone with 未完了のみ', () => {
    expect(scheduleQuery(filters({ open_only: true }), TODAY)).toMatchObject({ open_only: 1 });
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
