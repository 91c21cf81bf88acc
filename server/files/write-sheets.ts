import { strToU8, Zip, ZipDeflate } from 'fflate';
import { looksLikeFormula } from '../domain/files/cells/formulas.ts';
import { sheetNamer, workbookText } from './workbook-text.ts';

/** A cell to be written. A day is given as `{ date: 'YYYY-MM-DD' }` and becomes a real date cell; a text is always a text, never a formula (hazard H27). */
export type SheetCell = string | number | boolean | null | { date: string };

export interface SheetColumn {
  header: string;
  width?: number;
  /** What is typed into it stays as typed, zeros in front among it. */
  text?: boolean;
  wrap?: boolean;
}

export interface Sheet {
  name: string;
  columns: readonly SheetColumn[];
  rows: readonly (readonly SheetCell[])[];
  /** Prints on A4 across, as wide as the paper, the header on each page. */
  print?: boolean;
}

/** Rows after which the writer lets others work. */
const ROWS_PER_BREATH = 200;
/** Sheets shrink to a tenth at any level; more effort saves little and costs seconds. */
const LEVEL = 3;
const DEFAULT_WIDTH = 14;
const UNNAMED = 'Sheet';
const SERIAL_OF_1970 = 25_569;
const DAY_MS = 86_400_000;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] as string);
const content = (text: string): string => escaped(workbookText(text));

/** `27` is column AB. */
function letters(column: number): string {
  let name = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}

/** How a cell stands; each combination that occurs becomes a row of the styles. */
interface Look {
  bold?: boolean;
  text?: boolean | undefined;
  date?: boolean;
  wrap?: boolean | undefined;
  quoted?: boolean;
}

class Styles {
  readonly #rows: string[] = [];
  readonly #known = new Map<number, number>();

  constructor() {
    this.of({});
  }

  of({ bold, text, date, wrap, quoted }: Look): number {
    const key = (bold ? 1 : 0) | (text ? 2 : 0) | (date ? 4 : 0) | (wrap ? 8 : 0) | (quoted ? 16 : 0);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const format = date ? 164 : text ? 49 : 0;
    const attributes = `numFmtId="${format}" fontId="${bold ? 1 : 0}" fillId="0" borderId="0" xfId="0"${quoted ? ' quotePrefix="1"' : ''}`;
    const applied = `${format ? ' applyNumberFormat="1"' : ''}${bold ? ' applyFont="1"' : ''}${wrap ? ' applyAlignment="1"' : ''}`;
    this.#known.set(key, this.#rows.length);
    return this.#rows.push(`<xf ${attributes}${applied}${wrap ? '><alignment vertical="top" wrapText="1"/></xf>' : '/>'}`) - 1;
  }

  get xml(): string {
    const font = (bold: string): string => `<font>${bold}<sz val="11"/><color theme="1"/><name val="Calibri"/><family val="2"/></font>`;
    return `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy/mm/dd"/></numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${this.#rows.length}">${this.#rows.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
  }
}

function cellXml(at: string, cell: SheetCell, column: SheetColumn | undefined, bold: boolean, styles: Styles): string {
  if (cell === null || cell === '') return '';
  const look: Look = { bold, wrap: column?.wrap };
  if (typeof cell === 'string') {
    const style = styles.of({ ...look, text: column?.text, quoted: looksLikeFormula(cell) });
    return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${content(cell)}</t></is></c>`;
  }
  if (typeof cell === 'object') {
    const serial = Date.parse(`${cell.date}T00:00:00Z`) / DAY_MS + SERIAL_OF_1970;
    return `<c r="${at}" s="${styles.of({ ...look, date: true })}"><v>${serial}</v></c>`;
  }
  const style = styles.of(look);
  return typeof cell === 'boolean'
    ? `<c r="${at}" s="${style}" t="b"><v>${Number(cell)}</v></c>`
    : `<c r="${at}" s="${style}"><v>${cell}</v></c>`;
}

/** The pieces of a sheet's part. */
function* sheetXml({ columns, rows, print }: Sheet, styles: Styles): Generator<string> {
  const cols = columns.map(({ width = DEFAULT_WIDTH, text, wrap }, at) => {
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${styles.of({ text, wrap })}" customWidth="1"/>`;
  });
  const names = columns.map((_, at) => letters(at));
  const line = (cells: readonly SheetCell[], row: number): string => {
    const written = cells.map((cell, at) => cellXml(`${names[at] ?? letters(at)}${row}`, cell, columns[at], row === 1, styles));
    return `<row r="${row}">${written.join('')}</row>`;
  };
  yield `${HEAD}<worksheet xmlns="${MAIN}">${print ? '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' : ''}`;
  yield '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  yield `${cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''}<sheetData>`;
  yield line(
    columns.map(({ header }) => header),
    1,
  );
  for (let from = 0; from < rows.length; from += ROWS_PER_BREATH) {
    yield rows
      .slice(from, from + ROWS_PER_BREATH)
      .map((cells, at) => line(cells, from + at + 2))
      .join('');
  }
  yield `</sheetData>${print ? '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>' : ''}</worksheet>`;
}

/** The parts that say where the others stand, by their paths. */
function frame(sheets: readonly Sheet[]): Record<string, string> {
  const nameOf = sheetNamer(UNNAMED);
  const names = sheets.map(({ name }) => nameOf(name));
  const list = (each: (sheet: Sheet, at: number) => string): string => sheets.map(each).join('');
  const titles = list(({ print }, at) => {
    const quoted = escaped(`'${names[at]}'`);
    return print ? `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${quoted}!$1:$1</definedName>` : '';
  });
  const relation = (id: number, type: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const part = (path: string, type: string): string => `<Override PartName="/xl/${path}.xml" ContentType="${TYPE}.${type}+xml"/>`;
  const relations = (all: string): string => `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${all}</Relationships>`;
  return {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook', 'sheet.main')}${part('styles', 'styles')}${list((_, at) => part(`worksheets/sheet${at + 1}`, 'worksheet'))}</Types>`,
    '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/_rels/workbook.xml.rels': relations(
      `${list((_, at) => relation(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`))}${relation(sheets.length + 1, 'styles', 'styles.xml')}`,
    ),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list(
      (_, at) => `<sheet name="${escaped(String(names[at]))}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
    )}</sheets>${titles ? `<definedNames>${titles}</definedNames>` : ''}</workbook>`,
  };
}

/** Writes sheets as an xlsx workbook: typed cells, a bold frozen header, codes with their zeros. The browser and the server both do, a breath between the rows. */
export async function writeWorkbook(sheets: readonly Sheet[]): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece as Uint8Array<ArrayBuffer>);
  });
  const styles = new Styles();
  const part = (path: string): ZipDeflate => {
    const file = new ZipDeflate(path, { level: LEVEL });
    zip.add(file);
    return file;
  };
  for (const [path, xml] of Object.entries(frame(sheets))) part(path).push(strToU8(xml), true);
  for (const [at, sheet] of sheets.entries()) {
    const file = part(`xl/worksheets/sheet${at + 1}.xml`);
    for (const piece of sheetXml(sheet, styles)) {
      file.push(strToU8(piece));
      await new Promise((resume) => setTimeout(resume));
    }
    file.push(new Uint8Array(), true);
  }
  part('xl/styles.xml').push(strToU8(styles.xml), true);
  zip.end();
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
