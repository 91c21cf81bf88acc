import { refused } from '../domain/ground/errors.ts';
import { FILE_TEXTS as TEXTS } from '../domain/texts/files/imports.ts';
import { readSheet, type SheetContent } from './xlsx-sheet.ts';
import { attribute, decodeEscapes, readXml } from './xml.ts';
import { openZip, type Zip } from './zip.ts';

/** An opened workbook: its parts are read when a sheet is asked for. */
export interface Workbook {
  sheets: { name: string; hidden: boolean }[];
  date1904: boolean;
  /** Reads a sheet by its place in `sheets`; with `upTo` only its first rows. */
  read(index: number, upTo?: number): SheetContent;
}

/** Opens an xlsx workbook from its bytes. Values and marks only: no formula is computed, nothing outside the file is touched. Throws a refusal. */
export function openWorkbook(bytes: Uint8Array): Workbook {
  const zip = openZip(bytes);
  const root = relations(zip, '');
  const main = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  if (!zip.has(main) || main.endsWith('.bin')) throw refused(TEXTS.notWorkbook);
  const parts = relations(zip, main);
  const { sheets, date1904 } = readBook(zip, main);
  const known = sheets.map((sheet) => ({ ...sheet, part: parts.find(({ id, type }) => id === sheet.id && type === 'worksheet')?.target }));
  const readable = known.filter((sheet) => sheet.part !== undefined && zip.has(sheet.part));
  if (readable.length === 0) throw refused(TEXTS.notWorkbook);
  let shared: { strings: string[]; dates: boolean[] } | undefined;
  return {
    sheets: readable.map(({ name, hidden }) => ({ name, hidden })),
    date1904,
    read(index, upTo) {
      shared ??= { strings: readStrings(zip, partOf(parts, 'sharedStrings')), dates: readDateStyles(zip, partOf(parts, 'styles')) };
      return readSheet(zip, String(readable[index]?.part), shared, upTo);
    },
  };
}

/** Several may name one part, so the number of parts does not bound them. */
const MAX_SHEETS = 400;

interface Relation {
  id: string;
  /** The last word of its type: the same in the transitional and the strict form of the format. */
  type: string;
  target: string;
}

const partOf = (relations: readonly Relation[], type: string): string | undefined => relations.find((one) => one.type === type)?.target;

function relations(zip: Zip, part: string): Relation[] {
  const slash = part.lastIndexOf('/');
  const folder = part.slice(0, slash + 1);
  const name = `${folder}_rels/${part.slice(slash + 1)}.rels`;
  const found: Relation[] = [];
  if (!zip.has(name)) return found;
  readXml(zip, name, {
    open(tag, attributes) {
      if (tag !== 'Relationship' || attributes.TargetMode === 'External') return;
      const target = String(attributes.Target ?? '');
      found.push({
        id: String(attributes.Id ?? ''),
        type: String(attributes.Type ?? '').replace(/^.*\//, ''),
        target: target.startsWith('/') ? target.slice(1) : resolve(folder, target),
      });
    },
  });
  return found;
}

function resolve(folder: string, target: string): string {
  const path: string[] = [];
  for (const step of `${folder}${target}`.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '.' && step !== '') path.push(step);
  }
  return path.join('/');
}

function readBook(zip: Zip, part: string): { sheets: { name: string; hidden: boolean; id: string }[]; date1904: boolean } {
  const sheets: { name: string; hidden: boolean; id: string }[] = [];
  let date1904 = false;
  readXml(zip, part, {
    open(tag, attributes) {
      if (tag === 'workbookPr') date1904 = isTrue(attributes.date1904);
      if (tag === 'sheet') {
        const hidden = attributes.state === 'hidden' || attributes.state === 'veryHidden';
        sheets.push({ name: String(attributes.name ?? ''), hidden, id: attribute(attributes, 'id') ?? '' });
        if (sheets.length > MAX_SHEETS) throw refused(TEXTS.tooMuchContent);
      }
    },
  });
  return { sheets, date1904 };
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true' || value === 'on';

/** The shared strings. Runs of rich text are joined; furigana (`rPh`) is no part of a text. */
function readStrings(zip: Zip, part: string | undefined): string[] {
  const strings: string[] = [];
  if (part === undefined || !zip.has(part)) return strings;
  let [text, within, phonetic] = ['', false, false];
  readXml(zip, part, {
    open(tag) {
      if (tag === 'si') text = '';
      else if (tag === 'rPh') phonetic = true;
      else if (tag === 't') within = !phonetic;
    },
    close(tag) {
      if (tag === 'si') strings.push(decodeEscapes(text));
      else if (tag === 'rPh') phonetic = false;
      else if (tag === 't') within = false;
    },
    text(piece) {
      if (within) text += piece;
    },
  });
  return strings;
}

/** For each cell style whether it shows a number as a date or time. It may reject a cell, never convert it. */
function readDateStyles(zip: Zip, part: string | undefined): boolean[] {
  const formats = new Map<string, string>();
  const dates: boolean[] = [];
  if (part === undefined || !zip.has(part)) return dates;
  let inCells = false;
  readXml(zip, part, {
    open(tag, attributes) {
      if (tag === 'numFmt') formats.set(String(attributes.numFmtId), String(attributes.formatCode ?? ''));
      if (tag === 'cellXfs') inCells = true;
      if (tag === 'xf' && inCells) dates.push(isDateFormat(String(attributes.numFmtId ?? '0'), formats));
    },
    close(tag) {
      if (tag === 'cellXfs') inCells = false;
    },
  });
  return dates;
}

function isDateFormat(id: string, formats: ReadonlyMap<string, string>): boolean {
  const number = Number(id);
  const custom = formats.get(id);
  if (custom === undefined)
    return (
      (number >= 14 && number <= 22) || (number >= 27 && number <= 36) || (number >= 45 && number <= 58 && number !== 48 && number !== 49)
    );
  const bare = custom
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?:h+|m+|s+)\]/gi, 'h')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/general/gi, '');
  return /[ymdhsge]/i.test(bare) && !/[0#?]/.test(bare.replace(/\.0+/g, ''));
}
