import ExcelJS from 'exceljs';

type Cell = string | number | Date | null;

/** A workbook of one sheet as a person would send it: rows of cells, the header first. */
export async function workbookOf(rows: readonly (readonly Cell[])[], sheet = 'Sheet1'): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  const page = book.addWorksheet(sheet);
  for (const row of rows) page.addRow([...row]);
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** What a file input takes. */
export const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

/** A workbook as a spreadsheet program opens it. */
export async function openBook(bytes: ArrayBuffer | Uint8Array): Promise<ExcelJS.Workbook> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(bytes as unknown as ExcelJS.Buffer);
  return book;
}
