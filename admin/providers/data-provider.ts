import simpleRest from 'ra-data-simple-rest';
import { type DataProvider, type DeleteParams, type GetListParams, type GetListResult, HttpError, type RaRecord } from 'react-admin';
import { LIST_PAGE, MAX_LIMIT } from '../../server/domain/ground/constants.ts';
import { call, callAll, callRaw, type Refusal, request, seeTo } from './client.ts';
import { formErrors } from './form-errors.ts';
import { contractQuery } from './query.ts';
import { watchingWrites } from './schedule-writes.ts';

/** Resources whose calls stand under another address. */
const PATHS: Record<string, string> = { order_tasks: 'orders', casting: 'orders/get_castings', excels: 'schedules/get_excels' };

/** Where the contract answers a resource, under /api. */
export const apiPath = (resource: string): string => PATHS[resource] ?? resource;

/** A refusal as forms take it. */
const refused = (error: unknown, verb: string): never => {
  // What was not written must not be answered for a success.
  if (verb !== 'GET') seeTo(error);
  const fields = error instanceof HttpError ? (error.body as Refusal).fields : undefined;
  throw fields && error instanceof HttpError ? new HttpError(error.message, error.status, { errors: formErrors(fields) }) : error;
};

/** The http client under ra-data-simple-rest: its dialect in, the contract's calls out. */
async function httpClient(url: string, { method = 'GET', body = null, signal = null }: RequestInit = {}) {
  const [address = '', search = ''] = url.split('?');
  const path = address.replace(/(?<=^\/api\/)[^/]+/, apiPath);
  const verb = method === 'PUT' ? 'PATCH' : method;
  const response = await request(`${path}/${contractQuery(search)}`, { method: verb, body, signal }).catch((error) => refused(error, verb));
  const json = response.status === 204 ? {} : await response.json();
  const isList = search.includes('range=');
  const headers = new Headers(isList ? { 'Content-Range': `rows 0-${json.results.length}/${json.count}` } : {});
  return { status: response.status, headers, body: '', json: isList ? json.results : json };
}

const rest = simpleRest('/api', httpClient);

/** A list; more rows than the contract gives at once are asked for page by page. */
async function everyPage<Row extends RaRecord>(resource: string, params: GetListParams): Promise<GetListResult<Row>> {
  const wanted = params.pagination?.perPage ?? LIST_PAGE;
  if (wanted <= MAX_LIMIT) return rest.getList<Row>(resource, params);
  const data: Row[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await rest.getList<Row>(resource, { ...params, pagination: { page, perPage: MAX_LIMIT } });
    data.push(...answer.data);
    if (answer.data.length === 0 || data.length >= Math.min(wanted, answer.total ?? 0)) return { ...answer, data };
  }
}

/** react-admin's data provider, and the calls of the contract that are no reading or writing of rows. */
export type PlannerDataProvider = DataProvider & { call: typeof call; callAll: typeof callAll; callRaw: typeof callRaw };

/** What the admin reads and writes through. A delete carries the version it was shown. */
export const dataProvider: PlannerDataProvider = {
  ...rest,
  supportAbortSignal: true,
  call: watchingWrites(call),
  callAll,
  callRaw,
  getList: everyPage,
  delete: async <Row extends RaRecord>(resource: string, { id, previousData }: DeleteParams<Row>) => {
    const body = previousData?.version === undefined ? null : JSON.stringify({ version: previousData.version });
    await httpClient(`/api/${resource}/${id}`, { method: 'DELETE', body });
    return { data: previousData ?? ({ id } as Row) };
  },
};
