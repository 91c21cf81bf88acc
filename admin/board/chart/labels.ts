import { endClock, endDate, plantDate } from '../../../server/domain/plant-time.ts';
import { BOARD, barLabel, dayAndHalf, GROUNDS, lateBy, pieces, spanText, TOOLTIP, withPartner } from '../../texts/board.ts';
import type { Bar, Entry } from './bars.ts';
import { dateOfBlock, isAfternoon, type Span } from './blocks.ts';

/** Rough width of a character at a font size: Latin and half-width kana take about half of a full-width one. */
const isNarrow = (character: string): boolean => /[\u0020-\u024f\uff61-\uff9f]/.test(character);

/** As much of the text as fits into the pixels; cut between characters, without an ellipsis (bars are too short for one). */
export function fitText(text: string, width: number, fontSize: number): string {
  let used = 0;
  let fitted = '';
  for (const character of text) {
    used += isNarrow(character) ? fontSize * 0.58 : fontSize;
    if (used > width) break;
    fitted += character;
  }
  return fitted;
}

/** `2026/11/16(月) 午前 〜 11/17(火) 午後まで`. */
export const describeSpan = (span: Span): string =>
  spanText(dateOfBlock(span.start), isAfternoon(span.start), dateOfBlock(span.end - 1), isAfternoon(span.end - 1));

/** `11/19(木) 午後`: a block as a moment of the day. */
export const describeBlock = (block: number): string => `${dayAndHalf(dateOfBlock(block), isAfternoon(block))}`;

/** Where a bar's work is done: its facility, or its partner by name. */
export const placeOf = (entry: Entry): string =>
  entry.outsourced ? withPartner(entry.outsourcing_name) : (entry.facility_name ?? BOARD.noFacility);

/** The states of a bar in words; colour is never the only sign. */
export function statesOf(bar: Bar): string[] {
  const { entry } = bar;
  const states: string[] = [];
  if (entry.received_locked) states.push(GROUNDS[bar.ground]);
  if (entry.locked) states.push(GROUNDS.locked);
  if (entry.outsourced) states.push(withPartner(entry.outsourcing_name));
  if (bar.flagged) states.push(`${BOARD.late} ${lateBy(entry.late_days)}`);
  return states;
}

/** The whole bar in words. */
export const describeBar = (bar: Bar): string =>
  barLabel(bar.entry.unique_order, bar.entry.task_name, describeSpan(bar.span), statesOf(bar));

function clockText({ start_date, start_time, end_date }: Entry): string {
  const [from, to] = [plantDate(start_date), endDate(end_date)];
  if (from === to) return `${start_time} 〜 ${endClock(end_date)}`;
  return `${dayAndHalf(from, undefined)} ${start_time} 〜 ${dayAndHalf(to, undefined)} ${endClock(end_date)}`;
}

/** One line of a tooltip. */
export interface TooltipLine {
  term: string;
  text: string;
  late?: boolean;
}

/** What the tooltip of a bar says; `reason` is the scheduler's sentence about its order. */
export function tooltipOf(bar: Bar, reason: string | undefined): { title: string; lines: TooltipLine[] } {
  const { entry } = bar;
  const lines: TooltipLine[] = [
    { term: TOOLTIP.span, text: describeSpan(bar.span) },
    { term: TOOLTIP.clock, text: clockText(entry) },
    { term: TOOLTIP.facility, text: placeOf(entry) },
  ];
  lines.push({ term: TOOLTIP.quantity, text: pieces(entry.quantity) });
  if (bar.previous) lines.push({ term: TOOLTIP.previous, text: dayAndHalf(bar.previous.date, bar.previous.afternoon) });
  if (bar.demolding) lines.push({ term: TOOLTIP.casting, text: describeSpan(bar.demolding) });
  if (entry.deadline_date) lines.push({ term: TOOLTIP.deadline, text: dayAndHalf(entry.deadline_date, undefined) });
  if (entry.received_locked)
    lines.push({
      term: TOOLTIP.received,
      text: entry.last_reception_date ? dayAndHalf(entry.last_reception_date, undefined) : TOOLTIP.noDate,
    });
  else if (entry.locked) lines.push({ term: GROUNDS.locked, text: TOOLTIP.locked });
  if (bar.flagged) {
    lines.push({ term: TOOLTIP.late, text: lateBy(entry.late_days), late: true });
    if (reason) lines.push({ term: TOOLTIP.reason, text: reason });
  }
  return { title: `${entry.unique_order} ${entry.task_name}`, lines };
}
