import { strToU8, zipSync } from 'fflate';
import { dayNumber } from '../../server/domain/ground/plant-time.ts';

/** A workbook written part by part, so that a test can put anything into it that a spreadsheet program might. */
export type RawCell =
  | string
  | number
  | boolean
  | null
  /** A date cell, its serial in the workbook's date system. */
  | { date: string }
  /** A number shown through a format: `date`, `time`, `percent`, `kanji` (yyyy"年"m"月"d"日"). */
  | { number: number; format: 'date' | 'time' | 'percent' | 'kanji' }
  /** A value shown through a format code. */
  | { value: number | string; code: string }
  | { error: string }
  | { formula: string; value?: string | number }
  /** A shared string of several runs with furigana. */
  | { runs: string[]; furigana?: string }
  /** The cell's XML as it is, `r` included by the caller. */
  | { xml: string };

export interface RawSheet {
  name: string;
  rows: readonly (readonly RawCell[])[];
  state?: 'hidden' | 'veryHidden';
  /** Row numbers that are hidden. */
  hiddenRows?: readonly number[];
  merges?: readonly string[];
  /** Number of the first row. */
  firstRow?: number;
  /** XML before `</worksheet>` or instead of nothing. */
  after?: string;
}

export interface RawBook {
  sheets: readonly RawSheet[];
  date1904?: boolean;
  /** Attributes of `calcPr`; without them the workbook has none. */
  calc?: string;
  /** Parts to add or to put in place of ours. */
  parts?: Readonly<Record<string, string | Uint8Array>>;
}

const STYLES = { date: 1, time: 2, percent: 3, kanji: 4 } as const;
const OWN_STYLES = 5;
const OWN_FORMATS = 166;
const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** Serial number of a day in the 1900 system, or in the 1904 one. */
export const serialOf = (date: string, date1904 = false): number => dayNumber(date) + 25_569 - (date1904 ? 1_462 : 0);

/** The parts of the workbook before they are zipped. */
export function rawParts(book: RawBook): Record<string, Uint8Array> {
  const strings: string[] = [];
  const codes: string[] = [];
  const sheets = book.sheets.map((sheet) => sheetXml(sheet, { strings, codes, date1904: book.date1904 === true }));
  const parts: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook ${MAIN} xmlns:r="${REL}"><workbookPr${book.date1904 ? ' date1904="1"' : ''}/><sheets>${book.sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets>${book.calc === undefined ? '' : `<calcPr ${book.calc}/>`}</workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${book.sheets
      .map((_, index) => `<Relationship Id="rId${index + 1}" Type="${REL}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`)
      .join(
        '',
      )}<Relationship Id="rId98" Type="${REL}/styles" Target="styles.xml"/><Relationship Id="rId99" Type="${REL}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': `${HEAD}<styleSheet ${MAIN}><numFmts count="${codes.length + 2}"><numFmt numFmtId="164" formatCode="yyyy/mm/dd"/><numFmt numFmtId="165" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/>${codes.map((code, at) => `<numFmt numFmtId="${OWN_FORMATS + at}" formatCode="${escapeXml(code)}"/>`).join('')}</numFmts><cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="${codes.length + OWN_STYLES}"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="20"/><xf numFmtId="9"/><xf numFmtId="165"/>${codes.map((_, at) => `<xf numFmtId="${OWN_FORMATS + at}"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${HEAD}<sst ${MAIN}>${strings.join('')}</sst>`,
    ...Object.fromEntries(sheets.map((xml, index) => [`xl/worksheets/sheet${index + 1}.xml`, xml])),
    ...book.parts,
  };
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]));
}

/** The workbook's bytes. */
export const rawWorkbook = (book: RawBook): Uint8Array => zipSync(rawParts(book), { level: 6 });
/** A workbook of one sheet. */
export const oneSheet = (rows: RawSheet['rows'], more: Partial<RawSheet> & { date1904?: boolean } = {}): Uint8Array => {
  const { date1904, ...sheet } = more;
  return rawWorkbook({ sheets: [{ name: 'Sheet1', rows, ...sheet }], ...(date1904 ? { date1904 } : {}) });
};

/** What the cells of all sheets write into. */
type Shared = { strings: string[]; codes: string[]; date1904: boolean };

function sheetXml({ rows, hiddenRows = [], merges = [], firstRow = 1, after = '' }: RawSheet, shared: Shared): string {
  const lines = rows.map((cells, index) => {
    const row = firstRow + index;
    const xml = cells.map((cell, column) => cellXml(cell, `${columnName(column)}${row}`, shared)).join('');
    return xml === '' ? '' : `<row r="${row}"${hiddenRows.includes(row) ? ' hidden="1"' : ''}>${xml}</row>`;
  });
  const merged =
    merges.length > 0
      ? `<mergeCells count="${merges.length}">${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
      : '';
  return `${HEAD}<worksheet ${MAIN}><sheetData>${lines.join('')}</sheetData>${merged}${after}</worksheet>`;
}

function cellXml(cell: RawCell, at: string, parts: Shared): string {
  const { strings, codes, date1904 } = parts;
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === 'string') return shared(`<si><t xml:space="preserve">${escapeXml(cell)}</t></si>`, at, strings);
  if ('xml' in cell) return cell.xml;
  if ('date' in cell) return `<c r="${at}" s="${STYLES.date}"><v>${serialOf(cell.date, date1904)}</v></c>`;
  if ('number' in cell) return `<c r="${at}" s="${STYLES[cell.format]}"><v>${cell.number}</v></c>`;
  if ('code' in cell) {
    if (!codes.includes(cell.code)) codes.push(cell.code);
    const style = `s="${OWN_STYLES + codes.indexOf(cell.code)}"`;
    return cellXml(cell.value, at, parts).replace('<c ', `<c ${style} `);
  }
  if ('error' in cell) return `<c r="${at}" t="e"><v>${cell.error}</v></c>`;
  if ('runs' in cell) {
    const runs = cell.runs.map((text) => `<r><rPr><b/></rPr><t xml:space="preserve">${escapeXml(text)}</t></r>`).join('');
    return shared(
      `<si>${runs}${cell.furigana ? `<rPh sb="0" eb="1"><t>${cell.furigana}</t></rPh><phoneticPr fontId="1"/>` : ''}</si>`,
      at,
      strings,
    );
  }
  const value = cell.value === undefined ? '' : `<v>${typeof cell.value === 'string' ? escapeXml(cell.value) : cell.value}</v>`;
  return `<c r="${at}"${typeof cell.value === 'string' ? ' t="str"' : ''}><f>${escapeXml(cell.formula)}</f>${value}</c>`;
}

function shared(xml: string, at: string, strings: string[]): string {
  strings.push(xml);
  return `<c r="${at}" t="s"><v>${strings.length - 1}</v></c>`;
}
