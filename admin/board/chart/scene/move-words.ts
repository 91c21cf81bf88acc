import { sayOnce } from '../../../../server/domain/bars/judge.ts';
import type { Place, Pushed } from '../../../../server/domain/bars/moves.ts';
import { type SpokenOf, type Warning, warningsOf } from '../../../../server/domain/bars/warnings.ts';
import { DAY_MINUTES, HALF_DAY_MINUTES } from '../../../../server/domain/ground/constants.ts';
import { dateOfDay, endDate, formatMonthDay, instantOfMinutes, type PlantDate } from '../../../../server/domain/ground/plant-time.ts';
import { endMoment, moment } from '../../../../server/domain/texts/dates.ts';
import { SCHEDULE_WARNINGS } from '../../../../server/domain/texts/plan/schedule.ts';
import { amountText } from '../../../texts/board/loads.ts';
import { barsText, CHARGE_MOVE, chargeHead, GROUP_MOVE, halfDayOf, latenessChange, MOVE, MOVE_LINES } from '../../../texts/board/moves.ts';
import type { Entry } from './bars.ts';
import { dateOfBlock, isAfternoon } from './blocks.ts';
import type { Around } from './group/arounds.ts';
import { entryIdsOf, laterOf, spokenOfLater, warningsOfGroup } from './group/group-move.ts';
import { contradicting } from './group/standing.ts';
import type { ChargeMove, GroupMove, Held, Judgement, Wish } from './judging.ts';

/** One line of what a move breaks or brings. */
export interface MoveLine {
  sign: 'conflict' | 'late' | 'pushed' | 'note';
  text: string;
  /** Said louder after the text. */
  strong?: string | undefined;
  /** It sums up lines that follow. */
  total?: boolean;
  /** The bar that is in the way. */
  other?: Around['occupants'][number] | undefined;
}

/** `12/3(木) 08:00`. */
const startWords = ({ start }: Place): string => moment(instantOfMinutes(start));
/** `12/4(金) 15:30`; midnight is 24:00 of the day before. */
const endWords = ({ end: minutes }: Place): string => endMoment(instantOfMinutes(minutes));
/** `12/3(木) 08:00 〜 12/4(金) 15:30`. */
export const placeWords = (place: Place): string => `${startWords(place)} 〜 ${endWords(place)}`;
/** `12/8(火)`: the day on which an order is through. */
export const shipmentWords = (date: PlantDate): string => formatMonthDay(date);
/** What the order's last day is: its shipment, or merely an end while its processes stand in the wrong order. */
export const lastDayWord = ({ ships }: Judgement, side: 'before' | 'after'): string => (ships?.[side] === false ? MOVE.end : MOVE.shipment);
/** Whether the order is through when the bar itself is: the later tasks, shipment among them, stay where they are, and contradict it. */
export const shipmentStays = ({ pushed, blocked, ends, ships, place }: Judgement, { push }: Wish): boolean =>
  !push && (pushed.length > 0 || blocked !== undefined) && ships?.after === false && ends?.after === endDate(instantOfMinutes(place.end));
/** `12/7(月) 午前`: where a later task begins. */
export const halfDayWords = (place: Place): string => {
  const block = Math.floor(place.start / HALF_DAY_MINUTES);
  return halfDayOf(dateOfBlock(block), isAfternoon(block));
};

function latenessLine({ late, known }: Judgement): MoveLine | undefined {
  if (!late || !known?.deadline_date) return undefined;
  const text = MOVE_LINES.deadline(known.deadline_date);
  if (late.before === 0 && late.after === 0) return { sign: 'note', text: `${text}: ${MOVE_LINES.intime}` };
  // What does not get later is no caution.
  return { sign: late.after > late.before ? 'late' : 'note', text: `${text}: `, strong: latenessChange(late.before, late.after) };
}

const taskName = (known: Around | undefined, id: number): string => known?.lot.find((bar) => bar.id === id)?.task_name ?? '';

/** The bar as it would be, and the later tasks that go along: what is to be said of each, but of lateness, which counts every lot. */
function spokenOf(entry: Entry, judgement: Judgement): SpokenOf[] {
  const { before, place, leavesRun, later = [] } = judgement;
  const retimed = place.start !== before.start || place.end !== before.end;
  const own = {
    name: entry.task_name,
    conflicts: sayOnce(judgement.conflicts),
    asides: [...(retimed && entry.work_time_set ? [MOVE.clearsTimes] : []), ...(leavesRun ? [MOVE.leavesRun] : [])],
  };
  const names = later.map(({ bar }) => bar.task_name);
  return [own, ...spokenOfLater(later, names)];
}

/** What is said after the save as well, with the bar in the way. */
function warningLine({ text, things }: Warning, known: Around | undefined): MoveLine {
  const [first] = things;
  if (first?.kind === 'aside') return { sign: 'note', text };
  const crowds = first?.kind === 'over_capacity' ? first.others : [];
  return { sign: 'conflict', text, other: known?.occupants.find(({ id }) => crowds.includes(id)) };
}

/** What goes along with a move of later tasks. */
function pushLines(judgement: Judgement, { push }: Wish): MoveLine[] {
  const { pushed, blocked, ends, known } = judgement;
  if (!push) return [];
  const lines: MoveLine[] = [];
  const last = ends && `${lastDayWord(judgement, 'after')} ${shipmentWords(ends.after)}`;
  if (pushed.length > 0 && last) lines.push({ sign: 'pushed', text: MOVE_LINES.pushes(pushed.length, last) });
  if (blocked === undefined) return lines;
  const isLocked = known?.lot.find(({ id }) => id === blocked)?.locked ?? false;
  return [...lines, { sign: 'note', text: (isLocked ? MOVE_LINES.locked : MOVE_LINES.noDay)(taskName(known, blocked)) }];
}

/**
 * The list of a move: broken rules, the lateness of the order, bars that go with it. Pointer and confirmation show the same list, in the
 * words of the save.
 */
export function linesOf(entry: Entry, judgement: Judgement, wish: Wish): MoveLine[] {
  if (judgement.group) return linesOfGroup(judgement.group, judgement, wish);
  const spoken = spokenOf(entry, judgement);
  const warnings = warningsOf(spoken, spoken.length > 1).map((warning) => warningLine(warning, judgement.known));
  const late = latenessLine(judgement);
  const own = judgement.known ? contradicting(judgement.known, entry.id, sayOnce(judgement.conflicts)) : [];
  return [
    ...totalLine(judgement.later?.length ? [own, ...judgement.later.map((part) => part.contradicting)] : []),
    ...(judgement.past ? [{ sign: 'conflict' as const, text: SCHEDULE_WARNINGS.in_past }] : []),
    ...warnings.filter(({ sign }) => sign === 'conflict'),
    ...(late ? [late] : []),
    ...pushLines(judgement, wish),
    ...readingLine(judgement.later),
    ...warnings.filter(({ sign }) => sign === 'note'),
  ];
}

/** How many processes would stand among the 矛盾, where more than one moves. */
function totalLine(contradicting: readonly (readonly number[])[]): MoveLine[] {
  const { size } = new Set(contradicting.flat());
  return size > 0 ? [{ sign: 'conflict', text: MOVE_LINES.contradicting, strong: barsText(size), total: true }] : [];
}

/** What is not known yet of later tasks. */
const readingLine = (later: Judgement['later']): MoveLine[] => (later ? [] : [{ sign: 'note', text: MOVE.reading }]);

/** The list of bars that move as one: how many fit, what is wrong with the others and with a furnace run as a whole, lateness, and what stays. */
function linesOfGroup(group: GroupMove, { conflicts, past, known }: Judgement, { push }: Wish): MoveLine[] {
  const { parts, going, kept, charge } = group;
  const unit = charge ? 'lots' : 'bars';
  const fit = going.filter((part) => part.conflicts.length === 0).length;
  const along = push ? group.pushed.length : 0;
  const warnings = warningsOfGroup(group, conflicts).map((warning) => warningLine(warning, known));
  const note = (text: string): MoveLine => ({ sign: 'note', text });
  const stays = parts.length - going.length;
  return [
    note(GROUP_MOVE.fits[unit](fit, going.length)),
    ...totalLine([...going, ...(group.later ?? [])].map((part) => part.contradicting)),
    ...(past ? [{ sign: 'conflict' as const, text: SCHEDULE_WARNINGS.in_past }] : []),
    ...(charge && !charge.mate && charge.leaps ? [note(CHARGE_MOVE.leaps(halfDayWords(charge.free)))] : []),
    ...warnings.filter(({ sign }) => sign === 'conflict'),
    latenessOfGroup(group),
    ...(along > 0 ? [{ sign: 'pushed' as const, text: GROUP_MOVE.pushes(along) }] : []),
    ...readingLine(group.later),
    ...(stays > 0 ? [note(charge ? CHARGE_MOVE.left(stays) : GROUP_MOVE.left(stays))] : []),
    ...(kept > 0 ? [note(GROUP_MOVE.kept(kept))] : []),
    ...warnings.filter(({ sign }) => sign === 'note'),
  ];
}

/** How many orders get later, and what becomes of the latest of them. */
function latenessOfGroup(group: GroupMove): MoveLine {
  const later = laterOf(group);
  const [worst] = later;
  if (!worst) return { sign: 'note', text: GROUP_MOVE.inTime };
  const { name, late } = worst;
  return { sign: 'late', text: GROUP_MOVE.later(later.length), strong: GROUP_MOVE.worst(name, latenessChange(late.before, late.after)) };
}

/** What moves as one: `5工程`, of a furnace run `12ロット · 1,080℃`, of it a lot alone by its name. */
export function titleOfGroup({ bar, bars, judgement: { group } }: Pick<Held, 'bar' | 'bars' | 'judgement'>): string {
  if (bars.length > 1 || !bar.charge) return barsText(entryIdsOf(bars).length);
  const { members, recipe } = bar.charge.run;
  const [first, ...others] = group?.going ?? [];
  if (first && others.length === 0) return `${first.unique_order} ${first.task_name}`;
  return chargeHead(group?.going.length ?? members.length, recipe.temperature);
}

/** `移動先の炉チャージ 4ロットに入れます: 3,760kg / 4,000kg`. */
export function mateWords({ run, weight, volume }: NonNullable<ChargeMove['mate']>, joins: boolean): string {
  const byVolume = run.max_weight === null && run.volume !== null;
  const limit = byVolume ? run.volume : run.max_weight;
  const [load, unit] = byVolume ? [volume, 'm3' as const] : [weight, 'kg' as const];
  const filled = `${amountText(load, unit)}${limit === null ? '' : ` / ${amountText(limit, unit)}`}`;
  return (joins ? CHARGE_MOVE.joins : CHARGE_MOVE.apart)(run.members.length, filled);
}

/** Days without work that the pushed tasks have been sent over. */
export function skippedDays(pushed: readonly Pushed[], isOpen: (day: number) => boolean): PlantDate[] {
  const days = new Set<number>();
  for (const { before, after } of pushed)
    for (let day = Math.floor(before.start / DAY_MINUTES); day < Math.floor(after.start / DAY_MINUTES); day += 1)
      if (!isOpen(day)) days.add(day);
  return [...days].sort((one, other) => one - other).map(dateOfDay);
}
