import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Success } from '../../server/contract/handlers.ts';
import { PUBLISHED } from '../../server/db/plan.ts';
import { codeKey } from '../../server/domain/ground/fold.ts';
import { formatMonthDay } from '../../server/domain/ground/plant-time.ts';
import { writeRequests } from '../../server/features/exports/outsourcing/workbook.ts';
import { workForSheets } from '../../server/features/outsourcing/outsourcing.service.ts';
import { serverHere } from '../support/here.ts';
import { libreOffice } from '../support/libre-office.ts';
import { plantBuilder } from '../support/plant.ts';
import { QUICK_RUN } from '../support/quick-run.ts';
import { openBook } from '../support/workbook.ts';

type Sheets = Success<'takeAnsweredSheets'>;

// Wednesday 2026-04-01. Two lots: one with G001 then G003, one late with G002.
const server = serverHere({ demo: false }, '1003');
let chained: number;
let plating: number;
let late: number;

beforeAll(async () => {
  const make = plantBuilder(server.db);
  for (const [outsourcing_code, name] of [
    ['G001', '大葉沢機械加工'],
    ['G002', '東霞熱処理'],
    ['G003', '=西霞メッキ'],
  ] as const)
    await server.db('outsourcings').insert({ outsourcing_code, code_key: codeKey(outsourcing_code), name });
  const tasks: number[] = [];
  for (const task_name of ['ショット', '外注加工', '出荷']) tasks.push(await make.task({ task_name }));
  await make.facility({ tasks: [tasks[0]!, tasks[2]!] });
  const product = await make.product({ product_name: '=弁箱 250A' });
  const away = { arrangement: '外注', order_quantity: 4, solution_frame_days: 7, setup_hours: 0, work_hours: 0 };
  const done = { received: true, last_reception_date: '2026-03-20', order_quantity: 4, received_quantity: 4 };
  const lot = async (serial_number: string, number: string): Promise<number> =>
    make.lot(await make.order({ serial_number, product_id: product, casting_date: '2026-03-10', delivery_date: '2026-04-24' }), number);
  const first = await lot('02640001', '02');
  await make.orderTask(first, tasks[0]!, { task_sort: 10, ...done });
  chained = await make.orderTask(first, tasks[1]!, { task_sort: 20, outsourcing_code: 'G001', ...away });
  plating = await make.orderTask(first, tasks[1]!, { task_sort: 30, outsourcing_code: 'G003', ...away });
  await make.orderTask(first, tasks[2]!, { task_sort: 40 });
  const second = await lot('02640002', '01');
  await make.orderTask(second, tasks[0]!, { task_sort: 10, ...done });
  late = await make.orderTask(second, tasks[1]!, { task_sort: 20, outsourcing_code: 'g002', ...away });
  await make.orderTask(second, tasks[2]!, { task_sort: 30 });
  const locked = { order_task_id: late, task_sort: 20, outsourced: true, locked: true };
  await make.entry(second, tasks[1]!, ['2026-03-16 08:00', '2026-03-27 08:30'], locked);
  for (const date of ['2026-04-04', '2026-04-05', '2026-04-11', '2026-04-12', '2026-12-31']) await make.holiday(date);
  await run();
});

const run = () => server.services.runs.runAndWait(QUICK_RUN, '1002');
const work = (query = '') => server.get<'listOutsourcingWork'>(`/api/outsourcing-work/${query}`);
const summary = (query = '') => server.get<'getOutsourcingSummary'>(`/api/outsourcing-work/summary/${query}`);
const of = async (orderTask: number) => (await work()).results.find((row) => row.order_task_id === orderTask)!;
const answer = (body: object) => server.ask('POST', '/api/outsourcing-work/answer/', body);
const written = async (query = ''): Promise<Buffer> =>
  Buffer.from(await (await server.download(`schedules/download_excel_gantt/?file_type=outsourcing${query}`)).arrayBuffer());
const sent = async (book: ExcelJS.Workbook | Buffer, query = '?dry_run=1', name = '外注依頼書.xlsx'): Promise<Sheets> => {
  const form = new FormData();
  const bytes = Buffer.isBuffer(book) ? book : Buffer.from(await book.xlsx.writeBuffer());
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  const got = await fetch(`${server.url}/api/outsourcing-work/answered_sheets/${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.own}` },
    body: form,
  });
  return (await got.json()) as Sheets;
};
const sheet = (book: ExcelJS.Workbook, name: string): ExcelJS.Worksheet => book.getWorksheet(name)!;
const day = (date: string): Date => new Date(`${date}T00:00:00Z`);

describe('work with partners', () => {
  it('is late first, then by what comes next, with neighbours, partner and days to spare', async () => {
    const { count, results, sections } = await work();
    expect([count, results.map((row) => row.order_task_id)]).toEqual([3, [late, chained, plating]]);
    expect(results[0]).toMatchObject({
      event: 'late',
      overdue_days: 5,
      outsourcing_name: '東霞熱処理',
      outsourcing_code: 'G002',
      locked: true,
    });
    const between = { previous_task: 'ショット', previous_partner: null, next_task: '外注加工', next_partner: '=西霞メッキ' };
    const days = { handover_date: '2026-04-01', return_date: '2026-04-08', answered_date: null, answer_version: 0 };
    expect(results[1]).toMatchObject({ unique_order: '02640001-02', event: 'handover', quantity: 4, ...between, ...days });
    expect(results[1]!.spare_days).toBeGreaterThan(0);
    expect(sections[0]).toEqual({ from: '2026-04-01', to: '2026-04-01', handovers: 1, returns: 0 });
  });

  it('is counted for the week, by partner, and narrowed by both', async () => {
    const found = await summary();
    expect(found).toMatchObject({
      ...{ week_from: '2026-03-30', week_to: '2026-04-05', late: { count: 1, most_days: 5 }, handovers: { count: 1, today: 1 } },
      ...{ open: { count: 3, partners: 3, chained: 2 }, waiting: { count: 2 } },
    });
    expect(found.partners[0]).toEqual({ partner: 'G002', outsourcing_name: '東霞熱処理', count: 1, late: 1 });
    expect((await work('?partner=G003')).results.map((row) => row.order_task_id)).toEqual([plating]);
    expect((await work('?filter=return&week_from=2026-04-08')).results.map((row) => row.order_task_id)).toEqual([chained]);
    expect(await summary('?week_from=2100-12-31')).toMatchObject({ week_from: '2100-12-27', week_to: '2100-12-31' });
    expect((await work('?limit=1&offset=1')).results.map((row) => row.order_task_id)).toEqual([chained]);
  });
});

describe('an answer by hand', () => {
  it('is refused in the past, beyond the quantity, and of work that is none', async () => {
    for (const [given, body] of [
      [
        { answered_date: '2026-03-31' },
        { answered_date: ['回答納期 2026/03/31(火) は過ぎた日付です。今日以降の日付を記入してください。'] },
      ],
      [{ completed_quantity: 5 }, { completed_quantity: ['完了数「5」は0〜4の整数で記入してください。'] }],
    ] as const)
      expect(await answer({ order_task_id: chained, ...given })).toEqual({ status: 400, body });
    for (const answered_date of ['2028-05-01', '9999-12-31'])
      expect((await answer({ order_task_id: chained, answered_date })).body).toMatchObject({
        answered_date: [expect.stringContaining('は先すぎます。2年以内の日付を記入してください。')],
      });
    expect((await answer({ order_task_id: 999_999 })).status).toBe(404);
  });

  it('is kept with its version and its history, and binds the next run', async () => {
    expect(await answer({ order_task_id: chained, version: 0, answered_date: '2026-04-11', note: '\u202e刃物待ち\u2066 ' })).toMatchObject({
      status: 200,
      body: {
        result: { answered_date: '2026-04-11', answer_version: 1 },
        warnings: ['回答納期 4/11(土) は休日のため、4/13(月) の戻りとします。'],
      },
    });
    // It is looked for on the answered day, before a run has planned it so.
    expect(await of(chained)).toMatchObject({ return_date: '2026-04-08', expected_date: '2026-04-11' });
    const stale = await answer({ order_task_id: chained, version: 0, answered_date: '2026-04-14' });
    expect(stale).toMatchObject({ status: 409, body: { current: { answered_date: '2026-04-11' } } });
    await run();
    expect(await of(chained)).toMatchObject({ handover_date: '2026-04-01', return_date: '2026-04-13', answered_date: '2026-04-11' });
    expect(await of(plating)).toMatchObject({ handover_date: '2026-04-13' });
    const said = { actor: '1003', operation: 'answerOutsourcing', key: '02640001-02 外注加工' };
    const [line, ...others] = await server.db('audit').where('kind', 'outsourcing_answers');
    expect([line, others]).toMatchObject([{ ...said, new: { answered_date: '2026-04-11', note: '刃物待ち' } }, []]);
  });

  it('of all pieces is done by the partner alone: in sight among the returns, and taken back as it was given, even after a run', async () => {
    const before = await summary();
    expect(await answer({ order_task_id: late, completed_quantity: 4 })).toMatchObject({
      ...{ status: 200, body: { result: { overdue_days: 0, done_on: '2026-04-01' }, warnings: [expect.stringContaining('訂正できます')] } },
    });
    const done = async () => (await work('?filter=return')).results.map(({ order_task_id, done_on }) => [order_task_id, done_on]);
    expect(await done()).toEqual([[late, '2026-04-01']]);
    expect((await work('?filter=late')).count).toBe(0);
    expect(await summary()).toMatchObject({
      late: { count: 0 },
      returns: { count: before.returns.count + 1, done: before.returns.done + 1 },
    });
    await run();
    expect(await done()).toEqual([[late, '2026-04-01']]);
    await answer({ order_task_id: late, completed_quantity: 3 });
    expect(await of(late)).toMatchObject({ overdue_days: 5, done_on: null, completed_quantity: 3 });
    await answer({ order_task_id: late, completed_quantity: 4 });
    await server.db('order_tasks').where('id', late).update({ received_quantity: 4 });
    expect(await done()).toEqual([]);
    expect(await answer({ order_task_id: late, completed_quantity: 3 })).toMatchObject({ status: 400 });
    await server.db('order_tasks').where('id', late).update({ received_quantity: 0 });
    await answer({ order_task_id: late, completed_quantity: null });
    expect(await summary()).toMatchObject({ ...before, planned_at: expect.any(String) });
  });

  it('of pieces that are not handed over yet is taken with a word', async () => {
    const { handover_date } = await of(plating);
    const before = [`引渡前(予定 ${formatMonthDay(handover_date)})です。`, '前の工程が未完了です。', expect.any(String)];
    const early = await answer({ order_task_id: plating, completed_quantity: 4 });
    expect(early).toMatchObject({ status: 200, body: { warnings: before } });
    // Handed over, as somebody said, it may be done; what is before it still is not.
    expect(await answer({ order_task_id: plating, completed_quantity: 2, handed_on: '2026-04-01' })).toMatchObject({
      body: { warnings: ['前の工程が未完了です。'] },
    });
    expect(await answer({ order_task_id: plating, completed_quantity: 0, handed_on: null })).toMatchObject({ body: { warnings: [] } });
    await server.db('outsourcing_answers').where('order_task_id', plating).delete();
  });

  it('stays while 工程情報 is imported again, and no longer counts once the work goes to another partner', async () => {
    const { db } = server;
    await db('order_tasks').where('id', chained).update({ outsourcing_code: 'G002' });
    expect(await of(chained)).toMatchObject({ outsourcing_code: 'G002', answered_date: null, answer_version: 0 });
    await db('order_tasks').where('id', chained).update({ outsourcing_code: 'G001' });
    expect(await of(chained)).toMatchObject({ answered_date: '2026-04-11', answer_version: 1 });
  });
});

const request = { file_type: 'outsourcing', file_start_date: '2026-04-01', asked_by: '' } as const;
const heading = { request, file_name: '外注依頼書.xlsx', plant_name: '', now_ms: Date.parse('2026-04-01T08:00:00+09:00') };
const office = libreOffice();
describe.runIf(office)('the sheet of a partner on paper', () => {
  it('prints a page a partner, A4, and repeats its header on the next', async () => {
    const works = (await workForSheets(server.db, PUBLISHED, '2026-04-01', '2026-04-01')).filter(({ partner }) => partner === 'G001');
    const many = Array.from({ length: 60 }, (_, index) => ({ ...works[0]!, serial_number: String(2640100 + index).padStart(8, '0') }));
    const bytes = await writeRequests({ works: many, planned_at: null }, heading, () => undefined);
    const { pages, texts } = await office!.print(bytes);
    expect(pages).toBeGreaterThan(2);
    const [first, second] = [texts[0]!, texts[1]!].map((text) => text.replace(/\s/g, ''));
    expect(first).toContain('大葉沢機械加工御中');
    expect(second).not.toContain('御中');
    for (const text of [first, second]) expect(text).toMatch(/回答納期完了数備考/);
    expect(second).toMatch(/0264\d{4}02=弁箱250A/);
    expect(first).toContain('04/13(月)');
    expect(texts.join('').replace(/\s/g, '')).not.toMatch(/###|管理番号/);
  });
});

describe('the sheet of a partner', () => {
  let sheets: Buffer;
  it('holds every open work, a sheet a partner, texts as texts, answers to be filled in and nothing else', async () => {
    sheets = await written();
    const book = await openBook(sheets);
    expect(book.worksheets.map(({ name }) => name)).toEqual(['大葉沢機械加工', '東霞熱処理', '=西霞メッキ']);
    const own = sheet(book, '大葉沢機械加工');
    const { results } = await server.get<'listOrders'>('/api/orders/?serial_number_search=02640001');
    const shipping = results[0]!.shipping_date!;
    expect(shipping > '2026-04-13').toBe(true);
    expect((own.getRow(8).values as unknown[]).slice(1, 16)).toEqual([
      ...[1, '02640001', '02', '=弁箱 250A', 'SC480', 4, '外注加工', '社内', '=西霞メッキ'],
      ...[day('2026-04-01'), day('2026-04-13'), day(shipping), day('2026-04-11'), undefined, '刃物待ち'],
    ]);
    const answers = ['M8', 'N8', 'O8'].map((at) => own.getCell(at).protection?.locked);
    expect([answers, own.getCell('B8').protection?.locked ?? true, own.getColumn(16).hidden]).toEqual([[false, false, false], true, true]);
    expect(own.getCell('M8').dataValidation).toMatchObject({ type: 'date', operator: 'greaterThanOrEqual', formulae: [day('2026-04-01')] });
    expect(own.getCell('N8').dataValidation).toMatchObject({ type: 'whole', formulae: [0, 4] });
    expect((own as unknown as { sheetProtection: object }).sheetProtection).toMatchObject({ sheet: true });
    expect(own.getCell('A11').value).toBe('渡り外注の流れ(1件)');
    expect(own.getCell('H12').value).toBe('→ 大葉沢機械加工');
    expect(sheet(book, '=西霞メッキ').getCell('B8').value).toBe('02640001');
  });

  it('marks what was added by hand in the look of its cell: its value stays the name by which an answer is known', async () => {
    const [one] = await workForSheets(server.db, PUBLISHED, '2026-04-01', '2026-04-01');
    const bytes = await writeRequests({ works: [{ ...one!, origin: 'hand' }], planned_at: null }, heading, () => undefined);
    const { value, numFmt } = (await openBook(Buffer.from(bytes))).worksheets[0]!.getCell('G8');
    expect([value, numFmt]).toEqual(['外注加工', '@"(手)"']);
  });

  it('can be had for one partner alone; asking is remembered', async () => {
    const book = await openBook(await written('&partner=G002'));
    expect(book.worksheets.map(({ name }) => name)).toEqual(['東霞熱処理']);
    expect((await of(late)).asked_date).toBe('2026-04-01');
    expect((await summary()).waiting.count).toBe(2);
  });

  it('changes nothing as it is, whatever was answered since', async () => {
    await answer({ order_task_id: chained, answered_date: '2026-04-14' });
    expect(await sent(sheets, '')).toMatchObject({ changed_count: 0, unchanged_count: 3, refused_count: 0, applied: 0, rows: [] });
    expect(await of(chained)).toMatchObject({ answered_date: '2026-04-14', answer_version: 2 });
    await answer({ order_task_id: chained, answered_date: '2026-04-11' });
  });

  it('comes back filled in: shown first, then taken, and the next plan follows', async () => {
    const book = await openBook(sheets);
    sheet(book, '東霞熱処理').getCell('M8').value = '26/4/27';
    sheet(book, '東霞熱処理').getCell('N8').value = '2個';
    sheet(book, '=西霞メッキ').getCell('M8').value = 'R8.4.20';
    const shown = await sent(book);
    expect(shown).toMatchObject({ changed_count: 2, unchanged_count: 1, refused_count: 0, applied: 0, affected_count: 1 });
    expect(shown.rows.find(({ sheet: name }) => name === '東霞熱処理')).toMatchObject({
      ...{ row: 8, unique_order: '02640002-01', return_date: '2026-03-27', new_return_date: '2026-04-27', affected: true },
      changes: [
        { field: 'answered_date', old: null, new: '2026-04-27' },
        { field: 'completed_quantity', old: null, new: 2 },
      ],
      warnings: [
        '「26/4/27」を2026/04/27(月)として読みました。',
        '引渡済みのため戻り予定の表示はそのままです。次の工程は回答納期に合わせて計画します。',
      ],
    });
    expect((await of(late)).answered_date).toBeNull();
    expect(await sent(book, '')).toMatchObject({ applied: 2 });
    expect(await sent(book)).toMatchObject({ changed_count: 0, unchanged_count: 3 });
    await run();
    expect(await of(plating)).toMatchObject({ return_date: '2026-04-20', answered_date: '2026-04-20' });
    const [shipping] = await server
      .db('plan_entries as e')
      .join('order_tasks as t', 't.id', 'e.id')
      .whereRaw('t.lot_id = (select lot_id from order_tasks where id = ?)', [late])
      .where('t.task_sort', 30)
      .select('e.start_at');
    expect(shipping.start_at).toMatch(/^2026-04-27T08:30/);
    expect(await server.db('outsourcing_answers').where('order_task_id', late)).toMatchObject([
      { answered_by: '1003', file_name: '外注依頼書.xlsx' },
    ]);
  });

  it('is taken without the rows that were tampered with, each named with its row and what to do', async () => {
    const book = await openBook(sheets);
    const own = sheet(book, '大葉沢機械加工');
    own.getCell('B8').value = '02649999';
    own.getCell('M8').value = day('2026-04-15');
    sheet(book, '東霞熱処理').getCell('M8').value = day('2026-04-28');
    const message = '製番が書き換えられています(02640001 → 02649999)。回答だけを記入したファイルをもう一度送ってもらってください。';
    const refused = [{ sheet: '大葉沢機械加工', row: 8, unique_order: '02649999-02', message }];
    expect(await sent(book, '')).toMatchObject({ changed_count: 1, refused, applied: 0 });
    expect(await sent(book, '?skip_bad_rows=1')).toMatchObject({ refused, applied: 1 });
    expect(await of(late)).toMatchObject({ answered_date: '2026-04-28' });
    // Among the returns it stands in the week of the answered day.
    const returns = async (week: string) => (await work(`?filter=return&week_from=${week}`)).results.map((row) => row.order_task_id);
    expect([await returns('2026-04-28'), await returns('2026-03-27')]).toEqual([[late], []]);
  });

  it('is not taken where anything but the answers was touched, or an answer cannot be: each row says why', async () => {
    const spoilt = async (...changes: ((own: ExcelJS.Worksheet) => void)[]): Promise<string[]> => {
      const book = await openBook(sheets);
      for (const [index, change] of changes.entries()) change(book.worksheets[index]!);
      const { refused, changed_count } = await sent(book);
      expect(changed_count).toBe(0);
      return refused.map(({ message }) => message);
    };
    const put = (at: string, value: ExcelJS.CellValue) => (own: ExcelJS.Worksheet) => {
      own.getCell(at).value = value;
    };
    const addRow = (own: ExcelJS.Worksheet): void => {
      own.unMergeCells('A9:O9');
      own.getCell('A9').value = null;
      own.getCell('B9').value = '02640005';
    };
    expect(await spoilt(put('P8', '1...0123456789ab'), put('F8', 3), put('M8', day('2026-03-30')))).toEqual([
      '管理番号が書き換えられています。回答だけを記入したファイルをもう一度送ってもらってください。',
      '数量が書き換えられています(4 → 3)。回答だけを記入したファイルをもう一度送ってもらってください。',
      '回答納期 2026/03/30(月) は過ぎた日付です。今日以降の日付を記入してください。',
    ]);
    expect(await spoilt(put('M8', '来週中'), put('N8', 9), put('N8', '全部'))).toEqual([
      '「来週中」は日付として読めません。',
      '完了数「9」は0〜4の整数で記入してください。',
      '完了数「全部」は数として読めません。個数だけを記入してください。',
    ]);
    expect(await spoilt(put('O8', '待ち_xFFFF_'))).toEqual(['備考に読めない文字が含まれています。']);
    expect(await spoilt(addRow, put('N7', null), put('P7', null))).toEqual([
      expect.stringContaining('外注依頼書にない行です。'),
      expect.stringContaining('シート「東霞熱処理」に「完了数」の列がありません。'),
      expect.stringContaining('シート「=西霞メッキ」の右端の管理番号の列がありません。'),
    ]);
  });

  it('gives lost zeros back, passes extra columns over, and joins a row that stands twice', async () => {
    const book = await openBook(sheets);
    const own = sheet(book, '大葉沢機械加工');
    own.getCell('B8').value = 2640001;
    own.getCell('C8').value = 2;
    own.getCell('M8').value = '4/15';
    own.getCell('R7').value = 'メモ';
    const found = await sent(book);
    const warnings = ['シート「大葉沢機械加工」の「メモ」は外注依頼書にない列のため、読みません。'];
    expect(found).toMatchObject({ changed_count: 1, refused: [], warnings });
    expect(found.rows[0]!.warnings.slice(0, 2)).toEqual([
      '製番「2640001」は先頭の0が失われています。「02640001」として読みました。',
      '追番「2」は先頭の0が失われています。「02」として読みました。',
    ]);
  });

  it('says which rows were removed', async () => {
    const book = await openBook(sheets);
    const own = sheet(book, '大葉沢機械加工');
    for (const column of 'ABCDEFGHIJKLMNOPQRST') own.getCell(`${column}8`).value = null;
    const [warning] = (await sent(book)).warnings;
    expect(warning).toMatch(/^シート「大葉沢機械加工」から1行が削除されています\(No 1\)。/);
  });

  it('of another kind, or of work that is gone or finished by now, says so', async () => {
    const book = await openBook(sheets);
    sheet(book, '大葉沢機械加工').getCell('M8').value = day('2026-04-16');
    await server.db('order_tasks').where('id', chained).update({ received: true });
    expect((await sent(book)).refused).toMatchObject([{ row: 8, message: 'この工程はすでに終了しています。回答は取り込みません。' }]);
    await server.db('order_tasks').where('id', chained).delete();
    expect((await sent(book)).refused).toMatchObject([{ row: 8, message: expect.stringContaining('工程情報から無くなりました') }]);
    const other = new ExcelJS.Workbook();
    other.addWorksheet('Sheet1').addRow(['製番', '納期']);
    expect((await sent(other)).refused).toMatchObject([{ row: null, message: expect.stringContaining('外注依頼書ではありません') }]);
    expect(await sent(Buffer.from('%PDF-1.7'))).toMatchObject({ error: expect.stringContaining('Excelブック(.xlsx)') });
  });
});
