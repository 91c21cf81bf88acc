import { dayNumber, endClock, endDate, plantDate } from '../../../../server/domain/ground/plant-time.ts';
import { BY_HAND } from '../../../../server/domain/texts/plan/origin.ts';
import { PRIORITY_WORDS } from '../../../../server/domain/texts/plan/priority.ts';
import { DEFECTS } from '../../../../server/domain/texts/plan/reasons.ts';
import { ACTUAL, type Half, happenedText } from '../../../texts/board/actual.ts';
import {
  BOARD,
  barLabel,
  dayAndHalf,
  GROUNDS,
  lateDaysText,
  lotLateBy,
  pieces,
  spanText,
  TOOLTIP,
  withPartner,
} from '../../../texts/board/board.ts';
import { CHART, UNMATCHED } from '../../../texts/board/chart.ts';
import { PRIORITY } from '../../../texts/priority.ts';
import { type Bar, type Entry, plannedPlace } from './bars.ts';
import { type Block, blockOfDay, blockOfInstant, dateOfBlock, dayOfBlock, isAfternoon, type Span, spanOf } from './blocks.ts';

/** `2026/11/16(月) 午前 〜 11/17(火) 午後`. */
export const describeSpan = (span: Span): string =>
  spanText(dateOfBlock(span.start), isAfternoon(span.start), dateOfBlock(span.end - 1), isAfternoon(span.end - 1));

const partnerOf = ({ outsourcing_name }: Entry): string => outsourcing_name ?? BOARD.unknown;

/** Where a bar's work is done: its facility, or its partner by name. */
export const placeOf = (entry: Entry): string =>
  entry.outsourced ? withPartner(entry.outsourcing_name) : (entry.facility_name ?? BOARD.noFacility);

/** The states of a bar in words; colour is never the only sign. */
export function statesOf(bar: Bar): string[] {
  const { entry } = bar;
  const states: string[] = entry.unmatched ? [UNMATCHED.name] : [];
  if (entry.received_locked) states.push(GROUNDS[bar.ground]);
  if (entry.locked) states.push(GROUNDS.locked);
  if (entry.outsourced) states.push(withPartner(entry.outsourcing_name));
  if (entry.origin === 'hand') states.push(BY_HAND.title);
  if (entry.priority !== 'normal') states.push(PRIORITY_WORDS[entry.priority]);
  if (bar.flagged) states.push(lotLateBy(entry.lot_late_days, entry.late_days));
  return states;
}

/** The whole bar in words, with the sentences about what is wrong with its place. */
export const describeBar = (bar: Bar, conflicts: readonly string[] = []): string =>
  barLabel(bar.entry.unique_order, bar.entry.task_name, describeSpan(bar.span), [
    ...statesOf(bar),
    ...happenedLines(bar.entry).map(({ term, text }) => `${term} ${text}`),
    ...(conflicts.length > 0 ? [CHART.conflict, ...conflicts] : []),
  ]);

function clockText({ start_date, start_time, end_date }: Entry): string {
  const [from, to] = [plantDate(start_date), endDate(end_date)];
  if (from === to) return `${start_time} 〜 ${endClock(end_date)}`;
  return `${dayAndHalf(from, undefined)} ${start_time} 〜 ${dayAndHalf(to, undefined)} ${endClock(end_date)}`;
}

/** One line of a tooltip. */
interface TooltipLine {
  term: string;
  text: string;
  late?: boolean;
}

const halfOf = (block: Block): Half => ({ date: dateOfBlock(block), afternoon: isAfternoon(block) });

/** When a bar really began and ended, as far as that is known, beside where the plan had it. */
export function happenedLines(entry: Entry): TooltipLine[] {
  const { actual } = entry;
  if (!actual) return [];
  const place = plannedPlace(entry);
  const planned = place && spanOf(place.start_date, place.end_date);
  const line = (term: string, block: Block, due: Block | undefined): TooltipLine => ({
    term,
    text: happenedText(halfOf(block), due === undefined ? undefined : halfOf(due), block - (due ?? block)),
  });
  const { started_at, finished_at, day } = actual;
  const lines = started_at ? [line(ACTUAL.start, blockOfInstant(started_at), planned?.start)] : [];
  const due = planned && planned.end - 1;
  if (finished_at) return [...lines, line(ACTUAL.end, spanOf(started_at ?? finished_at, finished_at).end - 1, due)];
  if (!day) return lines;
  const days = due === undefined ? 0 : dayNumber(day) - dayOfBlock(due);
  return [...lines, { term: ACTUAL.end, text: happenedText({ date: day }, due === undefined ? undefined : halfOf(due), blockOfDay(days)) }];
}

/** What the tooltip of a bar says; `reason` is the scheduler's sentence about its order, `conflicts` what is wrong with the bar's place. */
export function tooltipOf(
  bar: Bar,
  reason: string | undefined,
  conflicts: readonly string[] = [],
): { title: string; lines: TooltipLine[] } {
  const { entry } = bar;
  const lines: TooltipLine[] = [
    ...(entry.unmatched ? [{ term: UNMATCHED.name, text: UNMATCHED.hint }] : []),
    { term: TOOLTIP.span, text: describeSpan(bar.span) },
    { term: TOOLTIP.clock, text: clockText(entry) },
    { term: entry.outsourced ? CHART.partner : TOOLTIP.facility, text: entry.outsourced ? partnerOf(entry) : placeOf(entry) },
  ];
  const happened = happenedLines(entry);
  lines.push(...happened);
  if (entry.origin === 'hand') lines.push({ term: BY_HAND.mark, text: BY_HAND.title });
  lines.push({ term: TOOLTIP.quantity, text: pieces(entry.quantity) });
  const { good_quantity: good } = entry;
  if (typeof good === 'number' && good < entry.quantity)
    lines.push({
      term: TOOLTIP.defect,
      text: [pieces(entry.quantity - good), entry.defect ? DEFECTS[entry.defect] : ''].filter(Boolean).join(' '),
    });
  if (bar.previous) lines.push({ term: TOOLTIP.previous, text: dayAndHalf(bar.previous.date, bar.previous.afternoon) });
  if (bar.demolding) lines.push({ term: TOOLTIP.casting, text: describeSpan(bar.demolding) });
  if (entry.deadline_date) lines.push({ term: TOOLTIP.deadline, text: dayAndHalf(entry.deadline_date, undefined) });
  if (entry.priority !== 'normal') lines.push({ term: PRIORITY.title, text: PRIORITY_WORDS[entry.priority] });
  if (entry.received_locked && !happened.some(({ term }) => term === ACTUAL.end))
    lines.push({
      term: TOOLTIP.received,
      text: entry.last_reception_date ? dayAndHalf(entry.last_reception_date, undefined) : TOOLTIP.noDate,
    });
  else if (entry.locked && !entry.received_locked) lines.push({ term: GROUNDS.locked, text: TOOLTIP.locked });
  // The bar of what the search leaves out bears no flag; whoever asks is told.
  if (bar.flagged || (entry.unmatched && !entry.received_locked && entry.lot_late_days > 0)) {
    lines.push({ term: TOOLTIP.late, text: lateDaysText(entry.late_days, entry.lot_late_days), late: true });
    if (reason) lines.push({ term: TOOLTIP.reason, text: reason });
  }
  for (const sentence of conflicts) lines.push({ term: CHART.conflict, text: sentence, late: true });
  return { title: `${entry.unique_order} ${entry.task_name}`, lines };
}
