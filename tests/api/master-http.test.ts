import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../server/contract/operations.ts';
import { type TestServer, testServer } from '../support/server.ts';

type Row = Record<string, unknown> & { id: number; version: number };
type Page = { count: number; next: string | null; results: Row[] };

/** What a page of the admin asks when it opens, for every role. */
const READS = [
  'listProducts',
  'getCustomerProducts',
  'getProductDemoldings',
  'listTasks',
  'getTaskFacilities',
  'listFacilities',
  'listOutsourcings',
  'listEmployees',
  'listHolidays',
  'listOrders',
  'listOrderTasks',
  'getDeliveryDates',
  'listCastings',
  'getMasterCheck',
] as const;

describe('master data over HTTP', () => {
  let server: TestServer;
  let admin: string;
  const call = async <Body = Row>(method: string, path: string, body?: unknown, token = admin) => {
    const answer = await server.call(method, path, { token, ...(body === undefined ? {} : { body }) });
    return answer as { status: number; body: Body };
  };
  beforeAll(async () => {
    server = await testServer();
    admin = await server.token('1001');
  });
  afterAll(() => server.close());

  it('answers every list and map to every role, in the shapes of the contract', async () => {
    for (const user of ['1001', '1002', '1003', '1004']) {
      const token = await server.token(user);
      for (const id of READS) {
        const { status, body } = await call<Page>('GET', OPERATIONS[id].path, undefined, token);
        expect(status, `${user} ${id} ${JSON.stringify(body).slice(0, 300)}`).toBe(200);
      }
      const { status } = await call('GET', '/api/facilities/get_availability/?from_date=2026-04-05&to_date=2026-04-11', undefined, token);
      expect(status).toBe(200);
    }
    expect((await server.call('GET', '/api/products/')).status).toBe(401);
  });

  it('reads each single row in the shape of the contract', async () => {
    for (const list of ['products', 'facilities', 'outsourcings', 'employees', 'orders']) {
      const { body } = await call<Page>('GET', `/api/${list}/?limit=3`);
      expect(body.results.length).toBeGreaterThan(0);
      for (const row of body.results) {
        const one = await call('GET', `/api/${list}/${row.id}/`);
        expect(one.status, JSON.stringify(one.body).slice(0, 300)).toBe(200);
        expect(one.body.id).toBe(row.id);
      }
      expect(await call('GET', `/api/${list}/99999999/`)).toEqual({ status: 404, body: { error: '該当のデータが存在しません。' } });
      expect((await call('GET', `/api/${list}/none/`)).status).toBe(404);
    }
  });

  it('follows next to the end without losing or repeating a row', async () => {
    const seen: number[] = [];
    for (let path: string | null = '/api/orders/get_tasks/?limit=100'; path; ) {
      const { body }: { body: Page } = await call<Page>('GET', path);
      seen.push(...body.results.map((row) => row.id));
      path = body.next;
    }
    const { body } = await call<Page>('GET', '/api/orders/get_tasks/?limit=1');
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBe(body.count);
    expect((await call('GET', '/api/orders/?limit=1001')).status).toBe(400);
  });

  it('makes, changes and deletes a partner; a stale version answers 409 with the row as it is', async () => {
    const made = await call('POST', '/api/outsourcings/', { outsourcing_code: 'Z001', name: 'ひかり塗装' });
    expect(made).toMatchObject({ status: 201, body: { version: 1, name: 'ひかり塗装' } });
    const path = `/api/outsourcings/${made.body.id}/`;
    expect(await call('PATCH', path, { version: 1, name: 'ひかり工業' })).toMatchObject({ status: 200, body: { version: 2 } });
    const stale = await call<{ error: string; current: Row }>('PATCH', path, { version: 1, name: '別名' });
    expect(stale).toMatchObject({ status: 409, body: { current: { version: 2, name: 'ひかり工業' } } });
    expect((await call('DELETE', path, { version: 1 })).status).toBe(409);
    expect((await call('DELETE', `${path}?version=2`)).status).toBe(204);
    expect((await call('DELETE', path)).status).toBe(404);
    expect(await call('POST', '/api/outsourcings/', { outsourcing_code: '', name: null })).toEqual({
      status: 400,
      body: { outsourcing_code: ['この項目は必須です。'], name: ['この項目は必須です。'] },
    });
  });

  it('keeps the writes of each area to its roles', async () => {
    const { body } = await call<Page>('GET', '/api/products/?limit=1');
    const attempts: [string, string, unknown, string[]][] = [
      ['POST', '/api/products/', { product_code: 'ROLE-1', product_name: '役' }, ['1001']],
      ['PATCH', `/api/products/${body.results[0]!.id}/`, {}, ['1001']],
      ['POST', '/api/facilities/set_availability/', {}, ['1001']],
      ['POST', '/api/holiday-calendars/', { date: '2030-01-01' }, ['1001']],
      ['POST', '/api/orders/delete_all_castings/', undefined, ['1001']],
      ['GET', '/api/audit/', undefined, ['1001', '1002']],
    ];
    for (const [method, path, sent, allowed] of attempts) {
      for (const user of ['1004', '1003', '1002', '1001']) {
        const { status } = await call(method, path, sent, await server.token(user));
        if (allowed.includes(user)) expect(status, `${user} ${path}`).toBeLessThan(300);
        else expect(status, `${user} ${path}`).toBe(403);
      }
    }
  });

  it('a nested fault stands beside its row, a form fault and a rule of the business alike', async () => {
    const tasks = (await call<Page>('GET', '/api/tasks/?task_code_search=3123&limit=1')).body.results;
    const sent = {
      product_code: 'N-1',
      product_name: '試',
      heat_treatments: [
        { task: tasks[0]!.id, cooling_method: '空冷' },
        { task: 9_999_999, cooling_method: '空冷' },
      ],
    };
    expect(await call('POST', '/api/products/', sent)).toEqual({
      status: 400,
      body: { heat_treatments: [{}, { task: ['該当の工程が存在しません。'] }] },
    });
    const form = await call<{ heat_treatments: object[] }>('POST', '/api/products/', {
      ...sent,
      heat_treatments: [{}, { task: tasks[0]!.id, cooling_method: '空冷', temperature: 'x' }],
    });
    expect(form.status).toBe(400);
    expect(form.body.heat_treatments).toHaveLength(2);
  });

  it('saves what the form was given, unchanged', async () => {
    const [row] = (await call<Page>('GET', '/api/products/?limit=1')).body.results;
    const { body } = await call('GET', `/api/products/${row!.id}/`);
    const saved = await call('PATCH', `/api/products/${row!.id}/`, body);
    expect(saved).toEqual({ status: 200, body });
    const [furnace] = (await call<Page>('GET', '/api/facilities/?limit=1')).body.results;
    expect(await call('PATCH', `/api/facilities/${furnace!.id}/`, furnace)).toEqual({ status: 200, body: furnace });
  });

  it('lists the history with what changed', async () => {
    const { body } = await call<Page>('GET', '/api/audit/?kind=outsourcings&key_search=z001');
    expect(body.results.map((entry) => entry.operation)).toEqual(['deleteOutsourcing', 'updateOutsourcing', 'createOutsourcing']);
  });

  it('a changed password ends the sessions of its owner at once', async () => {
    const token = await server.token('1004');
    const { body } = await call<Page>('GET', '/api/employees/?employee_id_search=1004');
    const path = `/api/employees/${body.results[0]!.id}/`;
    expect(await call('PATCH', path, { password: 'short' })).toMatchObject({ status: 400 });
    expect((await call('GET', '/api/me/', undefined, token)).status).toBe(200);
    expect((await call('PATCH', path, { password: 'atarashii-kagi' })).status).toBe(200);
    expect((await call('GET', '/api/me/', undefined, token)).status).toBe(401);
  });
});
