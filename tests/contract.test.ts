import { beforeAll, describe, expect, test } from 'vitest';
import type { OperationId, Success } from '../server/contract/handlers.ts';
import { OPERATIONS, type Operation } from '../server/contract/operations.ts';
import type { Permission } from '../server/domain/ground/permissions.ts';
import { readDocument } from '../server/http/router/document.ts';
import { TODAY } from './support/demos.ts';
import { serverHere } from './support/here.ts';

const EMPLOYEES: Record<Permission, string> = {
  master_admin: '1001',
  planning_manager: '1002',
  outsourcing_manager: '1003',
  manager: '1004',
};
const ROLES = Object.keys(EMPLOYEES) as Permission[];
const ALL = Object.entries(OPERATIONS) as [OperationId, Operation][];

const server = serverHere({ demo: { orders: 12, products: 12 } });
let revoked = '';
const tokens = {} as Record<Permission, string>;
const ids: Record<string, number> = {};

beforeAll(async () => {
  for (const role of ROLES) tokens[role] = await server.token(EMPLOYEES[role]);
  revoked = await server.token('1004');
  await server.call('POST', '/api/logout/', { token: revoked });
  // The history of imports and the file of what one left out can be read.
  const rows = [{ date: '2031-01-01', is_holiday: true }, { date: 'x' }];
  await server.post('/api/holiday-calendars/upload_csv/?skip_bad_rows=1', { rows });
  // So can a night, whose import left a row out.
  const [job] = await server.db('jobs').insert({ kind: 'nightly', status: 'complete' }).returning('id');
  const [night] = await server.db('nights').insert({ job_id: job.id, day: TODAY, status: 'complete' }).returning('id');
  const file = { night_id: night.id, position: 0, name: '01-holidays.xlsx', stage: 'settled', outcome: 'done' };
  await server.db('night_files').insert({ ...file, import_id: (await server.db('import_log').max('id as id').first())?.id });
  const [promise] = await server.db('promises').insert({ title: '', asked_by: '1001', lines: '[]', answers: '[]' }).returning('id');
  ids['/api/promises/{id}/'] = promise.id;
  for (const list of ['products', 'orders', 'facilities', 'outsourcings', 'employees']) {
    ids[`/api/${list}/{id}/`] = (await server.get<'listProducts'>(`/api/${list}/?limit=1`)).results[0]?.id ?? 0;
  }
  ids['/api/products/{id}/routings/'] = ids['/api/products/{id}/']!;
});

/** A body that passes no form check where the operation would do something: the guard is what is tried here, nothing shall happen. */
const HARMLESS: Partial<Record<OperationId, object>> = { runSchedule: { time_limit_seconds: 0 }, setAvailability: { 炉: 1 } };
/** Operations that need no body to act, or whose answer never ends: tried by those who may in tests of their own. */
const ACTS: readonly OperationId[] = ['getEvents', 'logout', 'deleteAllOrders', 'deleteAllOrderTasks', 'deleteAllCastings'];
const DAY = `?from_date=${TODAY}&to_date=${TODAY}`;
const QUERY: Partial<Record<OperationId, string>> = {
  ...{ getAvailability: DAY, getClosedDays: DAY, listScheduleLoads: DAY, findInSchedule: '?q=026', getLateness: '?order_id=1' },
  ...{ getAdvice: '?order_id=1', getLeftOutOfImports: '?ids=1', getFreeTime: `?from_date=${TODAY}&task_id=1` },
};

const pathOf = (id: OperationId, operation: Operation, row = 999_999_999): string =>
  operation.path.replace('{id}', String(row)).replace('{kind}', 'orders') + (QUERY[id] ?? '');
const tryCall = (id: OperationId, operation: Operation, token?: string) => {
  const body = operation.method === 'get' ? {} : { body: HARMLESS[id] ?? {} };
  return server.call<unknown>(operation.method, pathOf(id, operation), { ...(token === undefined ? {} : { token }), ...body });
};

/** Every sentence of an error body. */
function sentences(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sentences) : [];
}
/** Something is said, all of it in Japanese. */
const expectJapanese = (body: unknown, what: string): void => {
  const said = sentences(body);
  expect([what, body, said.length > 0, said.filter((one) => !/[\u3040-\u30ff\u4e00-\u9fff]/.test(one))]).toEqual([what, body, true, []]);
};

/** Takes a multipart body only; these tests send JSON. */
const FILES_ALONE = 'takeAnsweredSheets';

describe('who may call what', () => {
  test.each(ALL)('%s', async (id, operation) => {
    const open = operation.roles === 'public';
    for (const token of [undefined, revoked, 'nonsense']) {
      const { status, body } = await tryCall(id, operation, token);
      if (open) expect([401, 403, 405], id).not.toContain(status);
      else {
        expect(status, id).toBe(401);
        expectJapanese(body, id);
      }
    }
    for (const role of ROLES) {
      const may = operation.roles === 'public' || operation.roles === 'any' || operation.roles.includes(role);
      if (may && ACTS.includes(id)) continue;
      const { status, body } = await tryCall(id, operation, tokens[role]);
      const fine = may ? [200, 201, 202, 204, 400, 404, 409, ...(id === FILES_ALONE ? [415] : [])] : [403];
      expect(fine, `${role} ${status} ${JSON.stringify(body)}`).toContain(status);
      if (status >= 400) expectJapanese(body, `${role} ${status}`);
    }
  });

  test('a terminal of the shop floor may call what the contract gives terminals, and nothing else', async () => {
    const facility =
      (await server.db('plan_entries').whereNotNull('facility_id').first('facility_id'))?.facility_id ?? ids['/api/facilities/{id}/'];
    const { id: made } = await server.post<'createTerminal'>('/api/terminals/', { name: '炉前', facility_ids: [facility] });
    const { code } = await server.post<'createTerminalCode'>(`/api/terminals/${made}/code/`);
    const { token } = await server.post<'pairTerminal'>('/api/terminal/pair/', { code });
    for (const [id, operation] of ALL) {
      if (id === 'getEvents') continue;
      const { status, body } = await tryCall(id, operation, token);
      const may = operation.roles === 'public' || operation.terminal === true;
      if (may) expect([200, 201, 202, 204, 400, 404, 409, 503], `${id} ${status} ${JSON.stringify(body)}`).toContain(status);
      else expect(status, `${id} ${JSON.stringify(body)}`).toBe(403);
    }
  });

  test('the roles are those of the contract', () => {
    const of = (roles: string): string[] => ALL.filter(([, operation]) => String(operation.roles) === roles).map(([id]) => id);
    expect(of('public').sort()).toEqual(
      'confirmPasswordReset getHealth getReady login pairTerminal requestPasswordReset validateResetToken'.split(' '),
    );
    expect(of('master_admin,planning_manager').sort()).toEqual(
      [
        'addSchedule adoptPlan cancelScenario cancelScheduleQueue changeScenario createScenario deleteFacilitySchedule deleteSchedule deleteSchedules dropScenario extendPromise fulfilPromise',
        'keepPromise listAudit lockOrder modifyFacilitySchedule modifySchedule moveSchedules planScenario postMark redoSchedule releasePromise runSchedule setOrderPriority',
        'setWorkTime switchLockStatus tryProposal undoSchedule unlockOrder',
      ].flatMap((words) => words.split(' ')),
    );
    expect(of('master_admin,planning_manager,outsourcing_manager').sort()).toEqual(
      'answerOutsourcing deleteOutsourcing takeAnsweredSheets updateOutsourcing'.split(' '),
    );
    const admin = of('master_admin');
    expect(admin.filter((id) => id.startsWith('import')).length).toBe(10);
    expect(admin.filter((id) => id.startsWith('deleteAll')).length).toBe(3);
    expect(admin.filter((id) => /Holiday$/.test(id) && !id.startsWith('import'))).toEqual(['createHoliday', 'deleteHoliday']);
    const known = new Set([
      'public',
      'any',
      // No role of people: a terminal alone.
      '',
      'master_admin',
      'master_admin,planning_manager',
      'master_admin,planning_manager,outsourcing_manager',
    ]);
    expect(ALL.filter(([, operation]) => !known.has(String(operation.roles)))).toEqual([]);
    const anyone = ALL.filter(([, operation]) => operation.roles === 'any' && operation.method !== 'get').map(([id]) => id);
    expect(anyone).toEqual(['logout', 'changeOwnPassword', 'closeRunReport', 'askPromise', 'wantPromise', 'acknowledgeNight']);
    const terminals = ALL.filter(([, operation]) => operation.terminal).map(([id]) => id);
    expect(terminals.sort()).toEqual(['getEvents', 'getOwnTerminal', 'getToday', 'postMark']);
  });
});

describe('reads', () => {
  // What stands only in a plan, or never ends, is read in tests/api.
  const planned: string[] =
    'getScheduleDetails getSurroundings getSchedulePlace getFurnaceRun downloadExcelGantt getExcelFile getEvents'.split(' ');
  const reads = ALL.filter(
    ([id, operation]) => operation.method === 'get' && operation.roles !== 'public' && !planned.includes(id) && operation.roles.length > 0,
  );

  // The answers themselves are held against openapi.yaml by the validator: one that breaks it is a 500.
  test.each(reads)('%s answers 200 to those who may, with and without the last slash', async (id, operation) => {
    const path = pathOf(id, operation, ids[operation.path] ?? 1);
    const may = operation.roles === 'any' ? ROLES : (operation.roles as readonly Permission[]);
    for (const role of may) {
      const response = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${tokens[role]}` } });
      expect(response.status, `${path} ${await response.clone().text()}`).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    const bare = await fetch(`${server.url}${path.replace(/\/(\?|$)/, '$1')}`, {
      headers: { authorization: `Bearer ${tokens.master_admin}` },
    });
    expect(bare.status).toBe(200);
  });

  test('lists keep to their bounds, and are whole over their pages', async () => {
    const lists = ALL.filter(([id, operation]) => id.startsWith('list') && operation.method === 'get');
    for (const [id, operation] of lists) {
      const path = pathOf(id, operation, ids[operation.path]);
      const asked = path.includes('?') ? path : `${path}?`;
      const page = await server.get<'listOrders'>(`${asked}&limit=1`);
      expect(page.results.length, id).toBeLessThanOrEqual(1);
      if (page.count > 1) {
        expect(page.next, id).toMatch(/^\/api\/.*offset=1/);
        await server.get(page.next ?? '');
      } else expect(page.next, id).toBeNull();
      let walked = 0;
      let at: string | null = `${asked}&limit=50`;
      while (at) {
        const { results, next }: Success<'listOrders'> = await server.get<'listOrders'>(at);
        walked += results.length;
        at = next;
      }
      expect(walked, id).toBe(page.count);
      expect((await server.ask('GET', `${asked}&limit=1001`)).status, id).toBe(400);
      expect((await server.ask('GET', `${asked}&offset=-1`)).status, id).toBe(400);
    }
  });
});

describe('the written form', () => {
  const document = readDocument();
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ where: `${method} ${path}`, operation: operation as Record<string, unknown> })),
  );

  test('every operation declares its errors, a summary and a tag; paths end in a slash', () => {
    for (const { where, operation } of operations) {
      expect(operation.responses, where).toHaveProperty('default');
      expect(operation.summary, where).toBeTruthy();
      expect(operation.tags, where).toHaveLength(1);
    }
    for (const path of Object.keys(document.paths)) expect(path).toMatch(/^\/api\/.*\/$/);
  });

  test('no list, text or number of a body is without bounds', () => {
    const unbounded: string[] = [];
    const visit = (schema: unknown, where: string): void => {
      if (typeof schema !== 'object' || schema === null || '$ref' in schema) return;
      const { type, properties, items, format } = schema as {
        type?: string | string[];
        properties?: object;
        items?: unknown;
        format?: string;
      };
      const types = [type ?? []].flat();
      const has = (...names: string[]): boolean => names.some((name) => name in schema);
      if (types.includes('string') && !has('maxLength', 'enum', 'pattern') && !['date', 'date-time'].includes(format ?? ''))
        unbounded.push(where);
      if (types.includes('array') && !has('maxItems')) unbounded.push(where);
      if ((types.includes('integer') || types.includes('number')) && !has('maximum', 'enum')) unbounded.push(where);
      for (const [name, inner] of Object.entries(properties ?? {})) visit(inner, `${where}.${name}`);
      if (items) visit(items, `${where}[]`);
    };
    const { schemas, parameters } = document.components as {
      schemas: Record<string, unknown>;
      parameters: Record<string, { schema: unknown }>;
    };
    const bodies = /(Fields|Create|Form|Login|Request|Confirm|Orders|Time|Body|Change|ResetToken)$/;
    for (const [name, schema] of Object.entries(schemas)) if (bodies.test(name) && name !== 'ImportChange') visit(schema, name);
    for (const [name, parameter] of Object.entries(parameters)) visit(parameter.schema, name);
    expect(unbounded).toEqual([]);
  });
});

describe('at last', () => {
  test('logout and the bulk deletes act for those who may', async () => {
    for (const id of ['deleteAllCastings', 'deleteAllOrderTasks', 'deleteAllOrders'] as const) {
      expect(Object.keys(await server.post(OPERATIONS[id].path)), id).toEqual(['deleted']);
    }
    for (const role of ROLES)
      expect((await server.call('POST', '/api/logout/', { token: await server.token(EMPLOYEES[role]) })).status).toBe(204);
  });
});
