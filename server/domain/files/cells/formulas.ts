/** Texts that a spreadsheet takes for a formula once their cell is edited or opened from CSV (OWASP; the wide signs where Japanese is typed). */

const SIGNS = '=+\\-@\\t\\r\\n\\uff1d\\uff0b\\uff0d\\uff20';
const BEGINS = new RegExp(`^[${SIGNS}]`);
const DEFUSED = new RegExp(`^'(?=[${SIGNS}])`);
const NUMBER = /^-(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Whether a text begins as a formula does. */
export const looksLikeFormula = (text: string): boolean => BEGINS.test(text);

/** The text with an apostrophe in front where a spreadsheet would take it for a formula; a negative number is none. */
export const defused = (text: string): string => (looksLikeFormula(text) && !NUMBER.test(text) ? `'${text}` : text);

/** The text without the apostrophe that defused it. */
export const armed = (text: string): string => text.replace(DEFUSED, '');
