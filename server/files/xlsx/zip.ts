import { Inflate } from 'fflate';
import { refused } from '../../domain/ground/errors.ts';
import { FILE_TEXTS as TEXTS } from '../../domain/texts/files/imports.ts';

/** A zip archive, judged by its directory before anything is unpacked. Limits of docs/imports.md. */
const MAX_ENTRIES = 1_000;
const MAX_UNPACKED = 256 * 1024 * 1024;
const MAX_PART = 192 * 1024 * 1024;
const MAX_RATIO = 400;
const RATIO_FREE = 1024 * 1024;
const CHUNK = 32 * 1024;

interface Entry {
  name: string;
  method: number;
  crc: number;
  packed: number;
  unpacked: number;
  /** Offset of its local header. */
  offset: number;
}

/** Parts are found by name as packages compare them: without regard to case, to a slash in front, or to which slash it is. */
export interface Zip {
  has(name: string): boolean;
  /** Unpacks a part piece by piece. `take` returns false to stop early (then the checksum stays unchecked). Throws a refusal for damaged or lying parts. */
  stream(name: string, take: (piece: Uint8Array) => boolean): void;
}

const damaged = (): Error => refused(TEXTS.damaged);

/** Reads and checks the directory. Throws a refusal when the archive is broken, encrypted, too large, or built to harm. */
export function openZip(bytes: Uint8Array): Zip {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { count, directory, end } = findDirectory(view);
  if (count > MAX_ENTRIES) throw refused(TEXTS.tooMuchContent);
  const entries = readDirectory(view, bytes, directory, count, end);
  checkSizes(entries);
  checkPlaces(view, entries, directory);
  const exact = new Map(entries.map((entry) => [entry.name, entry]));
  if (exact.size !== entries.length) throw damaged();
  const folded = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  const find = (name: string): Entry | undefined => exact.get(plainName(name)) ?? folded.get(plainName(name).toLowerCase());
  return {
    has: (name) => find(name) !== undefined,
    stream(name, take) {
      const entry = find(name);
      if (entry === undefined) throw damaged();
      unpack(view, bytes, entry, take);
    },
  };
}

/** A part's name from the root, without steps up and down; a name that climbs out of the archive stays as it is. */
function plainName(name: string): string {
  const path: string[] = [];
  for (const step of name.replaceAll('\\', '/').split('/')) {
    if (step === '..') {
      if (path.pop() === undefined) return name;
    } else if (step !== '.' && step !== '') path.push(step);
  }
  return path.join('/') + (path.length > 0 && name.endsWith('/') ? '/' : '');
}

/** Where the directory stands and how many entries it has: by the end record, or by its longer form (zip64) where that is there. */
function findDirectory(view: DataView): { count: number; directory: number; end: number } {
  const end = findEnd(view);
  const locator = end - 20;
  if (locator < 0 || view.getUint32(locator, true) !== 0x07064b50) {
    return { count: view.getUint16(end + 10, true), directory: view.getUint32(end + 16, true), end };
  }
  const long = longAt(view, locator + 8);
  if (long + 56 > locator || view.getUint32(long, true) !== 0x06064b50) throw damaged();
  return { count: longAt(view, long + 32), directory: longAt(view, long + 48), end: long };
}

/** A whole number of eight bytes. */
function longAt(view: DataView, at: number): number {
  const value = view.getBigUint64(at, true);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged();
  return Number(value);
}

/** The end record stands last, with a comment of exactly the length it names. */
function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= first; at -= 1) {
    if (view.getUint32(at, true) === 0x06054b50 && at + 22 + view.getUint16(at + 20, true) === view.byteLength) return at;
  }
  throw damaged();
}

function readDirectory(view: DataView, bytes: Uint8Array, directory: number, count: number, end: number): Entry[] {
  const entries: Entry[] = [];
  let at = directory;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || view.getUint32(at, true) !== 0x02014b50) throw damaged();
    const flags = view.getUint16(at + 8, true);
    const nameLength = view.getUint16(at + 28, true);
    const next = at + 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end) throw damaged();
    if (flags & 1) throw refused(TEXTS.encrypted);
    const extra = { from: at + 46 + nameLength, to: at + 46 + nameLength + view.getUint16(at + 30, true) };
    entries.push({
      name: plainName(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      ...sizesOf(view, at, extra),
    });
    at = next;
  }
  return entries;
}

const ELSEWHERE = 0xffff_ffff;

/** Sizes and place of an entry; those that are all ones stand in its extra field (zip64), in this order. */
function sizesOf(view: DataView, at: number, extra: { from: number; to: number }): Pick<Entry, 'unpacked' | 'packed' | 'offset'> {
  const short = [24, 20, 42].map((place) => view.getUint32(at + place, true));
  let field = extra.from;
  while (short.includes(ELSEWHERE) && field + 4 <= extra.to && view.getUint16(field, true) !== 1)
    field += 4 + view.getUint16(field + 2, true);
  let next = field + 4;
  const [unpacked = 0, packed = 0, offset = 0] = short.map((value) => {
    if (value !== ELSEWHERE) return value;
    if (next + 8 > extra.to) throw damaged();
    next += 8;
    return longAt(view, next - 8);
  });
  return { unpacked, packed, offset };
}

function checkSizes(entries: readonly Entry[]): void {
  const total = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
  if (total > MAX_UNPACKED || entries.some((entry) => entry.unpacked > MAX_PART)) throw refused(TEXTS.tooMuchContent);
  for (const { unpacked, packed } of entries) {
    if (unpacked > RATIO_FREE && unpacked > packed * MAX_RATIO) throw refused(TEXTS.tooMuchContent);
  }
}

/** No two entries may share bytes, and none may reach into the directory. */
function checkPlaces(view: DataView, entries: readonly Entry[], directory: number): void {
  let free = 0;
  for (const entry of [...entries].sort((one, other) => one.offset - other.offset)) {
    if (entry.offset < free || entry.offset + 30 > directory) throw damaged();
    free = dataStart(view, entry) + entry.packed;
    if (free > directory) throw damaged();
  }
}

function dataStart(view: DataView, entry: Entry): number {
  if (view.getUint32(entry.offset, true) !== 0x04034b50) throw damaged();
  return entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
}

function unpack(view: DataView, bytes: Uint8Array, entry: Entry, take: (piece: Uint8Array) => boolean): void {
  const start = dataStart(view, entry);
  const packed = bytes.subarray(start, start + entry.packed);
  let [size, crc, open] = [0, 0xffffffff, true];
  const receive = (piece: Uint8Array): void => {
    if (!open || piece.length === 0) return;
    size += piece.length;
    if (size > entry.unpacked) throw damaged();
    crc = crcOf(piece, crc);
    open = take(piece);
  };
  if (entry.method === 0) receive(packed);
  else if (entry.method === 8) inflate(packed, receive, () => open);
  else throw damaged();
  if (open && (size !== entry.unpacked || (crc ^ 0xffffffff) >>> 0 !== entry.crc)) throw damaged();
}

function inflate(packed: Uint8Array, receive: (piece: Uint8Array) => void, open: () => boolean): void {
  const stream = new Inflate((piece) => receive(piece));
  try {
    for (let at = 0; at < packed.length && open(); at += CHUNK) stream.push(packed.subarray(at, at + CHUNK), at + CHUNK >= packed.length);
  } catch (error) {
    throw isInflateError(error) ? damaged() : error;
  }
}

/** fflate marks its own errors with a numeric code. */
const isInflateError = (error: unknown): boolean => error instanceof Error && typeof (error as { code?: unknown }).code === 'number';

/** Tables of CRC-32 for four bytes at a time. */
const CRC_TABLES = crcTables();

function crcTables(): Uint32Array[] {
  const first = Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    return value;
  });
  const tables = [first];
  for (let step = 1; step < 4; step += 1) {
    const before = tables[step - 1] as Uint32Array;
    tables.push(before.map((value) => (value >>> 8) ^ (first[value & 0xff] as number)));
  }
  return tables;
}

function crcOf(piece: Uint8Array, start: number): number {
  const [one, two, three, four] = CRC_TABLES as [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
  let crc = start;
  let at = 0;
  for (const end = piece.length - 3; at < end; at += 4) {
    crc ^= (piece[at]! | (piece[at + 1]! << 8) | (piece[at + 2]! << 16) | (piece[at + 3]! << 24)) >>> 0;
    crc = four[crc & 0xff]! ^ three[(crc >>> 8) & 0xff]! ^ two[(crc >>> 16) & 0xff]! ^ one[crc >>> 24]!;
  }
  for (; at < piece.length; at += 1) crc = one[(crc ^ piece[at]!) & 0xff]! ^ (crc >>> 8);
  return crc >>> 0;
}
