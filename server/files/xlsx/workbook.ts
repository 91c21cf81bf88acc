import { refused } from '../../domain/ground/errors.ts';
import { FILE_TEXTS as TEXTS } from '../../domain/texts/files/imports.ts';
import { type Dress, dressOf } from './number-format.ts';
import { readSheet, type Shared, type SheetContent } from './sheet.ts';
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
  const { sheets, date1904, asksToCompute } = readBook(zip, main);
  const known = sheets.map((sheet) => ({ ...sheet, part: parts.find(({ id, type }) => id === sheet.id && type === 'worksheet')?.target }));
  const readable = known.filter((sheet) => sheet.part !== undefined && zip.has(sheet.part));
  if (readable.length === 0) throw refused(TEXTS.notWorkbook);
  // A part that no relation leads to stands where all programs put it.
  const partOf = (type: string): string => {
    const named = parts.find((one) => one.type === type && zip.has(one.target));
    return named?.target ?? beside(main, `${type}.xml`);
  };
  let shared: Shared | undefined;
  return {
    sheets: readable.map(({ name, hidden }) => ({ name, hidden })),
    date1904,
    read(index, upTo) {
      shared ??= { strings: readStrings(zip, partOf('sharedStrings')), dresses: readDresses(zip, partOf('styles')), asksToCompute };
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

/** The path of a part in the folder of another. */
const beside = (part: string, name: string): string => part.slice(0, part.lastIndexOf('/') + 1) + name;

function relations(zip: Zip, part: string): Relation[] {
  const name = beside(part, `_rels/${part.slice(part.lastIndexOf('/') + 1)}.rels`);
  const found: Relation[] = [];
  if (!zip.has(name)) return found;
  readXml(zip, name, {
    open(tag, attributes) {
      if (tag !== 'Relationship' || attributes.TargetMode === 'External') return;
      const target = String(attributes.Target ?? '').replaceAll('\\', '/');
      const places = [target.startsWith('/') ? target : beside(part, target), target].flatMap((place) => [place, unescaped(place)]);
      found.push({
        id: String(attributes.Id ?? ''),
        type: String(attributes.Type ?? '').replace(/^.*\//, ''),
        // Some programs write every target from the root, or as an address.
        target: places.find((place) => zip.has(place)) ?? String(places[0]),
      });
    },
  });
  return found;
}

function unescaped(place: string): string {
  try {
    return decodeURIComponent(place);
  } catch {
    return place;
  }
}

interface Book {
  sheets: { name: string; hidden: boolean; id: string }[];
  date1904: boolean;
  asksToCompute: boolean;
}

function readBook(zip: Zip, part: string): Book {
  const sheets: Book['sheets'] = [];
  // A program that computes says how it did; one that does not may say nothing.
  let [date1904, asksToCompute] = [false, true];
  readXml(zip, part, {
    open(tag, attributes) {
      if (tag === 'workbookPr') date1904 = isTrue(attributes.date1904);
      if (tag === 'calcPr') asksToCompute = isTrue(attributes.fullCalcOnLoad) || isFalse(attributes.calcCompleted);
      if (tag === 'sheet') {
        const hidden = attributes.state === 'hidden' || attributes.state === 'veryHidden';
        sheets.push({ name: decodeEscapes(String(attributes.name ?? '')), hidden, id: attribute(attributes, 'id') ?? '' });
        if (sheets.length > MAX_SHEETS) throw refused(TEXTS.tooMuchContent);
      }
    },
  });
  return { sheets, date1904, asksToCompute };
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true' || value === 'on';
const isFalse = (value: string | undefined): boolean => value === '0' || value === 'false' || value === 'off';

/** The shared strings. Runs of rich text are joined; furigana (`rPh`) is no part of a text. */
function readStrings(zip: Zip, part: string): string[] {
  const strings: string[] = [];
  if (!zip.has(part)) return strings;
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

/** For each cell style what its number format makes of a value. */
function readDresses(zip: Zip, part: string): (Dress | undefined)[] {
  const formats = new Map<string, string>();
  const dresses: (Dress | undefined)[] = [];
  if (!zip.has(part)) return dresses;
  let inCells = false;
  readXml(zip, part, {
    open(tag, attributes) {
      if (tag === 'numFmt') formats.set(String(attributes.numFmtId), String(attributes.formatCode ?? ''));
      if (tag === 'cellXfs') inCells = true;
      if (tag === 'xf' && inCells) dresses.push(dressOf(Number(attributes.numFmtId ?? 0), formats));
    },
    close(tag) {
      if (tag === 'cellXfs') inCells = false;
    },
  });
  return dresses;
}
