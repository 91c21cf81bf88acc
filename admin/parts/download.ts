import { defused } from '../../server/domain/files/cells/formulas.ts';

/** Hands a file to the browser's downloads. */
export function saveFile(name: string, content: BlobPart, type = 'application/octet-stream'): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const BOM = '\ufeff';

/** A text file that Windows reads as UTF-8: byte-order mark, CRLF. */
export const saveText = (name: string, lines: readonly string[]): void =>
  saveFile(name, `${BOM}${lines.join('\r\n')}\r\n`, 'text/plain;charset=utf-8');

/** One CSV cell: quoted where needed; what a spreadsheet would take for a formula is defused with an apostrophe. */
export function csvCell(value: string): string {
  const safe = defused(value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A CSV file that Excel opens as it is meant: UTF-8 with a byte-order mark, CRLF. */
export const saveCsv = (name: string, rows: readonly (readonly string[])[]): void =>
  saveFile(name, `${BOM}${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`, 'text/csv;charset=utf-8');

/** The name the server gave a downloaded file, or the fallback. */
export function servedName(response: Response, fallback: string): string {
  const header = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/i.exec(header)?.[1] ?? fallback;
}
