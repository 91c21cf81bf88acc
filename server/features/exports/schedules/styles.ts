import type { Fill } from 'exceljs';
import { COLOR } from '../palette.ts';
import { at, boxed, font, medium, type SheetStyle, solid, thin } from '../paper.ts';

const { ink: INK, red: RED, white: WHITE, grid: GRID, day: DAY } = COLOR;

const hatched = (line: string, ground: string): Fill => ({
  type: 'pattern',
  pattern: 'lightUp',
  fgColor: { argb: line },
  bgColor: { argb: ground },
});

/** What a day is, for the ground of its cells. */
export type DayKind = 'work' | 'saturday' | 'holiday' | 'closed';
const GROUNDS: { [Kind in DayKind]: Fill | undefined } = {
  work: undefined,
  saturday: hatched(COLOR.saturday, COLOR.saturdayGround),
  holiday: hatched(COLOR.holiday, COLOR.holidayGround),
  closed: hatched(COLOR.closed, COLOR.closedGround),
};
const DAY_INKS: { [Kind in DayKind]: string } = { work: INK, saturday: COLOR.saturdayInk, holiday: RED, closed: INK };

/** Fill and edge of the bars, as on the board. */
export type BarKind = 'normal' | 'locked' | 'finished' | 'late' | 'outsourced' | 'run' | 'lockedRun';
const BARS: { [Kind in BarKind]: readonly [fill: string, edge: string] } = {
  normal: [COLOR.normal, COLOR.normalEdge],
  locked: [COLOR.locked, COLOR.lockedEdge],
  finished: [COLOR.finished, COLOR.finishedEdge],
  late: [COLOR.late, RED],
  outsourced: [COLOR.outsourced, COLOR.amber],
  run: [COLOR.normalEdge, COLOR.navy],
  lockedRun: [COLOR.lockedEdge, COLOR.lockedRunEdge],
};

/** Gives the same object for the same key: the writer knows a style by its object. */
function kept<Key extends readonly (string | boolean)[]>(make: (...key: Key) => SheetStyle): (...key: Key) => SheetStyle {
  const styles = new Map<string, SheetStyle>();
  return (...key) => {
    const name = key.join('/');
    const style = styles.get(name) ?? make(...key);
    styles.set(name, style);
    return style;
  };
}

/** An empty half day; the day's last one has a darker right edge. */
export const halfStyle = kept((kind: DayKind, afternoon: boolean): SheetStyle => {
  const ground = GROUNDS[kind];
  const border = { ...boxed(GRID), right: thin(afternoon ? DAY : GRID) };
  return { font: font({ size: 8 }), border, alignment: at('left'), ...(ground ? { fill: ground } : {}) };
});

/** The words of a bar in the empty half day beside it. */
export const besideStyle = kept(
  (kind: DayKind, afternoon: boolean, side: 'left' | 'right'): SheetStyle => ({
    ...halfStyle(kind, afternoon),
    font: font({ size: 8, bold: true }),
    alignment: at(side),
  }),
);

/** The deadline in an empty cell, or in a bar's. */
export const deadlineStyle = kept((kind: DayKind | BarKind): SheetStyle => {
  const own = kind in BARS ? barStyle(kind as BarKind, false, false) : halfStyle(kind as DayKind, true);
  return { ...own, font: font({ size: 9, color: { argb: RED } }), alignment: at('right'), border: { ...own.border, right: medium(RED) } };
});

/** A cell of a bar; its ends have an edge. */
export const barStyle = kept((kind: BarKind, first: boolean, last: boolean): SheetStyle => {
  const [fill, edge] = BARS[kind];
  const border = { top: thin(edge), bottom: thin(edge), ...(first ? { left: thin(edge) } : {}), ...(last ? { right: thin(edge) } : {}) };
  const dark = kind === 'run' || kind === 'lockedRun';
  const ink = dark ? WHITE : kind === 'late' ? RED : INK;
  return { font: font({ size: 8, bold: true, color: { argb: ink } }), fill: solid(fill), border, alignment: at(dark ? 'center' : 'left') };
});

const DATE = '[$-411]m/d(aaa)';
const TEXT = '@';
const FORMATS = { text: TEXT, date: DATE, number: '#,##0' };
const SIDES = { text: 'left', date: 'right', number: 'right' } as const;
/** A cell of the block at the left. */
export const infoStyle = kept(
  (type: 'text' | 'date' | 'number', late: boolean): SheetStyle => ({
    font: font(late ? { bold: true, color: { argb: RED } } : {}),
    border: boxed(GRID),
    numFmt: FORMATS[type],
    alignment: at(SIDES[type], type === 'text' ? {} : { indent: 1 }),
  }),
);

/** The head of a furnace run at the left. */
export const runStyle = kept(
  (right: boolean): SheetStyle => ({
    font: font({ bold: true }),
    fill: solid(COLOR.runHead),
    border: { top: thin(GRID), bottom: thin(GRID), ...(right ? { right: thin(GRID) } : {}) },
    alignment: at(right ? 'right' : 'left'),
    numFmt: TEXT,
  }),
);

/** The row that names a facility, and the one that begins three weeks. */
export const facilityStyle: SheetStyle = {
  font: font({ size: 10, bold: true, color: { argb: WHITE } }),
  fill: solid(COLOR.navy),
  alignment: at('left'),
  numFmt: TEXT,
};
export const blockStyle: SheetStyle = {
  font: font({ size: 10, bold: true }),
  fill: solid(COLOR.block),
  alignment: at('left'),
  numFmt: TEXT,
};

/** The head of the table. */
export const headStyle = kept(
  (kind: DayKind, side: 'left' | 'center'): SheetStyle => ({
    font: font({ bold: true, color: { argb: DAY_INKS[kind] } }),
    fill: GROUNDS[kind] ?? solid(COLOR.head),
    border: boxed(DAY),
    alignment: at(side),
  }),
);

/** Nothing, where the column would show. */
export const blankStyle: SheetStyle = { font: font(), alignment: at('left') };

/** Heads of the page. */
export const plantStyle: SheetStyle = { font: font({ size: 11, bold: true }), alignment: at('left', { wrapText: true }) };
export const titleStyle: SheetStyle = { font: font({ size: 18, bold: true }), alignment: at('center') };
export const periodStyle: SheetStyle = { font: font({ size: 10 }), alignment: at('right', { wrapText: true }) };
export const legendStyle: SheetStyle = { font: font(), alignment: at('left', { indent: 1 }) };
export const scaleStyle: SheetStyle = { font: font(), alignment: at('left') };
export const legendRight: SheetStyle = { font: font({ bold: true }), alignment: at('right') };
export const legendDeadline: SheetStyle = {
  font: font({ size: 9, color: { argb: RED } }),
  alignment: at('right'),
  border: { right: medium(RED) },
};

/** The list of all tasks. */
export const LIST_STYLES = {
  head: { font: font({ bold: true }), fill: solid(COLOR.head), border: boxed(DAY), alignment: at('center') },
  text: { font: font(), border: boxed(GRID), alignment: at('left'), numFmt: TEXT },
  number: { font: font(), border: boxed(GRID), alignment: at('right', { indent: 1 }), numFmt: '#,##0' },
  date: { font: font(), border: boxed(GRID), alignment: at('right', { indent: 1 }), numFmt: '[$-411]yyyy/mm/dd(aaa)' },
  instant: { font: font(), border: boxed(GRID), alignment: at('right', { indent: 1 }), numFmt: '[$-411]yyyy/mm/dd(aaa) hh:mm' },
} satisfies Record<string, SheetStyle>;
