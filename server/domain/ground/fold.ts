/** Text as people mean it. Stored values keep their spelling; these are only for keys, headers and searches (docs/imports.md, hazards H02, H03, H23). */

/** Of no width, or turning the direction of what follows, so that a code reads as another. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u00ad]/g;
const DASHES = /[\u2010-\u2015\u2212\u2500\u2501\uff0d\u30fc\uff70](?![\u3040-\u30ff])/g;

/** The text without outer spaces (full-width too), characters of no width or of direction, and line breaks at its ends; spelling kept. */
export function trimmed(text: string): string {
  return text.replace(INVISIBLE, '').trim();
}

const ILLEGIBLE = /(?![\t\n])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

/** The text with a space for what nobody can read and no database may hold, and no workbook: control characters, halves of characters, what is none. */
export const legible = (text: string): string => text.replace(ILLEGIBLE, ' ');

/** The name of a file as it is kept and shown: of one line, and without the folders that some browsers send. */
export const plainFileName = (sent: string): string => trimmed(legible(sent.split(/[\\/]/).at(-1) ?? '').replace(/\s+/g, ' '));

/** Printable ASCII without spaces folds to its upper case: by far the most codes. */
const PLAIN_CODE = /^[!-~]+$/;

/** Key of a code: NFKC, every dash as `-`, no inner runs of spaces, upper case. */
export function codeKey(text: string): string {
  if (PLAIN_CODE.test(text)) return text.toUpperCase();
  return trimmed(text)
    .replace(DASHES, '-')
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212\u2500\u2501]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase();
}

/** A code in the spelling that is stored where people type it to sign in: NFKC, without outer spaces. */
export const plainCode = (text: string): string => trimmed(text).normalize('NFKC').trim();

/** Key of a header: NFKC, no spaces or line breaks, a dash between katakana as the long vowel mark. */
export function headerKey(text: string): string {
  return trimmed(text)
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/(?<=[\u30a0-\u30ff])[-\u2010-\u2015\u2212\u2500\u2501](?=[\u30a0-\u30ff]|$)/g, '\u30fc')
    .toLowerCase();
}

/** Key of a search: NFKC, lower case, hiragana as katakana. The database column holds the same folding (db/list). */
export function searchKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60));
}
