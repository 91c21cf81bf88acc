/** A value of a query. */
type QueryValue = string | number | boolean | null | undefined | readonly (string | number | null)[];

/** `?a=1&b=2` of the values that say something; lists with commas; empty when there are none. */
export function queryString(values: object): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values) as [string, QueryValue][]) {
    if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) continue;
    params.set(name, Array.isArray(value) ? value.map(String).join(',') : String(value));
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
  const [field, order] = given.sort ?? [];
  return queryString({
    ...filter,
    ids: id,
    limit: first === undefined || last === undefined ? undefined : last - first + 1,
    offset: first,
    ordering: field === undefined || field === 'id' ? undefined : `${order === 'DESC' ? '-' : ''}${field}`,
  });
}
