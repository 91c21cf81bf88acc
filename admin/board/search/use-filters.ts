import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useKept } from '../../parts/use-kept.ts';
import { useCall } from '../../providers/queries.ts';
import type { ChoiceGroup } from './choices.ts';
import { type Filters, firstFilters, productGroups, taskGroups, wishOf } from './filters.ts';

/**
 * The filters of a schedule view and what they choose from. Undefined until the page may load: with `no_search` at once, else after the
 * lists of the search panel.
 */
export function useFilters(today: string | undefined) {
  const [params] = useSearchParams();
  const [wish] = useState(() => wishOf(params));
  const [chosen, setFilters] = useKept<Filters | undefined>('filters', undefined);
  const products = useCall('getCustomerProducts');
  const tasks = useCall('getTaskFacilities');
  const groups = useMemo<{ products: ChoiceGroup[]; tasks: ChoiceGroup[] }>(
    () => ({ products: productGroups(products.data ?? {}), tasks: taskGroups(tasks.data ?? {}) }),
    [products.data, tasks.data],
  );
  const listed = !products.isPending && !tasks.isPending;
  const ready = wish.no_search && wish.product_name === '' ? true : listed;
  const first = useMemo(
    () => (today !== undefined && ready ? firstFilters(wish, today, groups.products) : undefined),
    [wish, today, ready, groups.products],
  );
  return { filters: chosen ?? first, setFilters, groups };
}
