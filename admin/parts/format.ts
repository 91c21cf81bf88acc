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

/** A date of the wire as tables show it; empty for none. */
export const day = (value: string | null | undefined): string => (value ? formatDate(value) : '');

/** The letters of figures and codes that are compared digit by digit. */
export const MONO = 'ui-monospace, Consolas, "Noto Sans Mono CJK JP", monospace';
