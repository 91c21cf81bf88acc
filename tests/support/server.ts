import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import type { Knex } from 'knex';
import supertest from 'supertest';
import { DEMO_PASSWORD, type DemoOptions } from '../../seeds/demo/index.ts';
import { type App, createApp } from '../../server/app.ts';
import type { Config } from '../../server/config.ts';
import { SERVER_OPTIONS } from '../../server/http/http.ts';
import { testDatabase } from './database.ts';
import { type DemoName, testConfig, testDemo } from './demos.ts';

export interface TestServer {
  /** `http://127.0.0.1:port`. */
  url: string;
  db: Knex;
  databaseUrl: string;
  services: App['services'];
  /** A bearer token of a demo user. */
  token(employeeId?: string): Promise<string>;
  /** One call as JSON; `status` and `body` of the answer, whose type the caller says (`Success` of the operation). */
  call<Body = never>(
    method: string,
    path: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<{ status: number; body: Body }>;
  close(): Promise<void>;
}

/** The real program over a database of its own, on a free port. `demo`: one that stands loaded, how large a one to load, or false: only the
 * four demo users' accounts are there. `way`: another way to the database than straight. */
export async function testServer(
  options: {
    demo?: DemoName | Partial<DemoOptions> | false;
    config?: Partial<Config>;
    way?: (databaseUrl: string) => Promise<string>;
  } = {},
): Promise<TestServer> {
  const { demo = {}, way = async (url) => url } = options;
  const database = await testDatabase(typeof demo === 'string' ? demo : undefined);
  const app = await createApp({ ...testConfig(await way(database.url)), dataDir: tmpdir(), ...options.config });
  if (demo === false) await addUsers(app);
  else if (typeof demo === 'object') await app.services.loadDemo(testDemo(demo));
  const server = createServer(SERVER_OPTIONS, app.http);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const call: TestServer['call'] = async <Body>(...[method, path, { token, body, headers } = {}]: Parameters<TestServer['call']>) => {
    const request = supertest(url)
      [method.toLowerCase() as 'get'](path)
      .set(headers ?? {});
    if (token !== undefined) request.auth(token, { type: 'bearer' });
    const answer = await (body === undefined ? request : request.send(body as object));
    return { status: answer.status, body: (answer.text ? answer.body : undefined) as Body };
  };
  const token = async (employee_id = '1001'): Promise<string> => {
    const { body } = await call('POST', '/api/login/', { body: { employee_id, password: DEMO_PASSWORD } });
    return (body as { token: string }).token;
  };
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await app.close();
    await database.close();
  };
  return { url, db: app.db, databaseUrl: database.url, services: app.services, token, call, close };
}

async function addUsers(app: App): Promise<void> {
  const users = [
    ['1001', 'master_admin'],
    ['1002', 'planning_manager'],
    ['1003', 'outsourcing_manager'],
    ['1004', 'manager'],
  ] as const;
  for (const [employee_id, permission] of users)
    await app.services.addEmployee({ employee_id, name: employee_id, permission, password: DEMO_PASSWORD });
}
