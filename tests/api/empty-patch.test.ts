import { beforeAll, describe, expect, it } from 'vitest';
import { serverHere } from '../support/here.ts';
import { plantBuilder } from '../support/plant.ts';

type Row = Record<string, unknown> & { id: number; version: number };

const server = serverHere();
const call = (method: string, path: string, body?: unknown) => server.ask<Row>(method, path, body);
const historyCount = async (): Promise<number> => Number((await server.db('audit').count('id as count'))[0]?.count);

/** One row of each resource that has a PATCH, with everything that its form can say. */
const rows: { path: string; body: Record<string, unknown>; another: Record<string, unknown> }[] = [];
beforeAll(async () => {
  const make = plantBuilder(server.db);
  const [heat, mill, demold] = [
    await make.task({ task_code: '320-3123-030' }),
    await make.task({ task_code: '320-5131-010' }),
    await make.task({ task_code: '320-3121-060' }),
  ];
  const machine = await make.facility({ facility_code: '320-07-01', tasks: [mill] });
  rows.push(
    {
      path: '/api/products/',
      body: {
        ...{ product_code: 'P-1', product_name: '弁箱', customer_name: '', volume_factor: 1.25, depth: 0.4, width: null },
        heat_treatments: [{ task: heat, cooling_method: '水冷', temperature: 1080.5, work_settings: ['月', '金'] }],
        ...{ product_processings: [{ task: mill, facility: machine }], demoldings: [{ task: demold, demolding_time: 12 }] },
      },
      another: { demoldings: [] },
    },
    {
      path: '/api/facilities/',
      body: { facility_code: 'F-1', facility_name: '1号台車炉', task_ids: [heat, mill], availability: 2, max_weight: 3000.125, depth: 2 },
      another: { task_ids: [heat] },
    },
    { path: '/api/outsourcings/', body: { outsourcing_code: 'G-1', name: 'あさひ加工' }, another: { name: 'あさひ鋳造' } },
    {
      path: '/api/employees/',
      body: { employee_id: '2001', name: '田中 一郎', name_furigana: 'たなか', permission: 'manager', password: 'murasaki-no-kagi' },
      another: { password: 'midori-no-kagi' },
    },
  );
});

describe('a PATCH that says nothing new', () => {
  it('changes nothing, version and history neither, on every resource', async () => {
    for (const { path, body, another } of rows) {
      const { body: made } = await call('POST', path, body);
      const before = await historyCount();
      const { version, active: _active, ...said } = made;
      const { password: _password, ...values } = { ...body, ...said };
      for (const patch of [{}, { version }, { version: null }, { version, ...values }, { password: '' }])
        expect([path, patch, await call('PATCH', `${path}${made.id}/`, patch)]).toEqual([path, patch, { status: 200, body: made }]);
      expect([path, await historyCount()]).toEqual([path, before]);
      expect(await call('PATCH', `${path}${made.id}/`, { version: version + 1 })).toMatchObject({ status: 409, body: { current: made } });
      expect(await call('PATCH', `${path}${made.id}/`, another)).toMatchObject({ status: 200, body: { version: version + 1 } });
      expect([path, await historyCount()]).toEqual([path, before + 1]);
    }
  });

  it('leaves the sessions of an employee as they are', async () => {
    const [user] = (await server.get<'listEmployees'>('/api/employees/?employee_id_search=1004')).results;
    const session = await server.token('1004');
    await call('PATCH', `/api/employees/${user?.id}/`, { permission: 'manager', name: user?.name });
    expect(await server.call('GET', '/api/me/', { token: session })).toMatchObject({ status: 200 });
  });
});
