import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import { MEMBERS_PER_SHEET } from '../../server/domain/plant/charge-sheet.ts';
import type { FurnaceRun } from '../../server/features/schedule/charges/furnace-runs.service.ts';
import { serverHere } from '../support/here.ts';
import { libreOffice } from '../support/libre-office.ts';
import { plantBuilder } from '../support/plant.ts';
import { openBook } from '../support/workbook.ts';

const server = serverHere({ demo: false }, '1004');
let runs: FurnaceRun[];
let bytes: Buffer;
let book: ExcelJS.Workbook;

const DAY = '2026-04-02';
const download = (query: string) => server.download(`schedules/download_excel_gantt/?file_type=charges&${query}`);

/** Two runs of a day, one of more members than a page holds, and one of the day after. */
beforeAll(async () => {
  const make = plantBuilder(server.db);
  const task = await make.task({ task_code: '320-3123-040', task_name: '焼戻し' });
  const furnace = { tasks: [task], availability: 2, max_weight: 5000, volume: 6.05, depth: 2.4, width: 1.8, height: 1.4 };
  const facility = await make.facility({ facility_code: '320-05-05', facility_name: '5号焼戻し炉', ...furnace });
  const member = async (index: number): Promise<number> => {
    const product = await make.product({
      product_name: index === 0 ? '=HYPERLINK("http://x","弁箱")' : '弁箱 250A',
      depth: 0.72,
      width: 0.48,
      height: 0.41,
    });
    await make.heat(product, task, { temperature: 620 });
    const lot = await make.lot(await make.order({ product_id: product, weight: 500 - index, material: '+SCMn2' }));
    const order_task_id = await make.orderTask(lot, task, { setup_hours: 4 });
    return make.entry(lot, task, [`${DAY} 08:00`, `${DAY} 16:00`], { order_task_id, facility_id: facility });
  };
  const members: number[] = [];
  for (let index = 0; index < MEMBERS_PER_SHEET + 4; index += 1) members.push(await member(index));
  const at = [`${DAY} 08:00`, `${DAY} 16:00`] as const;
  await make.furnaceRun(facility, at, members.slice(0, -3), { unit: 0, temperature: 620, cooling_time: 4 });
  await make.furnaceRun(facility, [`${DAY} 08:00`, '2026-04-03 00:00'], members.slice(-3, -1), {
    unit: 1,
    temperature: 620,
    cooling_method: '炉冷',
  });
  await make.furnaceRun(facility, ['2026-04-03 08:00', '2026-04-03 16:00'], members.slice(-1));
  runs = (await server.get<'listFurnaceRuns'>(`/api/furnace-runs/?from_date=${DAY}&to_date=${DAY}`)).results;
  const answer = await download(`file_start_date=${DAY}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('炉チャージ表_20260402.xlsx'));
  bytes = Buffer.from(await answer.arrayBuffer());
  book = await openBook(bytes);
});

/** Values of each row, merged cells once. */
const rowsOf = (sheet: ExcelJS.Worksheet): ExcelJS.CellValue[][] => {
  const rows: ExcelJS.CellValue[][] = [];
  sheet.eachRow((row) => {
    const values: ExcelJS.CellValue[] = [];
    row.eachCell((cell) => {
      if (cell.master === cell && cell.value !== null) values.push(cell.value);
    });
    rows.push(values);
  });
  return rows;
};
/** The rows of members: those with a box to tick. */
const membersIn = (sheet: ExcelJS.Worksheet) => rowsOf(sheet).filter((values) => values[1] === '□');

describe('the workbook of charge sheets', () => {
  it('has a sheet a page of the day, the head of a run repeated on its second', () => {
    expect(book.worksheets.map(({ name }) => name)).toEqual(['05-20260402-1 (1)', '05-20260402-1 (2)', '05-20260402-2']);
    for (const [at, sheet] of book.worksheets.entries()) {
      const run = runs[at < 2 ? 0 : 1]!;
      const flat = rowsOf(sheet).flat();
      expect(flat).toEqual(expect.arrayContaining(['炉チャージ表', run.charge_number, `5号焼戻し炉　${run.unit + 1}台目`, '焼戻し 620℃']));
      expect(sheet.pageSetup).toMatchObject({ paperSize: 9, orientation: 'portrait', fitToPage: true });
    }
  });

  it('holds every member once, cell by cell as the API has it, and sums within the limits', () => {
    const shown = book.worksheets.flatMap(membersIn);
    const expected = runs.flatMap(({ members }) =>
      members.map((one, at) => [
        ...[at + 1, '□', one.unique_order, one.product_name, one.material, one.pieces, one.unit_weight, one.weight],
        ...['0.72×0.48×0.41', '最終工程'],
      ]),
    );
    expect(shown).toEqual(expected);
    const totals = book.worksheets.flatMap((sheet) => rowsOf(sheet).filter(([first]) => first === '合計'));
    expect(totals).toEqual(runs.map((run) => ['合計', run.pieces, run.load_weight]));
    for (const run of runs) expect(run.load_weight).toBeLessThanOrEqual(run.max_weight!);
  });

  it('keeps times as dates, fills as numbers under a data bar, and texts that look like formulas as texts', () => {
    const [first, , last] = book.worksheets as [ExcelJS.Worksheet, ExcelJS.Worksheet, ExcelJS.Worksheet];
    const when = rowsOf(first).find(([value]) => value instanceof Date)!;
    expect(when).toEqual([new Date(`${DAY}T08:00:00Z`), expect.any(Date), '12:00〜16:00', new Date(`${DAY}T16:00:00Z`)]);
    const fills = rowsOf(first).filter(([word]) => word === '重量' || word === '容積');
    expect(fills).toEqual([
      ['重量', 0.6, 0.6, 3000, ' / 5,000 kg'],
      ['容積', 0.248, 0.248, 1.5, ' / 6.05 m³'],
    ]);
    expect(first.getRow(8).getCell(2).formula).toBeFalsy();
    const kinds = new Set<ExcelJS.ValueType>();
    for (const sheet of book.worksheets) sheet.eachRow((row) => row.eachCell((cell) => kinds.add(cell.type)));
    expect([...kinds].sort()).not.toContain(ExcelJS.ValueType.Formula);
    // An end at midnight is that moment (a serial number under a format without date letters), shown as 24:00 of its day.
    const midnight = Date.parse('2026-04-03T00:00:00Z') / 86_400_000 + 25_569;
    const end = last.getRow(7).getCell(37);
    expect([end.value, end.numFmt]).toEqual([midnight, '"4/2(木) 24:00"']);
  });

  it('is 404 for a day or a furnace without a run', async () => {
    expect((await download('file_start_date=2026-05-01')).status).toBe(404);
    expect((await download(`file_start_date=${DAY}&facility_search=999999`)).status).toBe(404);
  });
});

const office = libreOffice();
describe.runIf(office)('opened by LibreOffice', () => {
  it('is a page a sheet, with its number and the formula-like name as a text', async () => {
    const { pages, texts } = await office!.print(bytes);
    expect(pages).toBe(3);
    expect(texts[0]).toContain('=HYPERLINK');
    for (const [at, text] of texts.entries()) expect(text).toContain(`${at + 1} / 3 ページ`);
    expect(texts[1]).toContain('(2/2枚目)');
  });
});
