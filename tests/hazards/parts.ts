import { IMPORT_KINDS, type ImportKindName } from '../../server/domain/files/imports.ts';
import { oneSheet, type RawCell, type RawSheet } from '../files/raw-workbook.ts';

/** What a hazard does to a file: accepted silently, accepted with a note, warned per row, row refused, file refused. */
export type Verdict = 'A' | 'I' | 'W' | 'E' | 'F';

export interface HazardFile {
  /** H01 … H28 of the domain page. */
  code: string;
  /** What lies in the file. */
  what: string;
  kind: ImportKindName;
  verdict: Verdict;
  bytes: Uint8Array;
  sheet?: string;
  /** Sentences that must be said, each whole. */
  errors?: readonly string[];
  warnings?: readonly string[];
  /** Values that the rows must carry, by position; only the fields named. */
  values?: readonly Readonly<Record<string, unknown>>[];
  /** Rows that are in the file and must be in the result (bad ones included). */
  rows: number;
  repairs?: readonly string[];
}

type Head = `${string} ${Verdict} ${ImportKindName} ${number}: ${string}`;

/** A file by its head, `H12 I facilities 3: what lies in it`: hazard, verdict, kind, and how many rows the result must have. */
export function hazard(
  head: Head,
  bytes: Uint8Array,
  more: Pick<HazardFile, 'sheet' | 'errors' | 'warnings' | 'values' | 'repairs'> = {},
): HazardFile {
  const [, code, verdict, kind, rows, what] = /^(H\d\d) ([AIWEF]) ([a-z-]+) (\d+): (.+)$/s.exec(head) as string[] as [
    string,
    string,
    Verdict,
    ImportKindName,
    string,
    string,
  ];
  return { code, verdict, kind, rows: Number(rows), what, bytes, ...more };
}

export const headersOf = (kind: ImportKindName): string[] =>
  (IMPORT_KINDS.find(({ name }) => name === kind)?.columns ?? []).filter(({ required }) => required).map(({ header }) => header);

/** A workbook of a kind: its header and rows. */
export const book = (
  kind: ImportKindName,
  rows: readonly (readonly RawCell[])[],
  more: Partial<RawSheet> & { date1904?: boolean } = {},
): Uint8Array => oneSheet([headersOf(kind), ...rows], more);

/** Rows of a sheet, each in one text: cells parted by commas, `@` before a day, `#` before a number, nothing for an empty cell. */
export const grid = (...rows: string[]): RawCell[][] =>
  rows.map((row) =>
    row.split(',').map((cell) => {
      if (cell.startsWith('@')) return { date: cell.slice(1) };
      if (cell.startsWith('#')) return Number(cell.slice(1));
      return cell === '' ? null : cell;
    }),
  );

/** Spellings of one thing, parted by bars. */
export const spellings = (...lines: string[]): string[] => lines.flatMap((line) => line.split('|'));
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
export const joined = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));
/** CSV text of a kind with its header. */
export const csv = (kind: ImportKindName, lines: readonly string[]): string => [headersOf(kind).join(','), ...lines, ''].join('\r\n');

/** Cells of an order: what matters, and plain values for the rest. */
export function order(
  given: Partial<
    Record<'serial' | 'product' | 'name' | 'number' | 'weight' | 'status' | 'material' | 'delivery' | 'casting', RawCell>
  > = {},
): RawCell[] {
  const plain = {
    ...{ serial: '02640123', product: 'TKH-0412-01', name: '弁箱 150A', number: 4, weight: 120, status: '素材', material: 'SC480' },
    ...{ delivery: { date: '2026-05-29' }, casting: { date: '2026-04-20' } },
    ...given,
  };
  return [plain.serial, plain.product, plain.name, plain.number, plain.weight, plain.status, plain.material, plain.delivery, plain.casting];
}

/** A casting file of one row with this date cell. */
export const castingOn = (date: RawCell, more: { date1904?: boolean } = {}): Uint8Array =>
  book('castings', [['02640123', '01', date]], more);

/** Cells of an order task. */
export function task(
  given: Partial<
    Record<'serial' | 'lot' | 'sort' | 'code' | 'work' | 'frame' | 'received' | 'reception' | 'quantity' | 'done', RawCell>
  > = {},
): RawCell[] {
  const plain = {
    ...{ serial: '02640123', lot: '01', sort: 10, code: '320-3121-060', work: 1.5, frame: 2, received: 0, reception: null, quantity: 4 },
    done: 0,
    ...given,
  };
  const { serial, lot, sort, code, work, frame, received, reception, quantity, done } = plain;
  return [serial, lot, '内作', sort, code, '解枠', null, null, 0.5, work, frame, received, reception, quantity, done];
}

/** Cells of a heat treatment. */
export function heat(
  given: Partial<Record<'product' | 'task' | 'facility' | 'temperature' | 'cooling' | 'days' | 'waiting', RawCell>> = {},
): RawCell[] {
  const plain = {
    ...{ product: 'TKH-0412-01', task: '320-3123-010', facility: null, temperature: 900, cooling: '空冷', days: '月水金', waiting: 1 },
    ...given,
  };
  return [plain.product, plain.task, plain.facility, 0, plain.temperature, 4, plain.cooling, 8, plain.days, plain.waiting];
}
