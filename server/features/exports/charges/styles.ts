import type { Alignment, Fill, Font } from 'exceljs';
import type { StretchKind } from '../../../domain/plant/charge-sheet.ts';
import { COLOR } from '../palette.ts';
import * as paper from '../paper.ts';
import { around, edge, type SheetStyle, solid } from '../paper.ts';

const { sheetInk: INK, sheetHint: HINT, sheetLine: LINE, sheetFrame: STRONG } = COLOR;

const font = (size: number, bold = false, argb = INK): Partial<Font> => paper.font({ size, bold, color: { argb } });
const at = (horizontal: Alignment['horizontal'], vertical: Alignment['vertical'] = 'middle'): Partial<Alignment> =>
  paper.at(horizontal, { vertical });

const THIN = edge('thin', LINE);
const FRAME = edge('thin', STRONG);
const SIDES = { left: FRAME, right: FRAME };

/** Numbers as the sheet shows them. */
export const NUMBER = '#,##0.##';
export const SHARE = '0%';
/** Month, day, weekday and clock, whatever the reader's language. */
export const INSTANT = '[$-411]m/d(aaa) h:mm';

/** How the parts of the charge sheet look. */
export const LOOKS = {
  plant: { font: font(9, true), alignment: at('left') },
  title: { font: font(18, true), alignment: at('center') },
  small: { font: font(9), alignment: at('left') },
  smallRight: { font: font(9), alignment: at('right') },
  chargeNumber: { font: font(11, true), alignment: { ...at('right'), shrinkToFit: true } },
  label: { font: font(9, false, HINT), alignment: { ...at('left'), indent: 1 }, border: { ...SIDES, top: FRAME } },
  what: { font: font(18, true), alignment: { ...at('left'), indent: 1, shrinkToFit: true }, border: SIDES },
  facts: { font: font(9), alignment: { ...at('left'), indent: 1, shrinkToFit: true }, border: { ...SIDES, bottom: FRAME } },
  when: { font: font(12, true), alignment: { ...at('left'), indent: 1, shrinkToFit: true }, border: SIDES },
  hint: { font: font(8, false, HINT), alignment: { ...at('left'), indent: 1, shrinkToFit: true }, border: { ...SIDES, bottom: FRAME } },
  fillLabel: { font: font(10), alignment: at('left') },
  fillShare: { font: font(10, true), alignment: at('left'), numFmt: SHARE },
  fillBar: { font: font(6), numFmt: ';;;', border: around(FRAME) },
  load: { font: font(10, true), alignment: at('right'), numFmt: '#,##0' },
  volume: { font: font(10, true), alignment: at('right'), numFmt: '#,##0.00' },
  limit: { font: font(10), alignment: at('left') },
  heading: { font: font(10, true), alignment: at('left', 'bottom') },
  headingHint: { font: font(8.5, false, HINT), alignment: at('left', 'bottom') },
  stretch: { font: font(9, true), alignment: { ...at('center'), shrinkToFit: true } },
  clock: { font: font(8), alignment: at('left', 'top') },
  head: { font: font(9, true), alignment: at('center'), fill: solid(COLOR.sheetHead), border: around(THIN) },
  position: { font: font(10, true), alignment: at('center'), border: around(THIN) },
  box: { font: font(14), alignment: at('center'), border: around(THIN) },
  order: { font: font(9.5, true), alignment: { ...at('left'), shrinkToFit: true }, border: around(THIN), numFmt: '@' },
  text: { font: font(8.5), alignment: { ...at('left'), wrapText: true }, border: around(THIN), numFmt: '@' },
  denseText: { font: font(7), alignment: { ...at('left'), wrapText: true }, border: around(THIN), numFmt: '@' },
  shrunk: { font: font(8.5), alignment: { ...at('left'), shrinkToFit: true }, border: around(THIN), numFmt: '@' },
  pieces: { font: font(11, true), alignment: at('right'), border: around(THIN), numFmt: '#,##0' },
  number: { font: font(9.5), alignment: at('right'), border: around(THIN), numFmt: NUMBER },
  total: { font: font(10, true), alignment: at('right'), fill: solid(COLOR.sheetHead), border: around(THIN), numFmt: NUMBER },
  record: { font: font(9.5), alignment: { ...at('left'), shrinkToFit: true }, fill: solid(COLOR.sheetRecord), border: around(THIN) },
  blank: { font: font(10), alignment: at('center'), border: around(THIN) },
} as const satisfies Record<string, SheetStyle>;

const LATEST = solid(COLOR.sheetLatest);
/** The cell of the latest start stands out. */
export const standingOut = (look: SheetStyle): SheetStyle => ({ ...look, fill: LATEST });

const STRETCH_FILLS: Record<StretchKind, Fill> = {
  heating: solid(COLOR.heating),
  holding: solid(COLOR.holding),
  furnace_cooling: solid(COLOR.furnaceCooling),
  waiting: { type: 'pattern', pattern: 'lightUp', fgColor: { argb: LINE } },
  cooling: solid(COLOR.cooling),
};
const FAINT = edge('hair', COLOR.bandLine);
/** One cell of the band of temperatures; blank above the curve. */
export const bandLook = (kind: StretchKind | undefined): SheetStyle => ({
  border: around(FAINT),
  ...(kind ? { fill: STRETCH_FILLS[kind] } : {}),
});
