import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import type ExcelJS from 'exceljs';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { createApp } from '../../server/app.ts';
import type { Config } from '../../server/config.ts';
import type { CurrentUser, Handlers, OperationId, Success } from '../../server/contract/handlers.ts';
import { SERVER_OPTIONS } from '../../server/http/http.ts';
import { caller } from './call.ts';
import { crowd } from './crowded.ts';
import { dataDir } from './data-dir.ts';
import { testConfig } from './demos.ts';
import { QUICK_RUN } from './quick-run.ts';
import { type TestServer, testServer } from './server.ts';
import { openBook } from './workbook.ts';

export interface ServerHere extends TestServer {
  /** The token of who calls here. */
  own: string;
  /** Status and body of a call, by who calls here unless another token is given. */
  ask<Body = never>(method: string, path: string, body?: unknown, token?: string): Promise<{ status: number; body: Body }>;
  /** What a read answers, which is done. */
  get<Id extends OperationId>(path: string, token?: string): Promise<Success<Id>>;
  /** A file that is asked for at an address behind `/api/`. */
  download(path: string, headers?: Record<string, string>): Promise<Response>;
  /** The workbook that a query gives. */
  book(query?: string): Promise<ExcelJS.Workbook>;
  /** What a write answers, which is done. */
  post<Id extends OperationId>(path: string, body?: unknown, token?: string): Promise<Success<Id>>;
}

/**
 * The program over a database of the file's own, and calls of one user: 1001 master_admin, 1002 planning_manager, 1003 outsourcing_manager, 1004 manager. `planned`:
 * a run has planned the demo, where it says so once that was made a crowded one.
 */
export function serverHere(
  { planned, ...options }: NonNullable<Parameters<typeof testServer>[0]> & { planned?: true | 'crowded' } = { demo: false },
  caller = '1001',
): ServerHere {
  const here = {
    ask: (method, path, body, token = here.own) => here.call(method, path, { token, ...(body === undefined ? {} : { body }) }),
    get: (path, token) => done('GET', path, undefined, token),
    post: (path, body = {}, token) => done('POST', path, body, token),
    download: (path, headers = {}) => fetch(`${here.url}/api/${path}`, { headers: { authorization: `Bearer ${here.own}`, ...headers } }),
    book: async (query = '') => {
      const answer = await here.download(`schedules/download_excel_gantt/?${query}`);
      expect([query, answer.status]).toEqual([query, 200]);
      return openBook(await answer.arrayBuffer());
    },
  } as ServerHere;
  const done = async <Body>(...asked: [method: string, path: string, body?: unknown, token?: string]): Promise<Body> => {
    const { status, body } = await here.ask<Body>(...asked);
    expect([asked[1], status >= 200 && status < 300, body]).toEqual([asked[1], true, body]);
    return body;
  };
  beforeAll(async () => {
    Object.assign(here, await testServer(options));
    here.own = await here.token(caller);
    if (planned === 'crowded') await crowd(here.db);
    if (planned) await here.services.runs.runAndWait(QUICK_RUN, '1002');
  });
  afterAll(() => here.close());
  return here;
}

/** A plant of the file, made anew before each test; what it holds is there once the test begins. */
export function anew<Made extends object>(make: () => Promise<Made>): Made {
  const made = {} as Made;
  beforeEach(async () => {
    Object.assign(made, await make());
  });
  return made;
}

/** Start and end of the task form, written `2026-04-06 08:00`. */
export const span = (start: string, end: string) => ({
  ...{ start_date_date: start.slice(0, 10), start_date_hour: start.slice(11, 16) },
  ...{ end_date_date: end.slice(0, 10), end_date_hour: end.slice(11, 16) },
});

/** The fields that a write is refused for, or what it answers. */
export const fieldsOf = (writing: Promise<unknown>): Promise<object> => writing.then(Object, ({ fields }: { fields: object }) => fields);

/** A plant of the file, made once before its tests. */
export function once<Made extends object>(make: () => Promise<Made>): Made {
  const made = {} as Made;
  beforeAll(async () => {
    Object.assign(made, await make());
  });
  return made;
}

/** Calls handlers of what is there once a test runs. */
export const calling =
  <Ids extends OperationId>(handlers: () => Handlers<Ids>, user?: Partial<CurrentUser>): ReturnType<typeof caller<Ids>> =>
  (id, given) =>
    caller(handlers(), user)(id, given);

/** One more server over the database of another, on a port of its own. */
export async function besideServer(
  { databaseUrl }: TestServer,
  config: Partial<Config> = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const app = await createApp({ ...testConfig(databaseUrl), dataDir: tmpdir(), ...config });
  const http = createServer(SERVER_OPTIONS, app.http);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
    await app.close();
  };
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, close };
}

/** That a write is refused for these fields, among others. */
export const expectFields = async (writing: Promise<unknown>, fields: object): Promise<void> => {
  expect(await fieldsOf(writing)).toMatchObject(fields);
};

/** A folder for all tests of the file, or of the suite, that calls this; gives its path. */
export function ownFolder(): string {
  const { path, remove } = dataDir();
  afterAll(remove);
  return path;
}
