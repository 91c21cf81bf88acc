import type { Cell, NumberFormat, Shown } from '../../domain/files/grid.ts';

/** Formats that are there without being written down, of those that show a number otherwise than it is. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"¥"#,##0;-"¥"#,##0',
  6: '"¥"#,##0;-"¥"#,##0',
  7: '"¥"#,##0.00;-"¥"#,##0.00',
  8: '"¥"#,##0.00;-"¥"#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
  41: '#,##0;-#,##0',
  42: '"¥"#,##0;-"¥"#,##0',
  43: '#,##0.00;-#,##0.00',
  44: '"¥"#,##0.00;-"¥"#,##0.00',
  48: '##0.0E+0',
};

/** Makes a cell of a value that stands under a style. */
export type Dress = (value: number | string) => Cell;

/** How cells are made under the number format of this id: with a mark where it shows a date, or may show anything but the value. Undefined where it never does. */
export function dressOf(id: number, own: ReadonlyMap<string, string>): Dress | undefined {
  const written = own.get(String(id));
  if (isDateFormat(id, written)) return (value) => (typeof value === 'number' ? { value, mark: 'date' } : value);
  const code = written ?? BUILT_IN[id] ?? '';
  if (code === '' || PLAIN.test(code)) return undefined;
  const format: NumberFormat = { code, shows: showing(code) };
  const isOfTexts = code.includes('@');
  return (value) => (typeof value === 'number' || isOfTexts ? { value, mark: 'format', format } : value);
}

/** Whether a format shows a number as a date or a time. */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58 && id !== 48 && id !== 49);
  const bare = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?:h+|m+|s+)\]/gi, 'h')
    .replace(/\[[^\]]*\]/g, '')
    .replace(GENERAL, '');
  return /[ymdhsge]|a{3}/i.test(bare) && !/[0#?]/.test(bare.replace(/\.0+/g, ''));
}

/** The format of no format; Japanese programs write its name as Japanese Excel shows it. */
const GENERAL = /general|g\/\u6a19\u6e96/gi;
const PLAIN = /^(?:general|g\/\u6a19\u6e96|@)$/i;
const PIECE = /"([^"]*)"?|\\(.)|_(.)|\*(.)|\[([^\]]*)\]|(general|g\/\u6a19\u6e96)|([0#?])|([\s\S])/giu;
const CONDITION = /^(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)$/;
/** What stands for a part of a date, divides, or is read otherwise by other programs where it is not quoted. */
const SPECIAL = /[abdeghmnrsy%/!]/i;

type Piece = { is: 'text'; text: string } | { is: 'digit'; sign: string } | { is: '.' | ',' | '@' | 'general' };
interface Section {
  pieces: Piece[];
  when?: (value: number) => boolean;
  /** Holds what only its own program can show. */
  foreign: boolean;
}

/** What a format shows of its values: undefined where it cannot be told, or where a text stays as it is. */
export function showing(code: string): (value: number | string) => Shown | undefined {
  const sections = sectionsOf(code);
  const last = sections.at(-1);
  const forTexts = sections.length === 4 || last?.pieces.some(({ is }) => is === '@') ? last : undefined;
  const forNumbers = (forTexts ? sections.slice(0, -1) : sections).map((section) => ({ ...section, show: numbersThrough(section) }));
  return (value) => {
    if (typeof value === 'string') return forTexts && textThrough(forTexts, value);
    // A format of texts alone leaves numbers as they are.
    if (forNumbers.length === 0) return { text: String(value), dressed: false };
    const section = sectionFor(forNumbers, value);
    return section === undefined || section.foreign || value < 0 ? undefined : section.show(value);
  };
}

function sectionsOf(code: string): Section[] {
  const sections: Section[] = [{ pieces: [], foreign: false }];
  for (const match of code.matchAll(PIECE)) {
    const [whole, quoted, escaped, blank, filler, bracket, general, digit, other] = match;
    const section = sections.at(-1) as Section;
    const text = quoted ?? escaped ?? (blank === undefined ? undefined : ' ');
    if (text !== undefined) section.pieces.push({ is: 'text', text });
    else if (filler !== undefined) section.foreign ||= filler.trim() !== '';
    else if (bracket !== undefined) bracketed(section, bracket);
    else if (general !== undefined) section.pieces.push({ is: 'general' });
    else if (digit !== undefined) section.pieces.push({ is: 'digit', sign: digit });
    else if (whole === ';') sections.push({ pieces: [], foreign: false });
    else if (whole === '.' || whole === ',' || whole === '@') section.pieces.push({ is: whole });
    else {
      section.foreign ||= SPECIAL.test(String(other));
      section.pieces.push({ is: 'text', text: String(other) });
    }
  }
  return sections;
}

/** A colour, a country, a currency, a condition, or figures of another script. */
function bracketed(section: Section, inner: string): void {
  const condition = CONDITION.exec(inner);
  if (condition) section.when = holding(String(condition[1]), Number(condition[2]));
  else if (inner.startsWith('$')) section.pieces.push({ is: 'text', text: inner.slice(1).replace(/-.*$/, '') });
  else section.foreign ||= /^(?:dbnum|natnum|[hms]+$)/i.test(inner);
}

const holding =
  (sign: string, border: number) =>
  (value: number): boolean =>
    (sign.includes('<') && value < border) || (sign.includes('>') && value > border) || (sign.includes('=') && value === border);

/** By its condition, else by the sign: positive, negative, zero. */
function sectionFor<One extends Section>(sections: readonly One[], value: number): One | undefined {
  const [first, second, third] = sections;
  if (first?.when || second?.when) {
    if (first?.when?.(value)) return first;
    return second?.when === undefined || second.when(value) ? second : third;
  }
  if (value < 0) return second ?? first;
  return value === 0 ? (third ?? first) : first;
}

function textThrough({ pieces, foreign }: Section, value: string): Shown | undefined {
  if (foreign || !pieces.some(({ is }) => is === '@')) return undefined;
  const text = pieces.map((piece) => (piece.is === '@' ? value : piece.is === 'text' ? piece.text : '')).join('');
  return { text: text.trim(), dressed: false };
}

const isDigit = ({ is }: Piece): boolean => is === 'digit';

/** What a section shows of numbers from 0 on. */
function numbersThrough({ pieces }: Section): (value: number) => Shown | undefined {
  if (pieces.some(({ is }) => is === 'general')) {
    return (value) => ({
      text: textsOf(pieces.map((piece) => (piece.is === 'general' ? { is: 'text', text: String(value) } : piece))),
      dressed: false,
    });
  }
  // Without a place for a digit words stand for the number: told of nothing alone.
  if (!pieces.some(isDigit)) return (value) => (value === 0 ? { text: textsOf(pieces), dressed: false } : undefined);
  const point = pieces.findIndex(({ is }) => is === '.');
  const [whole, part] = point < 0 ? [pieces, []] : [pieces.slice(0, point), pieces.slice(point + 1)];
  const comma = whole.findLastIndex(({ is }) => is === ',');
  // A comma behind the last digit divides by a thousand.
  if (comma > whole.findLastIndex(isDigit) || part.some(({ is }) => is === ',' || is === '.')) return () => undefined;
  const [decimals, dressed] = [part.filter(isDigit).length, point >= 0 || comma >= 0];
  return (value) => {
    const [integer = '', fraction = ''] = value.toFixed(decimals).split('.');
    const before = integerThrough(whole, integer === '0' ? '' : integer, comma >= 0);
    return { text: `${before}${point < 0 ? '' : '.'}${fractionThrough(part, fraction)}`.trim(), dressed };
  };
}

const textsOf = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => (piece.is === 'text' ? piece.text : ''))
    .join('')
    .trim();
const FILL: Readonly<Record<string, string>> = { '0': '0', '?': ' ' };

/** From the right a digit a place; the first place takes all that are left. */
function integerThrough(pieces: readonly Piece[], digits: string, thousands: boolean): string {
  const first = pieces.findIndex(({ is }) => is === 'digit');
  let [text, left, count] = ['', digits, 0];
  const put = (digit: string): void => {
    if (digit === '') return;
    text = `${digit}${thousands && count > 0 && count % 3 === 0 ? ',' : ''}${text}`;
    count += 1;
  };
  for (let at = pieces.length - 1; at >= 0; at -= 1) {
    const piece = pieces[at] as Piece;
    if (piece.is === 'text') text = `${piece.text}${text}`;
    if (piece.is !== 'digit') continue;
    do {
      put(left.at(-1) ?? FILL[piece.sign] ?? '');
      left = left.slice(0, -1);
    } while (at === first && left !== '');
  }
  return text;
}

function fractionThrough(pieces: readonly Piece[], fraction: string): string {
  let left = fraction;
  return pieces
    .map((piece) => {
      if (piece.is === 'text') return piece.text;
      const rest = left;
      left = left.slice(1);
      // A place that need not be filled ends with the last digit that counts.
      return piece.is === 'digit' && piece.sign !== '0' && /^0*$/.test(rest) ? (FILL[piece.sign] ?? '') : rest.slice(0, 1);
    })
    .join('');
}
