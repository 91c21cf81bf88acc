import { type Finding, sayOnce } from '../../../server/domain/bar-judge.ts';
import type { Place, Pushed } from '../../../server/domain/moves.ts';
import {
  dateOfDay,
  endClock,
  endDate,
  formatMonthDay,
  type Instant,
  instantOfMinutes,
  type PlantDate,
  plantClock,
  plantDate,
} from '../../../server/domain/plant-time.ts';
import { faultSentence } from '../../../server/domain/texts/bar-faults.ts';
import { halfDayOf, latenessChange, MOVE, MOVE_LINES } from '../../texts/moves.ts';
import type { Entry } from './bars.ts';
import { dateOfBlock, isAfternoon } from './blocks.ts';
import { type Around, findingsOfPushed, type Judgement, type Wish } from './judging.ts';

/** One line of what a move breaks or brings. */
export interface MoveLine {
  sign: 'conflict' | 'late' | 'pushed' | 'note';
  text: string;
  /** Said louder after the text. */
  strong?: string | undefined;
  /** The bar that is in the way. */
  other?: Around['occupants'][number] | undefined;
}

const moment = (instant: Instant): string => `${formatMonthDay(plantDate(instant))} ${plantClock(instant)}`;
const end = (instant: Instant): string => `${formatMonthDay(endDate(instant))} ${endClock(instant)}`;
/** `12/3(木) 08:00`. */
export const startWords = ({ start }: Place): string => moment(instantOfMinutes(start));
/** `12/4(金) 15:30`; midnight is 24:00 of the day before. */
export const endWords = ({ end: minutes }: Place): string => end(instantOfMinutes(minutes));
/** `12/3(木) 08:00 〜 12/4(金) 15:30`. */
export const placeWords = (place: Place): string => `${startWords(place)} 〜 ${endWords(place)}`;
/** `12/8(火)`: the day on which an order is through. */
export const shipmentWords = (instant: Instant): string => formatMonthDay(endDate(instant));
/** `12/7(月) 午前`: where a later task begins. */
export const halfDayWords = (place: Place): string => {
  const block = Math.floor(place.start / 720);
  return halfDayOf(dateOfBlock(block), isAfternoon(block));
};

function conflictLine(finding: Finding, known: Around | undefined): MoveLine | undefined {
  switch (finding.kind) {
    case 'closed_day':
      return { sign: 'conflict', text: MOVE_LINES.closed_day(finding.date) };
    case 'before_previous':
      return { sign: 'conflict', text: MOVE_LINES.before_previous(finding.task_name, end(finding.end_at)) };
    case 'after_next':
      return { sign: 'conflict', text: MOVE_LINES.after_next(finding.task_name, moment(finding.start_at)) };
    case 'over_capacity': {
      const [first, ...more] = finding.breaches;
      if (!first) return undefined;
      const when = halfDayOf(dateOfBlock(first.block), isAfternoon(first.block));
      const text = MOVE_LINES.over_capacity(when, first.taken, first.units);
      return {
        sign: 'conflict',
        text: more.length > 0 ? `${text} ${MOVE_LINES.moreHalfDays(more.length)}` : text,
        other: known?.occupants.find(({ id }) => finding.others.includes(id)),
      };
    }
    case 'past_deadline':
      // Said by the order's lateness, which counts every lot.
      return undefined;
  }
}

function latenessLine({ late, known }: Judgement): MoveLine | undefined {
  if (!late || !known?.deadline_date) return undefined;
  const text = MOVE_LINES.deadline(known.deadline_date);
  if (late.before === 0 && late.after === 0) return { sign: 'note', text: `${text}: ${MOVE_LINES.intime}` };
  // What does not get later is no caution.
  return { sign: late.after > late.before ? 'late' : 'note', text: `${text}: `, strong: latenessChange(late.before, late.after) };
}

const taskName = (known: Around | undefined, id: number): string => known?.lot.find((bar) => bar.id === id)?.task_name ?? '';

function pushLines(entry: Entry, judgement: Judgement, wish: Wish, closed: ReadonlySet<number>): MoveLine[] {
  const { pushed, blocked, ends, known } = judgement;
  if (!wish.push) return [];
  const lines: MoveLine[] = [];
  for (const { id } of pushed)
    for (const finding of findingsOfPushed(entry, judgement, wish, closed, id)) {
      const first = finding.kind === 'over_capacity' ? finding.breaches[0] : undefined;
      const when = first && halfDayOf(dateOfBlock(first.block), isAfternoon(first.block));
      if (when) lines.push({ sign: 'conflict', text: MOVE_LINES.pushedOver(taskName(known, id), when) });
    }
  if (pushed.length > 0 && ends) lines.push({ sign: 'pushed', text: MOVE_LINES.pushes(pushed.length, shipmentWords(ends.after)) });
  if (blocked !== undefined) {
    const isLocked = known?.lot.find(({ id }) => id === blocked)?.locked ?? false;
    lines.push({ sign: 'conflict', text: (isLocked ? MOVE_LINES.locked : MOVE_LINES.noDay)(taskName(known, blocked)) });
  }
  return lines;
}

/** What a move breaks, how late the order gets, what goes with it: the same list beside the pointer and in the confirmation. */
export function linesOf(entry: Entry, judgement: Judgement, wish: Wish, closed: ReadonlySet<number>): MoveLine[] {
  const { findings, faults } = sayOnce(judgement.findings, judgement.faults);
  const conflicts = findings.flatMap((finding) => conflictLine(finding, judgement.known) ?? []);
  const late = latenessLine(judgement);
  const along = pushLines(entry, judgement, wish, closed);
  return [
    ...conflicts,
    ...faults.map((fault) => ({ sign: 'conflict' as const, text: faultSentence(fault) })),
    ...along.filter(({ sign }) => sign === 'conflict'),
    ...(late ? [late] : []),
    ...along.filter(({ sign }) => sign !== 'conflict'),
    ...(judgement.leavesRun ? [{ sign: 'note' as const, text: MOVE.leavesRun }] : []),
  ];
}

/** Days without work that the pushed tasks have been sent over. */
export function skippedDays(pushed: readonly Pushed[], isOpen: (day: number) => boolean): PlantDate[] {
  const days = new Set<number>();
  for (const { before, after } of pushed)
    for (let day = Math.floor(before.start / 1440); day < Math.floor(after.start / 1440); day += 1) if (!isOpen(day)) days.add(day);
  return [...days].sort((one, other) => one - other).map(dateOfDay);
}
