import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Success } from '../../server/contract/handlers.ts';
import { addDays, instantOfMinutes, plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { TODAY } from '../support/demos.ts';
import { serverHere } from '../support/here.ts';
import { libreOffice } from '../support/libre-office.ts';
import { plantBuilder } from '../support/plant.ts';
import { openBook } from '../support/workbook.ts';

type Entry = Success<'listSchedules'>['results'][number];

/** Wednesday 2026-04-01 is the first day: two half-day columns each, from G on. */
const FIRST_HALF = 7;
const NAVY = 'FF2F6FAB';
const LATE = 'FFFBD9D3';
const LOCKED = 'FFDFE5EC';
const NORMAL = 'FFCFE3F7';
const office = libreOffice();

const server = serverHere({ demo: false, config: { plantName: '水杜鋳鋼株式会社' } });
let bytes: Buffer;
let book: ExcelJS.Workbook;
let entries: Entry[];

async function plant(): Promise<void> {
  const make = plantBuilder(server.db);
  const heat = await make.task({ task_code: '320-3123-020', task_name: '焼ならし' });
  const turning = await make.task({ task_code: '320-5131-010', task_name: '荒加工' });
  const furnace = { tasks: [heat], facility_code: '320-05-01', facility_name: '1号炉', max_weight: 1000, depth: 2, width: 2, height: 2 };
  const oven = await make.facility(furnace);
  const lathe = await make.facility({ tasks: [turning], facility_code: '320-07-01', facility_name: '立旋盤1号' });
  await server.db('facility_availabilities').insert({ facility_id: lathe, date: '2026-04-08', units: 0 });
  for (const date of ['2026-04-04', '2026-04-05', '2026-04-11', '2026-04-12', '2026-12-31']) await make.holiday(date);
  const lots: number[] = [];
  for (const [serial_number, delivery_date] of [
    ['00640001', '2026-04-24'],
    ['=1+1', '2026-04-02'],
    ['-2640003', '2027-03-31'],
  ]) {
    const product_name = serial_number === '=1+1' ? '+cmd|calc' : '弁箱 @400A';
    const priority = serial_number === '-2640003' ? 'rush' : 'normal';
    lots.push(await make.lot(await make.order({ serial_number, delivery_date, product_name, priority })));
  }
  const [first, second, third] = lots as [number, number, number];
  const bar = async (lot: number, task: number, at: [string, string], values: object): Promise<number> =>
    make.entry(lot, task, at, { order_task_id: await make.orderTask(lot, task), task_sort: 10, ...values });
  const members = [
    await bar(first, heat, ['2026-04-02 08:00', '2026-04-03 11:00'], { facility_id: oven }),
    await bar(second, heat, ['2026-04-02 08:00', '2026-04-03 11:00'], { facility_id: oven }),
  ];
  await make.furnaceRun(oven, ['2026-04-02 08:00', '2026-04-03 11:00'], members);
  await bar(third, turning, ['2026-04-06 08:00', '2026-04-06 12:00'], { facility_id: lathe, locked: true });
  const short = await bar(third, heat, ['2026-04-07 08:00', '2026-04-07 11:00'], {
    facility_id: oven,
    task_sort: 15,
    order_task_id: null,
  });
  await make.furnaceRun(oven, ['2026-04-07 08:00', '2026-04-07 11:00'], [short]);
  // Over the end of the first three weeks, and far beyond the six months.
  await bar(first, turning, ['2026-04-21 13:00', '2026-04-22 16:00'], { facility_id: lathe, task_sort: 20 });
  await bar(third, turning, ['2026-10-01 08:00', '2026-10-01 16:00'], { facility_id: lathe, task_sort: 30 });
}

beforeAll(async () => {
  await plant();
  bytes = Buffer.from(await (await server.download('schedules/download_excel_gantt/')).arrayBuffer());
  book = await openBook(bytes);
  const to = addDays('2026-10-01', -1);
  const page = `/api/schedules/get_facility_schedules/?from_date=${TODAY}&to_date=${to}`;
  entries = (await server.get<'listFacilitySchedules'>(page)).results;
});

const sheetOf = (name: string): ExcelJS.Worksheet => book.getWorksheet(name) as ExcelJS.Worksheet;
const valuesOf = (row: ExcelJS.Row, count: number): ExcelJS.CellValue[] =>
  Array.from({ length: count }, (_, index) => row.getCell(index + 1).value);
const fillOf = (cell: ExcelJS.Cell): string | undefined => (cell.fill as ExcelJS.FillPattern | undefined)?.fgColor?.argb;
const rowsOf = (sheet: ExcelJS.Worksheet, text: string): ExcelJS.Row[] => {
  const found: ExcelJS.Row[] = [];
  sheet.eachRow((row) => {
    if (row.getCell(1).value === text) found.push(row);
  });
  return found;
};
/** What the cells of each row say, and their fills. */
const drawnOn = (sheet: ExcelJS.Worksheet): unknown[] => {
  const rows: unknown[] = [];
  sheet.eachRow({ includeEmpty: true }, (row) => {
    const cells: unknown[] = [];
    row.eachCell({ includeEmpty: true }, (cell) => cells.push([cell.text, cell.fill]));
    rows.push(cells);
  });
  return rows;
};
/** The column of a half day of April 2026. */
const half = (day: number, afternoon: 0 | 1): number => FIRST_HALF + (day - 1) * 2 + afternoon;
const day = (date: string | null): Date | null => (date === null ? null : new Date(`${date}T00:00:00Z`));

describe('the 通常 workbook', () => {
  it('has a sheet a group of facilities that has tasks, and the list', () => {
    expect(book.worksheets.map(({ name }) => name)).toEqual(['熱処理炉', '機械加工', '一覧']);
  });

  it('lists what the API answers for the six months, cell by cell: texts, numbers, dates and times', () => {
    const sheet = sheetOf('一覧');
    expect(valuesOf(sheet.getRow(1), 12)).toEqual('製番 追番 製品名 得意先 材質 数量 納期 工程 設備 開始 終了 備考'.split(' '));
    expect(sheet.rowCount).toBe(entries.length + 1);
    expect(entries).toHaveLength(5);
    entries.forEach((entry, index) => {
      const values = valuesOf(sheet.getRow(index + 2), 11);
      const { serial_number, lot_number, product_name, quantity, deadline_date, task_name, facility_name } = entry;
      const [start, end] = [values[9], values[10]].map((value) => instantOfMinutes((value as Date).getTime() / 60_000));
      expect(values.slice(0, 9), serial_number).toEqual([
        serial_number,
        lot_number,
        product_name,
        null,
        'SC480',
        quantity,
        day(deadline_date),
        task_name,
        facility_name,
      ]);
      expect([start, end].map((instant) => plantMinutes(instant ?? ''))).toEqual([entry.start_date, entry.end_date].map(plantMinutes));
    });
  });

  it('marks what was added by hand: in 備考 of the list, whose names can be sought, behind the name on the other sheets', () => {
    const remarks = rowsOf(sheetOf('一覧'), '-2640003').map((row) => [row.getCell(8).value, row.getCell(12).value]);
    expect(remarks).toContainEqual(['焼ならし', expect.stringMatching(/手で追加$/)]);
    expect(remarks).toContainEqual(['荒加工', expect.not.stringContaining('手で追加')]);
    expect(rowsOf(sheetOf('熱処理炉'), '-2640003').map((row) => row.getCell(6).value)).toEqual(['焼ならし(手)']);
  });

  it('holds no formula: what looks like one stays text, and zeros stay', () => {
    const formulas: string[] = [];
    for (const sheet of book.worksheets)
      sheet.eachRow((row) => row.eachCell((cell) => cell.type === ExcelJS.ValueType.Formula && formulas.push(cell.address)));
    expect(formulas).toEqual([]);
    const texts = ['=1+1', '-2640003', '00640001'].map((text) => rowsOf(sheetOf('一覧'), text)[0]?.getCell(1));
    expect(texts.map((cell) => [cell?.type, cell?.numFmt])).toEqual(Array(3).fill([ExcelJS.ValueType.String, '@']));
    expect(rowsOf(sheetOf('熱処理炉'), '=1+1')[0]?.getCell(3).value).toBe('+cmd|calc');
  });

  it('draws a furnace run as a bar of its own over its members, with time, recipe, weight and fill', () => {
    const sheet = sheetOf('熱処理炉');
    const [run] = rowsOf(sheet, '4/2 08:00〜翌11:00　焼ならし 900℃ 4 h 空冷');
    expect(run?.getCell(6).value).toBe('400 kg 40%');
    expect([run?.getCell(half(2, 0)).value, fillOf(run!.getCell(half(2, 0)))]).toEqual(['2件 4個', NAVY]);
    expect([half(1, 1), half(2, 0), half(2, 1), half(3, 0), half(3, 1)].map((column) => run!.getCell(column).isMerged)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    expect(sheet.getRow(run!.number - 1).getCell(1).value).toBe('1号炉　320-05-01　1台・最大 1,000 kg・2×2×2 m');
    const members = [1, 2].map((next) => String(sheet.getRow(run!.number + next).getCell(1).value));
    expect(members.sort()).toEqual(['00640001', '=1+1']);
  });

  it('writes the words of a run that is shorter than they are in ink beside it', () => {
    const [run] = rowsOf(sheetOf('熱処理炉'), '4/7 08:00〜11:00　焼ならし 900℃ 4 h 空冷');
    expect([run!.getCell(half(7, 0)).value, fillOf(run!.getCell(half(7, 0)))]).toEqual([null, NAVY]);
    expect([run!.getCell(half(7, 1)).value, fillOf(run!.getCell(half(7, 1)))]).toEqual(['1件 2個', undefined]);
  });

  it('colours half days as the board does and says late and locked in words; the deadline has its mark', () => {
    const heat = sheetOf('熱処理炉');
    const late = rowsOf(heat, '=1+1')[0]!;
    expect([late.getCell(half(2, 0)).value, fillOf(late.getCell(half(2, 0))), fillOf(late.getCell(half(3, 0)))]).toEqual([
      '遅れ1日',
      LATE,
      LATE,
    ]);
    expect([late.getCell(half(2, 1)).value, late.getCell(half(2, 1)).border.right?.style]).toEqual(['▼', 'medium']);
    const fine = rowsOf(sheetOf('機械加工'), '00640001')[1]!;
    expect(fine.getCell(4).value).toEqual(day('2026-04-24'));
    expect(fine.getCell(half(24, 1)).value).toBe('▼');
    const locked = rowsOf(sheetOf('機械加工'), '-2640003')[0]!;
    expect([locked.getCell(half(6, 0)).value, fillOf(locked.getCell(half(6, 0)))]).toEqual(['特急 ロック', LOCKED]);
    expect(fillOf(locked.getCell(half(6, 1)))).toBeUndefined();
    // The day on which the machine stands, and the closed Saturday and Sunday, hatched.
    expect((locked.getCell(half(8, 0)).fill as ExcelJS.FillPattern).pattern).toBe('lightUp');
    for (const closed of [4, 5]) expect((heat.getColumn(half(closed, 0)).fill as ExcelJS.FillPattern).pattern).toBe('lightUp');
  });

  it('repeats a bar that goes on in the next three weeks', () => {
    const rows = rowsOf(sheetOf('機械加工'), '00640001');
    expect(rows).toHaveLength(2);
    expect([fillOf(rows[0]!.getCell(half(21, 1))), fillOf(rows[1]!.getCell(half(22, 0)))]).toEqual([NORMAL, NORMAL]);
    expect(rows[1]!.getCell(half(22, 0)).value).toBe('続き');
  });

  it('is frozen and printed on A3 across, the head and the left block on each page, three weeks a page', () => {
    const { views, pageSetup, headerFooter } = sheetOf('機械加工');
    expect(views[0]).toMatchObject({ state: 'frozen', xSplit: 6, ySplit: 5 });
    expect(pageSetup).toMatchObject({ paperSize: 8, orientation: 'landscape', fitToWidth: 1, fitToHeight: 0 });
    expect(pageSetup).toMatchObject({ printTitlesRow: '1:5', printTitlesColumn: 'A:F' });
    expect(headerFooter.oddFooter).toContain('&P / &N');
  });
});

describe('the sheets of 通常', () => {
  const ask = async (query: string): Promise<ExcelJS.Worksheet[]> => (await server.book(query)).worksheets;
  const namesOf = async (query: string): Promise<string[]> => (await ask(query)).map(({ name }) => name);

  it('come apart, and their pages are known before', async () => {
    expect(await namesOf('sheets=list')).toEqual(['一覧']);
    expect(await namesOf('sheets=gantt')).toEqual(['熱処理炉', '機械加工']);
    expect((await server.ask('GET', '/api/schedules/workbook_pages/')).body).toEqual({ gantt: 3, list: 1 });
  });

  it('hold an overdue open order, and no delivered one, unless the search begins today', async () => {
    const make = plantBuilder(server.db);
    const { task_id, facility_id } = await server.db('plan_entries').where('locked', true).first('task_id', 'facility_id');
    for (const values of [{ serial_number: '02639001' }, { serial_number: '02639002', delivery_status: '完納' }]) {
      const lot = await make.lot(await make.order({ ...values, delivery_date: '2026-03-20' }));
      const order_task_id = await make.orderTask(lot, task_id);
      await make.entry(lot, task_id, ['2026-04-10 08:00', '2026-04-10 12:00'], { order_task_id, task_sort: 10, facility_id });
    }
    for (const [query, held] of [
      ['active_only=1', ['02639001']],
      [`active_only=1&from_delivery=${TODAY}`, []],
    ] as const) {
      const [list] = await ask(`sheets=list&${query}`);
      const serials = list!.getColumn(1).values.map(String);
      expect(
        serials.filter((serial) => serial.startsWith('02639')),
        query,
      ).toEqual(held);
      expect(serials).toContain('-2640003');
    }
    // On the sheets of facilities its row, late in a word and a colour, and the counts over it are all that comes and goes.
    const [[, all], [, current]] = (await Promise.all(
      ['', `&from_delivery=${TODAY}`].map((more) => ask(`sheets=gantt&active_only=1${more}`)),
    )) as [ExcelJS.Worksheet[], ExcelJS.Worksheet[]];
    const late = rowsOf(all!, '02639001');
    expect(late.map((row) => [row.getCell(half(10, 0)).value, fillOf(row.getCell(half(10, 0)))])).toEqual([['遅れ21日', LATE]]);
    const others = JSON.stringify(drawnOn(all!).filter((_, index) => index + 1 !== late[0]!.number));
    const counted = others
      .replaceAll('この期間 3件・うち遅れ 1件', 'この期間 2件・うち遅れ 0件')
      .replaceAll('4/21(火)　3件', '4/21(火)　2件');
    expect(JSON.parse(counted)).toEqual(drawnOn(current!));
    expect(rowsOf(current!, '-2640003')).not.toEqual([]);
  });
});

describe.runIf(office)('in LibreOffice', () => {
  it('opens, and prints a page a group and three weeks, and the list', async () => {
    const { pages, texts } = await office!.print(bytes);
    expect(pages).toBe(4);
    for (const text of texts.slice(0, 3)) expect(text).toContain('生産計画表');
    for (const text of texts.slice(0, 3)) expect(text).toContain('水杜鋳鋼株式会社');
    expect(texts[0]).toMatch(/期間 2026\/04\/01\(水\)〜2026\/04\/21\(火\)[\s\S]*1号炉[\s\S]*=1\+1[\s\S]*遅れ1日[\s\S]*1\/4/);
    expect(texts[2]).toMatch(/期間 2026\/04\/22\(水\)〜2026\/05\/12\(火\)[\s\S]*立旋盤1号[\s\S]*続き/);
    expect(texts[3]).toMatch(/製番[\s\S]*-2640003/);
  });
});
