import { describe, expect, it } from 'vitest';
import { pageMeant } from '../../admin/board/pages/PageField.tsx';
import { chipsOf } from '../../admin/board/search/chips.ts';
import { defaultFilters, type Filters, NO_FILTERS, taskGroups, taskKey } from '../../admin/board/search/filters.ts';
import { PRODUCTS } from './board-entries.ts';

const TODAY = '2026-11-22';
const CHOICES = {
  products: PRODUCTS,
  tasks: taskGroups({
    焼入: [
      { name: '1号炉', value: 12 },
      { name: '2号炉', value: 13 },
    ],
    焼戻し: [{ name: '1号炉', value: 12 }],
    造型: [],
  }),
};
const usual = { ...defaultFilters(TODAY), open_only: false };
const labels = (changed: Partial<Filters>): string[] => chipsOf({ ...usual, ...changed }, TODAY, CHOICES).map(({ label }) => label);

describe('the conditions in words', () => {
  it.each<[Partial<Filters>, string[]]>([
    [{}, []],
    [defaultFilters(TODAY), ['未完了のみ']],
    [{ serial: '026X0255' }, ['製番 026X0255']],
    [{ serial: '1、2,3 4' }, ['製番 1 ほか3件']],
    [{ products: ['2'] }, ['製品 羽根車 φ420']],
    [{ products: ['3'] }, ['製品 弁ふた']],
    [{ products: ['1', '2'] }, ['得意先 北信重機工業']],
    [{ products: ['1', '3'] }, ['製品 弁ふた、弁箱 150A']],
    [{ products: ['1', '2', '3', '4'] }, ['製品 ライナ 以外']],
    [{ products: [] }, ['製品 該当なし']],
    [{ tasks: [taskKey('焼入', 12), taskKey('焼入', 13)] }, ['工程 焼入']],
    [{ tasks: [taskKey('焼入', 13)] }, ['設備 2号炉']],
    [{ tasks: [taskKey('焼入', 12)] }, ['工程 焼入 1号炉']],
    [{ tasks: [taskKey('焼入', 12), taskKey('焼戻し', 12)] }, ['設備 1号炉']],
    [{ tasks: [] }, ['工程 該当なし']],
    [{ open_only: true, from: '2026-12-01' }, ['未完了のみ', '納期 2026/12/01〜2028/11/22']],
    [{ to: '' }, ['納期 2026/11/22〜']],
    [{ delivered: true, from: '' }, ['納期済みを含む', '納期 〜2028/11/22']],
    [NO_FILTERS, ['納期済みを含む']],
  ])('%j: %j', (changed, expected) => expect(labels(changed)).toEqual(expected));

  it('each × takes its condition alone, the last one leads to the usual search', () => {
    let filters: Filters = {
      ...usual,
      ...{ serial: '026', products: ['1'], tasks: [], open_only: true, delivered: true, from: '2026-01-01', to: '' },
    };
    for (let left = chipsOf(filters, TODAY, CHOICES); left.length > 0; left = chipsOf(filters, TODAY, CHOICES)) {
      const after = chipsOf(left[0]!.without, TODAY, CHOICES).map(({ label }) => label);
      // Without 納期済み a range that begins in the past begins today.
      if (left[0]!.label !== '納期済みを含む') expect(after).toEqual(left.slice(1).map(({ label }) => label));
      filters = left[0]!.without;
    }
    expect(filters).toEqual(usual);
  });

  it('counts what it cannot name yet', () => {
    expect(chipsOf({ ...usual, products: ['1', '2'] }, TODAY, { products: [], tasks: [] }).map(({ label }) => label)).toEqual(['製品 2件']);
  });
});

describe('the page that is typed', () => {
  it.each([
    ['7', 7],
    ['１２', 12],
    [' 3 ', 3],
    ['0', 1],
    ['-5', 1],
    ['9999', 123],
    ['', undefined],
    ['abc', undefined],
    ['1.5', undefined],
  ])('「%s」: %s', (text, page) => expect(pageMeant(text, 123)).toBe(page));
});
