import { beforeEach, describe, expect, it } from 'vitest';
import { masterHandlers } from '../../server/features/master/master.handlers.ts';
import { ownDatabase } from '../support/database.ts';
import { calling } from '../support/here.ts';
import { plantBuilder } from '../support/plant.ts';

describe('master data', () => {
  const database = ownDatabase();
  beforeEach(async () => {
    await database.knex.raw('truncate products, tasks, facilities, outsourcings, employees, orders, audit restart identity cascade');
  });
  const call = calling(() => masterHandlers({ db: database.knex, clock: () => 0 }), { employee_id: '1001' });
  const plant = () => plantBuilder(database.knex);
  const history = () => database.knex('audit').orderBy('id').select('operation', 'kind', 'key', 'old', 'new');

  describe('products', () => {
    it('are made, read, changed and deleted with their nested rows, each change once in the history', async () => {
      const [heat, mill, demold] = [
        await plant().task({ task_code: '320-3123-030' }),
        await plant().task({ task_code: '320-5131-010' }),
        await plant().task({ task_code: '320-3121-060' }),
      ];
      const machine = await plant().facility({ facility_code: '320-07-01', tasks: [mill] });
      const made = await call('createProduct', {
        body: {
          ...{ product_code: ' TKH-0412-01 ', product_name: '弁箱', volume_factor: 1.2 },
          heat_treatments: [{ task: heat, cooling_method: '水冷', temperature: 1080, work_settings: ['月', '金'] }],
          product_processings: [{ task: mill, facility: machine }],
          demoldings: [{ task: demold }],
        },
      });
      expect(made).toMatchObject({
        ...{ version: 1, active: true, product_code: 'TKH-0412-01', customer_name: '', volume_factor: 1.2, depth: null },
        heat_treatments: [
          {
            ...{ task: heat, facility: null, temperature: 1080, retention_time: 0, cooling_method: '水冷', cooling_time: 0 },
            ...{ work_settings: ['月', '金'], waiting_days: 1 },
          },
        ],
        product_processings: [{ task: mill, facility: machine, waiting_days: 0 }],
        demoldings: [{ task: demold, demolding_time: 0 }],
      });
      const changed = await call('updateProduct', {
        params: { id: made.id },
        body: {
          ...{ version: 1, customer_name: 'みなと重機', demoldings: [] },
          heat_treatments: [
            { id: made.heat_treatments[0]!.id, task: heat, cooling_method: '炉冷' },
            { task: heat, facility: await plant().facility({ tasks: [heat] }), cooling_method: '空冷' },
          ],
        },
      });
      expect(changed).toMatchObject({ version: 2, product_name: '弁箱', customer_name: 'みなと重機', demoldings: [] });
      expect(changed.product_processings).toEqual(made.product_processings);
      expect(changed.heat_treatments[0]).toEqual({ ...made.heat_treatments[0], cooling_method: '炉冷' });
      expect(changed.heat_treatments).toHaveLength(2);
      expect(await call('getProduct', { params: { id: made.id } })).toEqual(changed);
      await expect(call('deleteProduct', { params: { id: made.id }, query: { version: 1 } })).rejects.toMatchObject({ kind: 'conflict' });
      await call('deleteProduct', { params: { id: made.id }, body: { version: 2 } });
      await expect(call('getProduct', { params: { id: made.id } })).rejects.toMatchObject({ kind: 'not_found' });
      const rows = await history();
      expect(rows.map((row) => `${row.operation} ${row.kind} ${row.key}`)).toEqual([
        'createProduct products TKH-0412-01',
        'updateProduct products TKH-0412-01',
        'deleteProduct products TKH-0412-01',
      ]);
      expect(rows[0].old).toBeNull();
      expect(rows[1].old).toEqual(made);
      expect(rows[1].new).toEqual(changed);
      expect(rows[2].new).toBeNull();
    });

    it('say everything that is wrong at once, nested rows in their place', async () => {
      await plant().product({ product_code: 'P-1' });
      const [heat, other] = [await plant().task({ task_code: '320-3123-030' }), await plant().task({ task_code: '320-4111-010' })];
      const furnace = await plant().facility({ facility_code: '320-05-01' });
      const body = {
        product_code: 'ｐ－1',
        product_name: ' ',
        heat_treatments: [
          { task: heat, cooling_method: '空冷' as const },
          { task: other, cooling_method: '空冷' as const },
          { task: heat, cooling_method: '水冷' as const },
          { task: 999, facility: 998, cooling_method: '水冷' as const },
          { id: 77, task: heat, cooling_method: '水冷' as const },
        ],
        product_processings: [{ task: heat, facility: furnace }],
      };
      await expect(call('createProduct', { body })).rejects.toMatchObject({
        kind: 'invalid',
        fields: {
          product_code: ['同じコードが既に登録されています。'],
          product_name: ['この項目は必須です。'],
          heat_treatments: [
            {},
            { task: ['この工程は選択できません。'] },
            { task: ['同じ工程と設備の行が重複しています。'] },
            { task: ['該当の工程が存在しません。'], facility: ['該当の設備が存在しません。'] },
            { id: ['該当の行が存在しません。'] },
          ],
          product_processings: [{ task: ['この工程は選択できません。'], facility: ['この設備は選択できません。'] }],
        },
      });
      expect(await database.knex('products')).toHaveLength(1);
      expect(await history()).toEqual([]);
    });

    it('in use are made inactive, leave the list, and wake up when made again', async () => {
      const id = await plant().product({ product_code: 'P-1', product_name: '弁箱', depth: 1 });
      await plant().order({ product_id: id, product_code: 'P-1', product_key: 'P-1' });
      await call('deleteProduct', { params: { id } });
      expect((await call('listProducts')).count).toBe(0);
      expect(await call('getProduct', { params: { id } })).toMatchObject({ active: false });
      const woken = await call('createProduct', { body: { product_code: 'P-1', product_name: '新弁箱' } });
      expect(woken).toMatchObject({ id, active: true, product_name: '新弁箱', depth: null });
      expect((await call('listProducts')).results.map((row) => row.id)).toEqual([id]);
    });

    it('that come after their orders are given to them', async () => {
      const order = await plant().order({ product_code: 'p-9', product_key: 'P-9' });
      const made = await call('createProduct', { body: { product_code: 'P-9', product_name: '羽根車' } });
      expect(await database.knex('orders').where({ id: order }).first('product_id')).toEqual({ product_id: made.id });
    });

    it('can pass a task from one nested row to another in one change', async () => {
      const [one, two] = [await plant().task({ task_code: '320-3123-010' }), await plant().task({ task_code: '320-3123-020' })];
      const id = await plant().product();
      const [a, b] = [await plant().heat(id, one, { temperature: 900 }), await plant().heat(id, two, { temperature: 600 })];
      const [passed, taken] = [
        { id: a, task: two, cooling_method: '空冷' },
        { id: b, task: one, cooling_method: '空冷' },
      ] as const;
      const changed = await call('updateProduct', { params: { id }, body: { heat_treatments: [passed, taken] } });
      expect(changed.heat_treatments.map((row) => [row.id, row.task, row.temperature])).toEqual([
        [a, two, 900],
        [b, one, 600],
      ]);
    });
  });

  describe('facilities', () => {
    it('are written with task ids and read with tasks, names and codes', async () => {
      const tasks = [
        await plant().task({ task_code: '320-3123-020', task_name: '焼ならし' }),
        await plant().task({ task_code: '320-3123-010', task_name: '焼なまし' }),
      ];
      const made = await call('createFacility', {
        body: { facility_code: '320-05-01', facility_name: '1号台車炉', task_ids: tasks, max_weight: 12000.5 },
      });
      const named = { task_names: ['焼なまし', '焼ならし'], task_codes: ['320-3123-010', '320-3123-020'] };
      expect(made).toMatchObject({ availability: 1, max_weight: 12000.5, task_ids: [tasks[1], tasks[0]], ...named });
      expect((await call('listFacilities', { query: { task_name_search: '焼なら' } })).results).toEqual([made]);
      expect((await call('listFacilities', { query: { task_name_search: '焼戻' } })).count).toBe(0);
      const changed = await call('updateFacility', { params: { id: made.id }, body: { version: 1, task_ids: [] } });
      expect(changed).toMatchObject({ version: 2, tasks: [], facility_name: '1号台車炉' });
      expect(await call('getTaskFacilities')).toEqual({ 焼なまし: [], 焼ならし: [] });
    });

    it('have a name of their own among active ones, and known tasks', async () => {
      await plant().facility({ facility_code: 'F1', facility_name: '1号台車炉' });
      const body = { facility_code: 'F2', facility_name: '1号台車炉', task_ids: [41, 42] };
      await expect(call('createFacility', { body })).rejects.toMatchObject({
        fields: {
          facility_name: ['設備名「1号台車炉」は設備「F1」で使われています。'],
          task_ids: ['該当の工程が存在しません（41, 42）。'],
        },
      });
      await database.knex('facilities').update({ active: false });
      expect(await call('createFacility', { body: { ...body, task_ids: [] } })).toMatchObject({ facility_code: 'F2' });
    });

    it('in a treatment or a plan are made inactive; tasks and facilities list inactive ones unless asked', async () => {
      const task = await plant().task({ task_code: '320-3123-010' });
      await plant().task({ task_code: '廃止', active: false });
      const id = await plant().facility({ tasks: [task] });
      await plant().heat(await plant().product(), task, { facility_id: id });
      await call('deleteFacility', { params: { id } });
      expect((await call('listFacilities')).results).toMatchObject([{ id, active: false, task_ids: [task] }]);
      expect((await call('listFacilities', { query: { active_only: 1 } })).count).toBe(0);
      expect((await call('listTasks')).count).toBe(2);
      expect((await call('listTasks', { query: { active_only: 1 } })).count).toBe(1);
    });
  });

  describe('tasks and maps', () => {
    it('make a task, wake an inactive one, refuse an active one', async () => {
      const make = (task_code: string, task_name: string) => call('createTask', { body: { task_code, task_name } });
      expect(await make('320-3123-010', '焼なまし')).toMatchObject({ version: 1, active: true });
      await expect(make('３２０−３１２３−010', '焼なまし')).rejects.toMatchObject({ kind: 'invalid' });
      await database.knex('tasks').update({ active: false });
      expect(await make('320-3123-010', '焼鈍')).toMatchObject({ active: true, task_name: '焼鈍' });
    });

    it('map products by customer, facilities by task name, demolding times of products', async () => {
      const [one, two] = [
        await plant().task({ task_code: '320-3123-010', task_name: '焼なまし' }),
        await plant().task({ task_code: '340-3153-010', task_name: '焼なまし' }),
      ];
      const demold = await plant().task({ task_code: '320-3121-060', task_name: '解枠' });
      const both = await plant().facility({ facility_code: 'A', facility_name: '1号炉', tasks: [one, two] });
      const second = await plant().facility({ facility_code: 'B', facility_name: '2号炉', tasks: [two] });
      await plant().facility({ facility_code: 'C', facility_name: '廃炉', tasks: [two], active: false });
      expect(await call('getTaskFacilities')).toEqual({
        解枠: [],
        焼なまし: [
          { name: '1号炉', value: both },
          { name: '2号炉', value: second },
        ],
      });
      const a = await plant().product({ product_code: 'A', product_name: '羽根車', customer_name: 'みなと重機' });
      const b = await plant().product({ product_code: 'B', product_name: '弁箱', customer_name: 'みなと重機' });
      await plant().product({ product_code: 'C', customer_name: '旧', active: false });
      expect(await call('getCustomerProducts')).toEqual({
        みなと重機: [
          { name: '弁箱', value: b },
          { name: '羽根車', value: a },
        ],
      });
      await database.knex('demoldings').insert({ product_id: a, task_id: demold, demolding_time: 48 });
      expect(await call('getProductDemoldings')).toEqual([
        { product: a, product_code: 'A', task: demold, task_code: '320-3121-060', demolding_time: 48 },
      ]);
    });
  });

  it('outsourcings that order tasks name are made inactive', async () => {
    const used = await call('createOutsourcing', { body: { outsourcing_code: 'G010', name: 'あさひ加工' } });
    const free = await call('createOutsourcing', { body: { outsourcing_code: 'G020', name: 'ひかり塗装' } });
    const lot = await plant().lot(await plant().order());
    await plant().orderTask(lot, await plant().task(), { outsourcing_code: 'G010' });
    await call('deleteOutsourcing', { params: { id: used.id } });
    await call('deleteOutsourcing', { params: { id: free.id } });
    expect(await database.knex('outsourcings').select('id', 'active')).toEqual([{ id: used.id, active: false }]);
    expect((await call('listOutsourcings')).count).toBe(0);
    expect(await call('updateOutsourcing', { params: { id: used.id }, body: { name: '旭加工' } })).toMatchObject({ name: '旭加工' });
  });

  describe('employees', () => {
    const admin = (id: string) => plant().employee({ employee_id: id, name: id, permission: 'master_admin', password_hash: 'x' });

    it('never show or record a password; a new one or a new role ends the sessions', async () => {
      await admin('1001');
      const own = { employee_id: '1009', name: '田中 一郎', permission: 'manager' } as const;
      const made = await call('createEmployee', { body: { ...own, password: 'hitotsu-no-kagi' } });
      expect(made).toEqual({ ...own, id: made.id, version: 1, active: true, name_furigana: '' });
      const row = () => database.knex('employees').where({ id: made.id }).first();
      const first = await row();
      expect(first.password_hash).toMatch(/^\$argon2id\$/);
      await call('updateEmployee', { params: { id: made.id }, body: { name: '田中 次郎', password: '' } });
      expect(await row()).toMatchObject({ password_hash: first.password_hash, session_number: first.session_number });
      await call('updateEmployee', { params: { id: made.id }, body: { password: 'futatsu-no-kagi' } });
      const second = await row();
      expect(second.password_hash).not.toBe(first.password_hash);
      expect(second.session_number).toBe(first.session_number + 1);
      await call('updateEmployee', { params: { id: made.id }, body: { permission: 'planning_manager' } });
      expect((await row()).session_number).toBe(second.session_number + 1);
      expect(JSON.stringify(await history())).not.toMatch(/argon2|kagi|password/);
      const { results } = await call('listEmployees', { query: { permission_search: 'planning_manager' } });
      expect(results.map((one) => one.employee_id)).toEqual(['1009']);
    });
  });
});
