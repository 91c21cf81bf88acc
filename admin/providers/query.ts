/** A value of a query. */
type QueryValue = string | number | boolean | null | undefined | readonly (string | number | null)[];

/** `?a=1&b=2&b=3` of the values that say something, each of a list by itself; empty when there are none. */
export function queryString(values: object): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values) as [string, QueryValue][]) {
    if (value === undefined || value === null || value === '') continue;
    for (const one of [value].flat()) params.append(name, String(one));
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}

type Parsed = { filter?: Record<string, unknown>; range?: [number, number]; sort?: [string, string] };

/** The query of ra-data-simple-rest in the contract's words: `*_search`, limit, offset, ordering, ids. */
export function contractQuery(search: string): string {
  const given = Object.fromEntries([...new URLSearchParams(search)].map(([name, value]) => [name, JSON.parse(value) as unknown])) as Parsed;
  const { id, ...filter } = given.filter ?? {};
  const [first, last] = given.range ?? [];
  // Filters of lists are comma lists.
  const joined = Object.entries({ ...filter, ids: id }).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]);
  const [field, order] = given.sort ?? [];
  return queryString({
    ...Object.fromEntries(joined),
    limit: first === undefined || last === undefined ? undefined : last - first + 1,
    offset: first,
    ordering: field === undefined || field === 'id' ? undefined : `${order === 'DESC' ? '-' : ''}${field}`,
  });
}
