import { describe, expect, it } from 'vitest';
import { filtersOf, loadsAtOnce, type View, viewOf, withFilters, withView } from '../../admin/board/search/address.ts';
import { defaultFilters, type Filters, NO_FILTERS, scheduleQuery, taskKey } from '../../admin/board/search/filters.ts';
import { addDays } from '../../server/domain/ground/plant-time.ts';
import { createRandom } from '../../server/scheduling/random.ts';
import { PRODUCTS } from './board-entries.ts';

const TODAY = '2026-04-01';
const at = (search: string): Filters => filtersOf(new URLSearchParams(search), TODAY, PRODUCTS);
const EMPTY = new URLSearchParams();

describe("the specification's parameters", () => {
  it('product_name_search ticks the products whose name holds it; from_date and to_date are the delivery range', () => {
    expect(at('product_name_search=%E5%BC%81&from_date=2026-05-01&to_date=2026-06-30')).toMatchObject({
      products: ['1', '3'],
      from: '2026-05-01',
      to: '2026-06-30',
      delivered: false,
    });
  });

  it.each([
    ['no_search', {}],
    ['no_search=1&from_date=2026-03-01', { from_delivery: '2026-03-01' }],
    ['no_search&serial_number_search=026', { serial_number_search: '026' }],
    // A name that no product has shows none.
    ['no_search&product_name_search=XYZ', { product_search: '0' }],
  ])('%s asks for %j alone', (search, query) => expect(scheduleQuery(at(search), TODAY)).toEqual(query));

  it('no_search loads at once unless a name is to be looked up', () => {
    const atOnce = ['', 'no_search', 'no_search&product_name_search=x'].map((search) => loadsAtOnce(new URLSearchParams(search)));
    expect(atOnce).toEqual([false, true, false]);
  });

  it.each(['', 'from_date=2026-02-30&to_date=x', 'from_date=&to_date=', 'product_search=&open_only=x'])(
    'none of them, and nonsense, give the default filters: 「%s」',
    (search) => expect(at(search)).toEqual(defaultFilters(TODAY)),
  );
});

/** Random filters as the search panel can make them. */
function randomFilters(random: () => number): Filters {
  const chance = (share: number): boolean => random() < share;
  const some = (count: number, most: number): number[] => [...new Set(Array.from({ length: count }, () => Math.ceil(random() * most)))];
  const delivered = chance(0.5);
  const day = (): string => addDays(TODAY, Math.floor(random() * 1000) - (delivered ? 500 : 0));
  const names = ['焼入', '焼戻し', 'A~B.1', 'a,b&c=d', '', '1~2'];
  const tasks = names.filter(() => chance(0.5)).flatMap((name) => [null, ...some(3, 40)].map((id) => taskKey(name, id)));
  return {
    serial: chance(0.4) ? ['026X0255', '０２６、 027', 'a&b=c #%+'][Math.floor(random() * 3)]! : '',
    ...{ products: chance(0.5) ? null : some(Math.floor(random() * 30), 60).map(String), tasks: chance(0.5) ? null : tasks },
    ...{ from: chance(0.5) ? day() : delivered ? '' : TODAY, to: chance(0.4) ? '' : chance(0.5) ? day() : defaultFilters(TODAY).to },
    ...{ delivered, open_only: chance(0.3) },
  };
}

const sorted = (filters: Filters): object => ({ ...filters, products: filters.products?.toSorted(), tasks: filters.tasks?.toSorted() });

describe('the address', () => {
  it('says the filters: whoever opens it finds the same ones', () => {
    const random = createRandom(7).next;
    for (let round = 0; round < 300; round += 1) {
      const filters = randomFilters(random);
      const text = withFilters(withView(EMPTY, { ordering: '-late_days', page: 7, bar: 3 }), filters, TODAY).toString();
      expect(sorted(filtersOf(new URLSearchParams(text), TODAY, PRODUCTS))).toEqual(sorted(filters));
      expect(viewOf(new URLSearchParams(text))).toMatchObject({ ordering: '-late_days', page: 1, bar: undefined });
      expect(withFilters(new URLSearchParams(text), filters, TODAY).toString()).toBe(text);
    }
  });

  it('says the view, and leaves the filters as they are spelled', () => {
    const random = createRandom(11).next;
    const one = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;
    for (let round = 0; round < 200; round += 1) {
      const view: View = {
        ...{ ordering: one(['delivery_date', '-late_days']), page: one([1, 2, 123]), facility_page: one([1, 4]) },
        ...{ orders: one([undefined, 12]), stack: one([true, false]), start: one([undefined, '2026-11-22']) },
        ...{ facility_order: one(['facility_code', '-load']), rate_days: one([undefined, 14]) },
        ...{ facility_view: one([undefined, 'load', 'bars'] as const), open: one(['', '12', '0,3,7']), folded: one(['', '5,8']) },
        ...{ bar: one([undefined, 812]), facility: one([undefined, 11]) },
        ...{ plan: one([undefined, 31]), with: one([undefined, 29]) },
      };
      const params = withView(new URLSearchParams('no_search&product_name_search=弁'), view);
      expect(viewOf(params)).toEqual(view);
      expect(filtersOf(params, TODAY, PRODUCTS)).toEqual(at('no_search&product_name_search=弁'));
    }
  });

  it('of the default filters and view is empty', () => {
    expect(withFilters(EMPTY, defaultFilters(TODAY), TODAY).toString()).toBe('');
    expect(withView(new URLSearchParams('page=3&stack=0&bar=4'), viewOf(EMPTY)).toString()).toBe('');
    expect(withFilters(EMPTY, NO_FILTERS, TODAY).toString()).toBe('no_search=1');
  });

  it('draws neighbouring ids together', () => {
    const products = ['12', '1', '2', '3', '4', '7'];
    expect(withFilters(EMPTY, { ...NO_FILTERS, products }, TODAY).get('product_search')).toBe('1-4,7,12');
  });

  it.each(['page=0', 'page=-3', 'page=1e3', 'page=x', 'bar=0x1', 'bar=', 'start=2026-02-30', 'ordering=secret', 'stack=x'])(
    'shows the first view where it says nonsense: %s',
    (search) => expect(viewOf(new URLSearchParams(search))).toEqual(viewOf(EMPTY)),
  );

  it('a span of ids beyond reason ends', () => {
    expect(at('no_search&product_search=1-999999999999').products!.length).toBe(10_000);
  });
});
