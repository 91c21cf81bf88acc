import type { Alignment, Borders, Font } from 'exceljs';
import { BY_HAND } from '../../../domain/texts/plan/origin.ts';
import { COLOR } from '../palette.ts';
import { at, boxed, edge, font, medium, type SheetStyle, solid, thin } from '../paper.ts';

/** The looks of the sheets for partners. */
const { ink: INK, red: RED, blue: BLUE, navy: NAVY, amber: AMBER, partnerGrid: GRID } = COLOR;

export const TEXT = '@';
/** 12/04(金) */
const DATE = '[$-411]mm/dd(aaa)';

/** The head of the page. */
export const HEAD = {
  to: { font: font({ size: 16, bold: true }), alignment: at('left'), border: { bottom: thin(INK) } },
  title: { font: font({ size: 18, bold: true }), alignment: at('center'), border: { bottom: edge('double', INK) } },
  plant: { font: font({ size: 10, bold: true }), alignment: at('right') },
  right: { font: font(), alignment: at('right') },
  left: { font: font(), alignment: at('left') },
  count: { font: font({ size: 12, bold: true }), alignment: at('right') },
} satisfies Record<string, SheetStyle>;

/** Pieces of a line whose words differ in look. */
export const RICH = {
  plain: font(),
  answers: font({ bold: true, color: { argb: BLUE } }),
  red: font({ bold: true, color: { argb: RED } }),
  amber: font({ bold: true, color: { argb: AMBER } }),
  bold: font({ bold: true }),
};

const cell = (horizontal: Alignment['horizontal'], numFmt: string, more: Partial<Font> = {}): SheetStyle => ({
  font: font(more),
  border: boxed(GRID),
  alignment: at(horizontal, { shrinkToFit: true, ...(horizontal === 'center' ? {} : { indent: 1 }) }),
  numFmt,
});
const plain = {
  text: cell('left', TEXT),
  centre: cell('center', TEXT),
  number: cell('right', '#,##0'),
  date: cell('center', DATE),
};
const lateGround = solid(COLOR.lateGround);
const onRed = (style: SheetStyle): SheetStyle => ({ ...style, fill: lateGround });

/** A process that was added by hand is marked in the look of its cell: an answered sheet is known by the names that its cells hold. */
export const byHand = (style: SheetStyle): SheetStyle => ({ ...style, numFmt: `${TEXT}"(${BY_HAND.mark})"` });

/** Cells of the list, and the same of work that should be back. */
export const CELLS = { ...plain, wanted: plain.date };
export const LATE_CELLS: typeof CELLS = {
  text: onRed(plain.text),
  centre: onRed(plain.centre),
  number: onRed(plain.number),
  date: onRed(plain.date),
  wanted: onRed(cell('center', DATE, { bold: true, color: { argb: RED } })),
};
/** Another partner as giver or taker. */
export const PARTNER: SheetStyle = {
  font: font({ bold: true, color: { argb: COLOR.partnerInk } }),
  fill: solid(COLOR.partner),
  border: boxed(AMBER),
  alignment: at('center', { shrinkToFit: true }),
  numFmt: TEXT,
};
export const HEADER: SheetStyle = {
  font: font({ bold: true }),
  fill: solid(COLOR.partnerHead),
  border: boxed(GRID),
  alignment: at('center', { wrapText: true }),
  numFmt: TEXT,
};

type Place = { first: boolean; last: boolean; left: boolean; right: boolean };
const answerBorder = ({ first, last, left, right }: Place): Partial<Borders> => ({
  top: first ? medium(BLUE) : thin(GRID),
  bottom: last ? medium(BLUE) : thin(GRID),
  left: left ? medium(BLUE) : thin(BLUE),
  right: right ? medium(BLUE) : thin(BLUE),
});
const answers = new Map<string, SheetStyle>();
/** A cell that the partner fills in, with the blue edge around the three columns. */
export function answerStyle(type: 'date' | 'number' | 'text', place: Place): SheetStyle {
  const key = `${type}${Object.values(place).map(Number).join('')}`;
  const known = answers.get(key);
  if (known) return known;
  const side = { date: 'center', number: 'right', text: 'left' } as const;
  const style: SheetStyle = {
    font: font({ bold: type !== 'text', size: type === 'text' ? 8 : 10, color: { argb: COLOR.answerInk } }),
    fill: solid(COLOR.answer),
    border: answerBorder(place),
    alignment: at(side[type], type === 'text' ? { wrapText: true } : {}),
    numFmt: { date: DATE, number: '0', text: TEXT }[type],
    protection: { locked: false },
  };
  answers.set(key, style);
  return style;
}
/** The heads of those three columns. */
export const answerHeader = (left: boolean, right: boolean): SheetStyle => ({
  ...HEADER,
  fill: solid(COLOR.answerHead),
  border: { top: medium(BLUE), bottom: medium(BLUE), left: left ? medium(BLUE) : thin(BLUE), right: right ? medium(BLUE) : thin(BLUE) },
});

const step = (fill: string | undefined, edge: string, ink: string, bold: boolean) => {
  const look = { font: font({ bold, size: 8.5, color: { argb: ink } }), numFmt: TEXT, ...(fill ? { fill: solid(fill) } : {}) };
  const border = { top: thin(edge), bottom: thin(edge) };
  return {
    name: { ...look, border: { ...border, left: thin(edge) }, alignment: at('left', { shrinkToFit: true }) },
    whole: { ...look, border: { ...border, left: thin(edge), right: thin(edge) }, alignment: at('left', { shrinkToFit: true }) },
    dates: { ...look, border: { ...border, right: thin(edge) }, alignment: at('right', { shrinkToFit: true }) },
  };
};
/** The steps of a chain: in the house, this partner's own, another partner's. */
export const STEPS = {
  house: step(undefined, GRID, INK, false),
  own: step(NAVY, NAVY, COLOR.white, true),
  partner: step(COLOR.partner, AMBER, COLOR.partnerInk, true),
};
export const CHAIN_ORDER: SheetStyle = { ...plain.text, font: font({ bold: true }) };
export const CHAIN_TITLE: SheetStyle = { font: font({ size: 10, bold: true }), alignment: at('left') };
