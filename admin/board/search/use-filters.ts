import { useMemo } from 'react';
import { useCall } from '../../providers/queries.ts';
import { filtersOf, loadsAtOnce } from './address.ts';
import type { ChoiceGroup } from './choices.ts';
import { type Filters, productGroups, taskGroups } from './filters.ts';

/**
 * The filters that the address says, and what they choose from. Undefined until the page may load: with `no_search` at once, else after
 * the lists of the search panel.
 */
export function useFilters(today: string | undefined, params: URLSearchParams) {
  const products = useCall('getCustomerProducts');
  const tasks = useCall('getTaskFacilities');
  const groups = useMemo<{ products: ChoiceGroup[]; tasks: ChoiceGroup[] }>(
    () => ({ products: productGroups(products.data ?? {}), tasks: taskGroups(tasks.data ?? {}) }),
    [products.data, tasks.data],
  );
  const ready = loadsAtOnce(params) || (!products.isPending && !tasks.isPending);
  const said = params.toString();
  const filters = useMemo<Filters | undefined>(
    () => (today !== undefined && ready ? filtersOf(new URLSearchParams(said), today, groups.products) : undefined),
    [said, today, ready, groups.products],
  );
  return { filters, groups };
}
