import type { Alignment, Border, Borders, Fill, Font, Style } from 'exceljs';
import { COLOR } from './palette.ts';

/** The plant's font on paper; programs without it take their own Japanese one. */
const FAMILY = 'BIZ UDPGothic';

/** A cell's look. The writer knows a style by its object: keep one for all cells that share it. */
export type SheetStyle = Partial<Style>;

/** Letters of 9 points in the plant's font and ink, but for what is named. */
export const font = (more: Partial<Font> = {}): Partial<Font> => ({ name: FAMILY, size: 9, color: { argb: COLOR.ink }, ...more });
/** One colour over the whole cell. */
export const solid = (argb: string): Fill => ({ type: 'pattern', pattern: 'solid', fgColor: { argb } });
/** An edge of one style and colour. */
export const edge = (style: Border['style'], argb: string): Partial<Border> => ({ style, color: { argb } });
export const thin = (argb: string): Partial<Border> => edge('thin', argb);
export const medium = (argb: string): Partial<Border> => edge('medium', argb);
/** The same edge on all four sides. */
export const around = (border: Partial<Border>): Partial<Borders> => ({ top: border, bottom: border, left: border, right: border });
export const boxed = (argb: string): Partial<Borders> => around(thin(argb));
/** Where the text stands in its cell: in the middle of its height, but for what is named. */
export const at = (horizontal: Alignment['horizontal'], more: Partial<Alignment> = {}): Partial<Alignment> => ({
  horizontal,
  vertical: 'middle',
  ...more,
});
