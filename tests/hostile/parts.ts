import { zipSync } from 'fflate';
import { type RawCell, type RawSheet, rawParts } from '../files/raw-workbook.ts';
import { headersOf, utf8 } from '../hazards/parts.ts';

/** A file that means harm, or was harmed, with the verdict that it must get. All are files of castings; today is 2026-04-01. */
export interface HostileFile {
  what: string;
  /** Errors and warnings, each whole; null: nothing is said. */
  said: string | null;
  /** Rows that come out of it, bad ones included. */
  rows: number;
  /** The serial number of its first row, where it counts. */
  serial?: string;
  make(): Uint8Array;
  /** Takes seconds to make or to read: among the long tests alone. */
  large?: true;
}

export const KIND = 'castings';
export const HEADERS = headersOf(KIND);
export const GOOD: readonly RawCell[] = ['02640123', '01', { date: '2026-04-20' }];
export const SHEET = 'xl/worksheets/sheet1.xml';
export type Parts = Record<string, Uint8Array>;

/** The parts of a workbook of one sheet with its header and these rows. */
export const parts = (rows: readonly (readonly RawCell[])[] = [GOOD], more: Partial<RawSheet> = {}): Parts =>
  rawParts({ sheets: [{ name: 'S', rows: [HEADERS, ...rows], ...more }] });

/** The workbook with parts put in place of its own. */
export const bookWith = (given: Readonly<Record<string, string | Uint8Array>>): Uint8Array =>
  zipSync({
    ...parts(),
    ...Object.fromEntries(Object.entries(given).map(([name, part]) => [name, typeof part === 'string' ? utf8(part) : part])),
  });

/** The text of a part of the plain workbook, changed. */
export function changed(name: string, change: (text: string) => string): Uint8Array {
  const text = new TextDecoder().decode(parts()[name]);
  const other = change(text);
  if (other === text) throw new Error(`${name} was left as it is`);
  return bookWith({ [name]: other });
}

/** Where the directory of an archive has the fields of its entries. */
export const FIELD = { flags: 8, method: 10, crc: 16, packed: 20, unpacked: 24, offset: 42 } as const;

/** An archive with its directory changed by hand: `at(n)` is where the entry n begins there, `end` where the end record does. */
export function tampered(
  bytes: Uint8Array,
  change: (view: DataView, places: { at: (entry: number) => number; end: number; directory: number }) => void,
): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  const end = copy.length - 22;
  const directory = view.getUint32(end + 16, true);
  const at = (entry: number): number => {
    let place = directory;
    for (let n = 0; n < entry; n++)
      place += 46 + view.getUint16(place + 28, true) + view.getUint16(place + 30, true) + view.getUint16(place + 32, true);
    return place;
  };
  change(view, { at, end, directory });
  return copy;
}
