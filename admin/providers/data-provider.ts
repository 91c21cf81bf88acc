import simpleRest from 'ra-data-simple-rest';
import { type DataProvider, HttpError, type RaRecord } from 'react-admin';
import { LIST_PAGE, MAX_LIMIT } from '../../server/domain/ground/constants.ts';
import { call, callAll, callRaw, type Refusal, request } from './client.ts';
import { formErrors } from './form-errors.ts';
import { contractQuery } from './query.ts';
import { watchingWrites } from './schedule-writes.ts';

function withFormErrors(error: unknown): unknown {
  const fields = error instanceof HttpError ? (error.body as Refusal).fields : undefined;
  return fields && error instanceof HttpError ? new HttpError(error.message, error.status, { errors: formErrors(fields) }) : error;
}

/** Resources whose calls stand under another address. */
const PATHS: Record<string, string> = { order_tasks: 'orders', casting: 'orders/get_castings', excels: 'schedules/get_excels' };

/** Where the contract answers a resource, under /api. */
export const apiPath = (resource: string): string => PATHS[resource] ?? resource;

/** The http client under ra-data-simple-rest: its dialect in, the contract's calls out. */
async function httpClient(url: string, options: RequestInit = {}) {
  const { pathname, search } = new URL(url, window.location.origin);
  const path = pathname.replace(/^\/api\/([^/]+)/, (_, resource: string) => `/api/${apiPath(resource)}`);
  const method = options.method === 'PUT' ? 'PATCH' : (options.method ?? 'GET');
  const isList = method === 'GET' && search.includes('range=');
  const response = await request(`${path.replace(/\/?$/, '/')}${contractQuery(search)}`, {
    method,
    ...(options.body ? { body: options.body } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
  }).catch((error: unknown) => {
    throw withFormErrors(error);
  });
  const body = response.status === 204 ? {} : await response.json();
  const headers = new Headers(response.headers);
  if (isList) headers.set('Content-Range', `rows 0-${body.results.length}/${body.count}`);
  return { status: response.status, headers, body: '', json: isList ? body.results : body };
}

const rest = simpleRest('/api', httpClient);

/** A list; more rows than the contract gives at once are asked for page by page. */
const everyPage: DataProvider['getList'] = async (resource, params) => {
  const wanted = params.pagination?.perPage ?? LIST_PAGE;
  if (wanted <= MAX_LIMIT) return rest.getList(resource, params);
  for (let page = 1, data: never[] = []; ; page += 1) {
    const answer = await rest.getList(resource, { ...params, pagination: { page, perPage: MAX_LIMIT } });
    data = [...data, ...(answer.data as never[])];
    if (answer.data.length === 0 || data.length >= Math.min(wanted, answer.total ?? 0)) return { ...answer, data };
  }
};

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
  delete: async <Row extends RaRecord>(resource: string, params: { id: Row['id']; previousData?: Row }) => {
    const version = params.previousData?.version as number | undefined;
    await httpClient(`/api/${resource}/${params.id}`, {
      method: 'DELETE',
      ...(version === undefined ? {} : { body: JSON.stringify({ version }) }),
    });
    return { data: (params.previousData ?? { id: params.id }) as Row };
  },
};
