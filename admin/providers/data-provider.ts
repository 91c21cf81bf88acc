import simpleRest from 'ra-data-simple-rest';
import { type DataProvider, HttpError, type RaRecord } from 'react-admin';
import { type Refusal, request } from './client.ts';
import { formErrors } from './form-errors.ts';
import { contractQuery } from './query.ts';

function withFormErrors(error: unknown): unknown {
  const fields = error instanceof HttpError ? (error.body as Refusal).fields : undefined;
  return fields && error instanceof HttpError ? new HttpError(error.message, error.status, { errors: formErrors(fields) }) : error;
}

/** The http client under ra-data-simple-rest: its dialect in, the contract's calls out. */
async function httpClient(url: string, options: RequestInit = {}) {
  const { pathname, search } = new URL(url, window.location.origin);
  const method = options.method === 'PUT' ? 'PATCH' : (options.method ?? 'GET');
  const isList = method === 'GET' && search.includes('range=');
  const response = await request(`${pathname.replace(/\/?$/, '/').replaceAll('%2F', '/')}${contractQuery(search)}`, {
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

/** What react-admin reads and writes through. A delete carries the version it was shown. */
export const dataProvider: DataProvider = {
  ...rest,
  supportAbortSignal: true,
  delete: async <Row extends RaRecord>(resource: string, params: { id: Row['id']; previousData?: Row }) => {
    const version = params.previousData?.version as number | undefined;
    await httpClient(`/api/${resource}/${params.id}`, {
      method: 'DELETE',
      ...(version === undefined ? {} : { body: JSON.stringify({ version }) }),
    });
    return { data: (params.previousData ?? { id: params.id }) as Row };
  },
};
