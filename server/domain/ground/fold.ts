/** Text as people mean it. Stored values keep their spelling; these are only for keys, headers and searches (docs/imports.md, hazards H02, H03, H23). */

/** Of no width, or turning the direction of what follows, so that a code reads as another. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u00ad]/g;

/** The text without outer spaces (full-width too), characters of no width or of direction, and line breaks at its ends; spelling kept. */
export function trimmed(text: string): string {
  return text.replace(INVISIBLE, '').trim();
}

/** Signs that encodings, keyboards and fonts spell in several ways (〜 of one decoder is ～ of another), each row after the one that all are compared as. */
const SIGNS: readonly (readonly [string, string])[] = [
  ['-', '\u30fc\u2010-\u2015\u2043\u02d7\u2212\u2500\u2501'],
  ['~', '\u301c\u223c\u223e\u02dc'],
  ['|', '\u00a6\u2502\u2503'],
  ['\u2016', '\u2225'],
  ['\\', '\u00a5\u2216'],
  ['/', '\u2044\u2215'],
  ["'", '\u2018\u2019\u201b\u2032\u02bc'],
  ['"', '\u201c\u201d\u201f\u301d-\u301f'],
  ['\u30fb', '\u00b7\u2022\u2027\u2219\u22c5'],
];
/** Those that NFKC takes apart. */
const OVERLINES = /[\u203e\uffe3]/g;
const DOTS = /\u22ef/g;
const ANY_SIGN = new RegExp(`[${SIGNS.map(([, others]) => others).join('')}]`, 'g');
const EACH_SIGN = SIGNS.map(([one, others]) => [one, new RegExp(`[${others}]`)] as const);
const plainSign = (sign: string): string => EACH_SIGN.find(([, others]) => others.test(sign))?.[0] ?? sign;

/** The text in the one form in which all keys are compared: NFKC, one sign for those that encodings confuse. The function code_fold of the database says the same. */
export const alike = (text: string): string =>
  text.replace(OVERLINES, '~').replace(DOTS, '\u2026').normalize('NFKC').replace(ANY_SIGN, plainSign);

/** What no text of the product may hold: control characters, halves of a pair, and what is no character. PostgreSQL keeps no NUL and a workbook with U+FFFF cannot be opened. */
const UNSTORABLE = /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;
const ILLEGIBLE = /(?![\t\n])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

/** Whether a form or an import takes the text. */
export const storable = (text: string): boolean => !UNSTORABLE.test(text);

/** The text with a space for what nobody can read and no database may hold, and no workbook. */
export const legible = (text: string): string => text.replace(ILLEGIBLE, ' ');

/** The name of a file as it is kept and shown: of one line, and without the folders that some browsers send. */
export const plainFileName = (sent: string): string => trimmed(legible(sent.split(/[\\/]/).at(-1) ?? '').replace(/\s+/g, ' '));

/** Printable ASCII without spaces folds to its upper case: by far the most codes. */
const PLAIN_CODE = /^[!-~]+$/;

/** Key of a code: in one form, no inner runs of spaces, upper case. */
export function codeKey(text: string): string {
  if (PLAIN_CODE.test(text)) return text.toUpperCase();
  return alike(trimmed(text)).replace(/\s+/g, ' ').trim().toUpperCase();
}

/** A code in the spelling that is stored where people type it to sign in: NFKC, without outer spaces. */
export const plainCode = (text: string): string => trimmed(text).normalize('NFKC').trim();

/** Key of a header, and of a word in a cell: in one form, no spaces or line breaks, lower case. */
export const headerKey = (text: string): string => (PLAIN_CODE.test(text) ? text : alike(trimmed(text)).replace(/\s+/g, '')).toLowerCase();

/** Key of a search: in one form, lower case, hiragana as katakana. The database column holds the same folding (db/list). */
export function searchKey(text: string): string {
  return alike(text)
    .toLowerCase()
    .replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));
}
