import { formatDate } from '../../server/domain/ground/plant-time.ts';

/** `1,250`: rounded, with thousands separators; empty for none. */
export const rounded = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : Math.round(value).toLocaleString('ja-JP');

/** A number with its own decimals and thousands separators; empty for none. */
export const numeral = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : value.toLocaleString('ja-JP', { maximumFractionDigits: 6 });

/** The number that a text shows (`1,250`); the text itself where it shows none. */
export function figureOf(text: string): number | string {
  const figure = text.replaceAll(',', '');
  return /^-?\d+(\.\d+)?$/.test(figure) ? Number(figure) : text;
}

/** The whole number from 1 to `most` that was typed, full-width or with commas as well; undefined where it is none. */
export function wholeOf(text: string, most: number): number | undefined {
  const plain = text.normalize('NFKC').replaceAll(',', '').trim();
  const whole = /^\d+$/.test(plain) && plain.length <= String(most).length ? Number(plain) : 0;
  return whole >= 1 && whole <= most ? whole : undefined;
}

/** What a product is called: by its code where it has no name. */
export const nameOf = ({ product_name, product_code }: { product_name: string; product_code: string }): string =>
  product_name || product_code;

/** A date of the wire as tables show it; empty for none. */
export const day = (value: string | null | undefined): string => (value ? formatDate(value) : '');

/** The letters of figures and codes that are compared digit by digit. */
export const MONO = 'ui-monospace, Consolas, "Noto Sans Mono CJK JP", monospace';
