import { afterAll, beforeAll, expect, test } from 'vitest';
import { told } from '../../admin/master/audit/sentences.ts';
import type { AuditRow } from '../../admin/master/audit/values.ts';
import { AUDIT_KINDS } from '../../admin/texts/audit.ts';
import { OPERATIONS } from '../../server/contract/operations.ts';
import { plantChoice } from '../support/choice.ts';
import { serverHere, span } from '../support/here.ts';
import { QUICK_RUN } from '../support/quick-run.ts';

// One change of each kind through the API, and what the history says of them.

const server = serverHere({ demo: false });

const call = async (method: string, path: string, body?: unknown): Promise<never> => {
  const answer = await server.ask(method, path, body);
  expect([200, 201, 202, 204], `${method} ${path} ${JSON.stringify(answer.body)}`).toContain(answer.status);
  return answer.body;
};
const post = async <Body = { id: number }>(path: string, body?: unknown): Promise<Body> => call('POST', path, body);
const results = async <Row>(path: string): Promise<Row[]> => ((await call('GET', path)) as { results: Row[] }).results;

/** The newest rows of the history first, those of imports too. */
async function history(query = ''): Promise<AuditRow[]> {
  const rows = await results<AuditRow>(`/api/audit/?limit=1000${query}`);
  const parts = await Promise.all(rows.map(({ id }) => results<AuditRow>(`/api/audit/?limit=1000&part_of=${id}`)));
  return [...rows, ...parts.flat()];
}
const saidOf = async (kind: string, did: string, about = ''): Promise<string[][]> =>
  (await history(`&kind=${kind}`))
    .map(told)
    .filter((one) => one.did === did && one.about.includes(about))
    .map(({ lines }) => lines);

const FILES: Record<string, object[]> = {
  holidays: [
    { date: '2026-05-04', is_holiday: true },
    { date: '2026-05-05', is_holiday: true },
  ],
  tasks: [
    { task_code: '320-3121-010', task_name: '造型' },
    { task_code: '320-3121-060', task_name: '解枠' },
    { task_code: '320-3123-010', task_name: '焼ならし' },
    { task_code: '320-5131-010', task_name: '荒加工' },
  ],
  facilities: [
    facilityRow(['320-01-01', '造型場'], ['造型', '320-3121-010'], { availability: 2 }),
    facilityRow(['320-05-01', '1号炉'], ['焼ならし', '320-3123-010'], { availability: 1, max_weight: 3000 }),
    facilityRow(['320-07-01', '旋盤'], ['荒加工', '320-5131-010']),
    facilityRow(['320-07-02', '中ぐり盤'], ['荒加工', '320-5131-010']),
  ],
  outsourcings: [{ outsourcing_code: 'G010', name: 'あさひ加工' }],
  employees: [
    { employee_id: '2001', password: 'kakunin-no-tame-1', name: '確認 花子', name_furigana: 'カクニン ハナコ', permission: 'manager' },
  ],
  products: [{ product_code: 'P-1001', product_name: '弁箱', customer_name: '東和鉄工', volume_factor: 1.2 }],
  'heat-treatments': [
    heatRow('320-3123-010', { temperature: 900, retention_time: 2, cooling_time: 1, work_settings: ['月', '金'], waiting_days: 1 }),
    heatRow('320-5131-010', { facility_code: '320-07-01' }),
    heatRow('320-3121-060', { demolding_time: 24 }),
  ],
  orders: [
    {
      ...{ serial_number: '26K01042', product_code: 'P-1001', product_name: '弁箱', number: 2, weight: 120, delivery_status: '' },
      ...{ material: 'SCS13', delivery_date: '2026-06-30', casting_date: '2026-04-06' },
    },
  ],
  'order-tasks': [orderTask('01', 10, '320-3123-010', '焼ならし'), orderTask('01', 20, '320-5131-010', '荒加工')],
  castings: [{ serial_number: '26K01042', lot_number: '01', casting_date: '2026-04-06' }],
};

function facilityRow([facility_code, facility_name]: [string, string], [task_name, task_code]: [string, string], holds: object = {}) {
  return { facility_code, facility_name, task_name, task_code, availability: 1, max_weight: null, ...holds };
}
function heatRow(task_code: string, more: object): object {
  return {
    ...{ product_code: 'P-1001', task_code, facility_code: '', demolding_time: 0, temperature: 0, retention_time: 0 },
    ...{ cooling_method: '空冷', cooling_time: 0, work_settings: [], waiting_days: 0, ...more },
  };
}
function orderTask(lot_number: string, task_sort: number, task_code: string, task_name: string): object {
  return {
    ...{ serial_number: '26K01042', lot_number, arrangement: '', task_sort, task_code, task_name, outsourcing_code: '', order_name: '' },
    ...{ setup_hours: 0, work_hours: 3, solution_frame_days: 0, received: false, last_reception_date: null, order_quantity: 2 },
    received_quantity: 0,
  };
}

/** The second file of each kind: something else in its first row, and where a file speaks for a whole, the last row gone. */
const SECOND: Record<string, object[]> = {
  ...FILES,
  holidays: [{ date: '2026-05-04', is_holiday: false }],
  tasks: [{ task_code: '320-3121-010', task_name: '造型(自硬性)' }],
  facilities: [
    { ...FILES.facilities![1], max_weight: 2500 },
    { ...FILES.facilities![0], task_name: '解枠', task_code: '320-3121-060' },
  ],
  outsourcings: [{ outsourcing_code: 'G010', name: 'あさひ工業' }],
  employees: [{ ...FILES.employees![0], permission: 'planning_manager' }],
  products: [{ ...FILES.products![0], customer_name: '東和製鋼' }],
  'heat-treatments': [
    { ...FILES['heat-treatments']![0], temperature: 920, cooling_method: '炉冷', work_settings: [] },
    { ...FILES['heat-treatments']![1], facility_code: '320-07-02', waiting_days: 2 },
    { ...FILES['heat-treatments']![2], demolding_time: 36 },
  ],
  orders: [{ ...FILES.orders![0], delivery_date: '2026-07-15', number: 3 }],
  'order-tasks': [{ ...FILES['order-tasks']![0], received: true, last_reception_date: '2026-03-31' }],
  castings: [{ ...FILES.castings![0], casting_date: '2026-04-07' }],
};

const IMPORTS: Record<string, keyof typeof OPERATIONS> = {
  ...{ holidays: 'importHolidays', tasks: 'importTasks', facilities: 'importFacilities', outsourcings: 'importOutsourcings' },
  ...{ employees: 'importEmployees', products: 'importProducts', 'heat-treatments': 'importHeatTreatments', orders: 'importOrders' },
  ...{ 'order-tasks': 'importOrderTasks', castings: 'importCastings' },
};

async function importAll(files: Record<string, object[]>, kinds = Object.keys(files)): Promise<void> {
  for (const kind of kinds) {
    const { errors } = await post<{ errors: string[] }>(OPERATIONS[IMPORTS[kind]!].path, { rows: files[kind] });
    expect([kind, errors]).toEqual([kind, []]);
  }
}

async function masters(): Promise<void> {
  const [[heat], [mill]] = await Promise.all([
    results<{ id: number }>('/api/tasks/?task_code_search=3123'),
    results<{ id: number }>('/api/tasks/?task_code_search=5131'),
  ]);
  const made = await post('/api/tasks/', { task_code: '320-3124-010', task_name: '仕上' });
  await call('PATCH', `/api/tasks/${made.id}/`, { abbreviation: '仕' });
  const furnace = { facility_code: '320-05-09', facility_name: '9号炉', availability: 1 };
  const facility = await post('/api/facilities/', { ...furnace, task_ids: [heat!.id] });
  const product = { product_code: 'P-2002', product_name: '羽根車', customer_name: '北陸ポンプ' };
  const recipe = { temperature: 880, retention_time: 3, cooling_method: '空冷', cooling_time: 2, work_settings: ['火'], waiting_days: 1 };
  const { id } = await post('/api/products/', { ...product, heat_treatments: [{ task: heat!.id, ...recipe }] });
  const { heat_treatments } = (await call('GET', `/api/products/${id}/`)) as { heat_treatments: object[] };
  await call('PATCH', `/api/products/${id}/`, {
    product_name: '羽根車 400A',
    heat_treatments: [
      { ...heat_treatments[0], temperature: 900, work_settings: [] },
      { task: heat!.id, facility: facility.id, temperature: 910, cooling_method: '水冷' },
    ],
  });
  await call('DELETE', `/api/products/${id}/`);
  await call('PATCH', `/api/facilities/${facility.id}/`, { max_weight: 1500, task_ids: [mill!.id] });
  await post('/api/facilities/set_availability/', { '9号炉': { '2026-04-20': 0, '2026-04-21': 0, '2026-04-23': 3 } });
  await post('/api/facilities/set_availability/', { '9号炉': { '2026-04-20': null } });
  await call('DELETE', `/api/facilities/${facility.id}/`);
  const outsourcing = await post('/api/outsourcings/', { outsourcing_code: 'G020', name: '日の出鍍金' });
  await call('PATCH', `/api/outsourcings/${outsourcing.id}/`, { name: '日の出メッキ' });
  await call('DELETE', `/api/outsourcings/${outsourcing.id}/`);
  const holiday = await post('/api/holiday-calendars/', { date: '2026-04-29' });
  await call('DELETE', `/api/holiday-calendars/${holiday.id}/`);
}

async function people(): Promise<void> {
  const named = { employee_id: '2002', name: '試験 太郎', name_furigana: 'シケン タロウ' };
  const employee = await post('/api/employees/', { ...named, permission: 'manager', password: 'mijikaku-nai-9' });
  await call('PATCH', `/api/employees/${employee.id}/`, { permission: 'outsourcing_manager' });
  await call('PATCH', `/api/employees/${employee.id}/`, { password: 'mijikaku-nai-10' });
  const { url } = await post<{ url: string }>(`/api/employees/${employee.id}/reset_link/`);
  const link = new URL(url, 'http://foundry').searchParams.get('token');
  await post('/api/password_reset/confirm/', { token: link, password: 'mijikaku-nai-11' });
  const own = await server.call('POST', '/api/login/', { body: { employee_id: '2002', password: 'mijikaku-nai-11' } });
  const passwords = { current_password: 'mijikaku-nai-11', password: 'mijikaku-nai-12' };
  await server.post(OPERATIONS.changeOwnPassword.path, passwords, (own.body as { token: string }).token);
  await call('DELETE', `/api/employees/${employee.id}/`);
  await server.services.runs.changeSettings({ frozen_days: 3, objective: 'strict', 'weights.late_order': 5 }, 'cli');
  await server.services.runs.changeSettings({ frozen_days: undefined, objective: undefined, 'weights.late_order': undefined }, 'cli');
}

type Entry = { id: number; order_id: number; order_task_id: number; facility: number | null };
const at = (start: string, end: string, more: object = {}) => ({ ...span(start, end), ...more });

async function plan(): Promise<void> {
  await server.services.runs.runAndWait(QUICK_RUN, '1002');
  const { plan, published } = await plantChoice(server.db, '2026-04-01');
  await post(`/api/plans/${plan}/adopt/`, { from: published });
  const scenario = await server.post<'createScenario'>('/api/scenarios/', { name: '試し' });
  await call('PATCH', `/api/scenarios/${scenario.id}/`, { name: '土曜稼働' });
  await call('DELETE', `/api/scenarios/${scenario.id}/`);
  await beside(published);
  const entries = await results<Entry & { task_name: string }>('/api/schedules/?limit=1000');
  const entry = entries.find(({ task_name }) => task_name === '荒加工')!;
  const path = `/api/schedules/${entry.id}`;
  const body = { order: entry.order_id, facility: entry.facility };
  await post(`${path}/modify_schedule/`, at('2026-05-11 08:00', '2026-05-12 00:00', body));
  await post(`${path}/modify_facility_schedule/`, at('2026-05-11 11:30', '2026-05-12 16:00', { ...body, received_locked: true }));
  await post(`${path}/modify_schedule/`, at('2026-05-11 11:30', '2026-05-12 16:00', { ...body, received_locked: false }));
  await post('/api/schedules/move_schedules/', {
    moves: [{ id: entry.id, start_date: '2026-05-12T08:00:00+09:00', end_date: '2026-05-12T16:00:00+09:00' }],
  });
  await post(`${path}/switch_lock_status/`, {});
  const tap = { at: '2026-04-01T06:50:00+09:00', facility: entry.facility };
  const client_id = 'a6e3c1f0-3c5e-4b7a-9a51-5c7f0f1d2e3b';
  await post('/api/marks/', { ...tap, client_id, kind: 'start', entries: [{ entry_id: entry.id }] });
  await post('/api/marks/', { ...tap, client_id: client_id.replace('a', 'b'), kind: 'undo', undoes: client_id });
  await post('/api/marks/', { ...tap, client_id: client_id.replace('a', 'c'), kind: 'stop', stop: 'breakdown', worker: '山田' });
  const terminal = await post<{ id: number }>('/api/terminals/', { name: '1号炉の端末', facility_ids: [entry.facility] });
  const { code } = await post<{ code: string }>(`/api/terminals/${terminal.id}/code/`);
  await post('/api/terminal/pair/', { code });
  await call('PATCH', `/api/terminals/${terminal.id}/`, { version: 2, name: '炉前の端末' });
  await call('DELETE', `/api/terminals/${terminal.id}/`);
  await post('/api/schedules/unlock_order/', { order: entry.order_id });
  await post('/api/schedules/lock_order/', { order: entry.order_id });
  await post('/api/schedules/unlock_order/', { order: entry.order_id });
  await post('/api/orders/set_priority/', { orders: [entry.order_id], priority: 'rush' });
  await promises(entry.order_id);
  await post('/api/schedules/set_work_time/', { schedule_ids: [entry.id], start_time: '09:00', end_time: '15:00' });
  await call('DELETE', `${path}/`);
  const adding = at('2026-05-13 08:00', '2026-05-13 16:00', { ...body, order_task: entry.order_task_id });
  const added = await post<{ results: Entry[] }>('/api/schedules/add_schedule/', adding);
  await call('DELETE', `/api/schedules/${added.results[0]!.id}/delete_facility_schedule/`);
  await post('/api/schedules/undo/', {});
  await post('/api/schedules/delete_schedules/', { entries: [{ id: added.results[0]!.id }] });
  await post('/api/schedules/undo/', {});
  await post('/api/schedules/redo/', {});
  await partners(entries.find(({ id }) => id !== entry.id)!);
}

/** In the plan that was published before a bar is moved, which is taken back, and an order locked. */
async function beside(plan: number): Promise<void> {
  const of = `?plan=${plan}`;
  const entries = await results<Entry & { task_name: string }>(`/api/schedules/${of}&limit=1000`);
  const { id, order_id, facility } = entries.find(({ task_name }) => task_name === '荒加工')!;
  await post(`/api/schedules/${id}/modify_schedule/${of}`, at('2026-06-01 08:00', '2026-06-02 00:00', { order: order_id, facility }));
  await post(`/api/schedules/undo/${of}`, {});
  await post(`/api/schedules/lock_order/${of}`, { order: order_id });
}

/** A day is held for an order that comes, and for one that does not. */
async function promises(order: number): Promise<void> {
  const { product_id } = await server.db('orders').where('id', order).first('product_id');
  const { id } = await post('/api/promises/', { lines: [{ product_id, pieces: 2 }] });
  await post(`/api/promises/${id}/keep/`, { days: 3 });
  await post(`/api/promises/${id}/fulfil/`, { order_id: order });
  await post(`/api/promises/${id}/keep/`, { days: 3 });
  await post(`/api/promises/${id}/extend/`, { days: 2 });
  await post(`/api/promises/${id}/release/`, {});
}

/** A partner answers by telephone, then with the sheet that it was sent. */
async function partners({ id, order_task_id }: Entry): Promise<void> {
  await server.db('plan_entries').where({ id }).update({ outsourced: true, facility_id: null });
  await post('/api/outsourcing-work/answer/', { order_task_id, answered_date: '2026-05-14', note: '刃物待ち' });
  const headers = { authorization: `Bearer ${server.own}` };
  const book = await server.book('file_type=outsourcing');
  book.worksheets[0]!.getCell('N8').value = 1;
  const form = new FormData();
  form.set('file', new Blob([await book.xlsx.writeBuffer()]), '外注依頼書.xlsx');
  const taken = await fetch(`${server.url}/api/outsourcing-work/answered_sheets/`, { method: 'POST', headers, body: form });
  expect(await taken.json()).toMatchObject({ applied: 1 });
}

// Every change of the contract once: on a machine that does much else it takes its time.
beforeAll(async () => {
  await importAll(FILES);
  await masters();
  await people();
  await plan();
  await importAll(SECOND);
  const [{ id }] = (await results<{ id: number }>('/api/import-history/?kind=outsourcings')) as [{ id: number }];
  await post(`/api/import-history/${id}/undo/`);
  const [{ id: order_id }] = (await results<{ id: number }>('/api/orders/')) as [{ id: number }];
  const lots = ['07', '7'].map((lot_number) => ({ order_id, lot_number, lot_key: lot_number }));
  const [keep, drop] = (await server.db('lots').insert(lots).returning('id')).map((row: { id: number }) => row.id);
  await post('/api/master-check/join/', { kind: 'lots', keep, drop });
  const [single] = await server.db('orders').insert({ serial_number: '26K09999', serial_key: '26K09999' }).returning('id');
  const [lot] = await server.db('lots').insert({ order_id, lot_number: '08', lot_key: '08' }).returning('id');
  const [casting] = await server.db('castings').insert({ lot_id: lot.id, casting_date: '2026-04-20' }).returning('id');
  for (const path of [`lots/${keep}`, `castings/${casting.id}`, `orders/${single.id}`]) await call('DELETE', `/api/${path}/`);
  for (const path of ['delete_all_castings', 'delete_all_tasks', 'delete_all']) await post(`/api/orders/${path}/`);
}, 300_000);
afterAll(() => server?.close());

/** What changes no data of the plant: sessions, a run's queue, what one person has read. */
const TRACELESS =
  'login logout requestPasswordReset validateResetToken cancelScheduleQueue planScenario cancelScenario tryProposal acknowledgeNight closeRunReport askPromise wantPromise'.split(
    ' ',
  );
/** A word of the program, a value as it is stored, or a place where a name was not found. */
const RAW = /[a-z]+_[a-z]|\d{4}-\d\d-\d\d|T\d\d:|\b(?:true|false|null|undefined|NaN|manager)\b|[{}[\]"]|object|削除済み/;

test('every operation that changes something has left its trace', async () => {
  const rows = await history();
  const changing = Object.entries(OPERATIONS).flatMap(([id, { method }]) =>
    String(method) === 'get' || TRACELESS.includes(id) ? [] : [id],
  );
  const seen = new Set(rows.map(({ operation }) => operation));
  expect(changing.filter((id) => !seen.has(id))).toEqual([]);
  expect(Object.keys(AUDIT_KINDS).filter((kind) => !rows.some((row) => row.kind === kind))).toEqual([]);
}, 300_000);

test('no sentence holds anything raw, and each says who did what to what', async () => {
  for (const row of await history()) {
    const one = told(row);
    const said = [one.who, one.did, one.kind];
    for (const text of [...said, one.about, ...one.lines]) expect(text, JSON.stringify(row)).not.toMatch(RAW);
    const japanese = one.lines.filter((text) => /[\u3040-\u30ff\u4e00-\u9fff]/.test(text));
    expect([row, said.includes(''), one.lines.length > 0, japanese]).toEqual([row, false, true, one.lines]);
  }
});

test('a change of the plan says its moments and its lock, from what to what', async () => {
  const changes = await saidOf('plan_entries', '工程変更', '26K01042-01 荒加工');
  expect(changes).toContainEqual(['開始 5/11(月) 08:00 → 5/11(月) 11:30', '終了 5/11(月) 24:00 → 5/12(火) 16:00', '工程終了: 未 → 済']);
  expect(await saidOf('plan_entries', 'ロック切替')).toEqual([['ロック: なし → あり']]);
  // Of a whole order one line, not one a bar.
  expect((await saidOf('plan_entries', '製番をロック')).filter(([first]) => first?.startsWith('ロック'))).toEqual([
    ['ロック: なし → あり'],
  ]);
  expect(await saidOf('plan_entries', '工程登録')).toEqual([['開始 5/13(水) 08:00', '終了 5/13(水) 16:00', '設備: 旋盤']]);
});

test('a change in a plan that is not the published one says so first', async () => {
  const told = [...(await saidOf('plan_entries', '工程変更')), ...(await saidOf('plan_entries', '元に戻す'))];
  const said = '計画②での変更(公開中の計画はそのまま)';
  expect(told.filter((lines) => lines.includes(said))).toEqual([
    [said, expect.stringMatching(/^開始 .* → 6\/1\(月\) 08:00$/), expect.stringMatching(/^終了 .* → 6\/1\(月\) 24:00$/)],
    [said, expect.stringMatching(/^開始 6\/1\(月\) 08:00 → /), expect.stringMatching(/^終了 6\/1\(月\) 24:00 → /)],
  ]);
  expect(await saidOf('plan_entries', '製番をロック')).toContainEqual([said, 'ロック: なし → あり']);
});

test('a priority is told from what to what', async () => {
  expect(await saidOf('orders', '製番の優先度を変更')).toEqual([['優先度: 通常 → 特急']]);
});

test('a stop of a facility says why, since when and who worked', async () => {
  expect(await saidOf('facility_stops', '今日の作業')).toEqual([['理由: 設備故障', '停止 4/1(水) 06:50', '作業者: 山田']]);
});

test('an answer of a partner says its day, and the file that it came in', async () => {
  expect(await saidOf('outsourcing_answers', '回答を入力')).toEqual([['回答納期: 2026/05/14(木)', '備考: 刃物待ち']]);
  expect(await saidOf('outsourcing_answers', '回答を取込')).toEqual([['完了数: (なし) → 1', 'ファイル: (なし) → 外注依頼書.xlsx']]);
});

test('a run says what it planned, an import what it did', async () => {
  expect(await saidOf('plans', '立案実行')).toEqual([['2件を計画、遅れ 0件']]);
  const imports = (await results<AuditRow>('/api/audit/?kind=order_tasks')).map(told).map(({ did, lines }) => [did, ...lines]);
  expect(imports).toEqual([
    ['全削除', '1件を削除'],
    ['削除', '追番: 07'],
    ['1つにまとめる', '追番: 7 → 07'],
    ['インポート', '1行を取り込み', '工程情報: 変更 1件、削除 1件'],
    ['インポート', '2行を取り込み', '工程情報: 追加 2件'],
  ]);
  expect(await saidOf('order_tasks', 'インポート', '26K01042-01 10')).toContainEqual([
    '受入: 未 → 済',
    '最終受入日: (なし) → 2026/03/31(火)',
  ]);
});

test('recipes, units and roles are said in words, with the names of what is gone by now', async () => {
  const [changed] = await saidOf('products', '変更');
  expect(changed).toEqual([
    '製品名: 羽根車 → 羽根車 400A',
    '熱処理 焼ならし 温度(℃): 880 → 900',
    '熱処理 焼ならし 基本実施曜日: 火 → 毎日',
    '熱処理 焼ならし(9号炉)を追加: 温度(℃) 910、冷却方法 水冷、待ち日数(日) 1',
  ]);
  expect(await saidOf('facility_availabilities', '稼働設定', '9号炉')).toEqual([
    ['2026/04/20(月): 0台 → 標準'],
    ['2026/04/20(月)〜2026/04/21(火): 標準 → 0台', '2026/04/23(木): 標準 → 3台'],
  ]);
  expect(await saidOf('employees', '変更', '2002')).toEqual([['パスワードを変更'], ['権限: 一般(閲覧) → 外注担当']]);
  const [reset] = (await history('&kind=employees')).map(told).filter(({ did }) => did === 'パスワードの再設定');
  expect(reset).toMatchObject({ who: '試験 太郎(2002)', lines: ['パスワードを変更'] });
});

test('is narrowed by person, kind, day and thing; the records of an import come when one is asked for', async () => {
  const listed = async (query: string) => (await results<AuditRow>(`/api/audit/?limit=1000${query}`)).map(told);
  const bare = (await listed('')).length;
  expect((await history()).length).toBeGreaterThan(bare);
  expect(new Set((await listed('&actor_search=シケン')).map(({ who }) => who))).toEqual(new Set(['試験 太郎(2002)']));
  expect(await listed('&actor_search=1002')).toHaveLength(1);
  const wheel = await listed('&kind=products&key_search=羽根車');
  expect(wheel.map(({ did }) => did)).toEqual(['削除', '変更', '追加']);
  const valve = await listed('&key_search=ｐ－1001');
  expect(new Set(valve.map(({ kind }) => kind))).toEqual(new Set(['製品', '熱処理', '製品加工', '解枠']));
  expect((await listed('&kind=facility_availabilities&key_search=9号')).map(({ did }) => did)).toEqual(['稼働設定', '稼働設定']);
  expect(await listed('&from_date=2026-04-02&to_date=2026-04-02&kind=holidays')).toEqual([]);
});
