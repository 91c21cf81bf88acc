import { beginningOf } from '../domain/ground/cut.ts';
import { legible } from '../domain/ground/fold.ts';

/** The one rule of texts in workbooks, whoever writes them. */

/** Characters of a cell; beyond them Excel takes the workbook for damaged. */
const LONGEST_TEXT = 32_767;
const LONGEST_NAME = 31;

/** XML takes neither the control characters of old nor what is no character; a text that reads as such a code (to LibreOffice a shorter one, too) is coded by its first sign. */
const CODED = /_(?=x[0-9A-Fa-f]+_)|(?![\t\n\u007f-\u009f])[\p{Cc}\ufffe\uffff]/gu;
/** Coded, half of a character would take its neighbour along. */
const HALVES = /\p{Surrogate}/gu;
const coded = (sign: string): string => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** A text as a workbook holds it: `_xHHHH_` for what XML does not take, and no longer than a cell may be. */
export const workbookText = (text: string): string => beginningOf(text, LONGEST_TEXT).replace(HALVES, '\ufffd').replace(CODED, coded);

/** What no name of a sheet holds; what reads as a code among it, for names stand in formulas and footers too, where few decode it. */
const NOT_IN_NAMES = /[[\]:*?/\\']|_(?=x[0-9A-Fa-f]+_)/g;
/** Excel keeps this one for itself. */
const RESERVED = ['history'];

/** Names the sheets of a workbook: as wished, as far as a sheet may bear it, and no two alike. `cut` says which end of a long one stays. */
export function sheetNamer(otherwise: string, cut: (text: string, most: number) => string = beginningOf) {
  const taken = new Set(RESERVED);
  return (wished: string, tail = ''): string => {
    const plain = legible(wished).replace(/\s/g, ' ').replace(NOT_IN_NAMES, ' ').trim();
    for (let copy = 1; ; copy += 1) {
      const end = `${tail}${copy > 1 ? `(${copy})` : ''}`;
      const name = `${cut(plain, LONGEST_NAME - end.length).trim() || otherwise}${end}`;
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      return name;
    }
  };
}
