import type { Success } from '../../../../server/contract/handlers.ts';
import { searchKey } from '../../../../server/domain/ground/fold.ts';
import { formatInstant, formatMonthDay, plantMinutes } from '../../../../server/domain/ground/plant-time.ts';
import { MOVED, REPORT } from '../../../texts/board/runs.ts';
import { daysText, lotName, MOVE_CAUSES } from '../../../texts/board/story.ts';
import { halfDaysOf, movedText } from '../../chart/paint/ghosts.ts';
import { type ListColumn, lateLook } from './list-columns.ts';

/** A bar that the newest run moved. */
export type Move = Success<'getRunMoves'>['moves'][number];
/** A bar moved by any run; a night does not keep its facilities. */
type MovedBar = Pick<Move, 'serial_number' | 'lot_number' | 'task_name' | 'old_start' | 'new_start'> &
  Partial<Pick<Move, 'old_end' | 'new_end' | 'old_facility' | 'new_facility'>>;

const { columns } = MOVED;
const NOWRAP = { whiteSpace: 'nowrap' } as const;
const halfDays = ({ old_start, new_start }: MovedBar): number => halfDaysOf(old_start, new_start);

/** How far a bar was moved, in words. */
export const movedBy = ({ old_start, old_end, old_facility, new_start, new_end, new_facility }: MovedBar): string =>
  movedText(
    { start_date: old_start, end_date: old_end, facility: old_facility },
    { start_date: new_start, end_date: new_end, facility: new_facility },
  );

function facilities({ old_facility, new_facility }: Move): string {
  const now = new_facility ?? REPORT.noFacility;
  return old_facility === new_facility ? now : `${old_facility ?? REPORT.noFacility} → ${now}`;
}

const LOT: ListColumn<MovedBar> = { label: columns.serial_number, text: lotName, look: () => NOWRAP };
const TASK: ListColumn<MovedBar> = { label: columns.task_name, text: ({ task_name }) => task_name };
const WAY: readonly ListColumn<MovedBar>[] = [
  { label: columns.old_start, text: ({ old_start }) => formatInstant(old_start), rank: ({ old_start }) => old_start, look: () => NOWRAP },
  { label: columns.new_start, text: ({ new_start }) => formatInstant(new_start), rank: ({ new_start }) => new_start, look: () => NOWRAP },
  {
    label: columns.shift,
    text: movedBy,
    rank: ({ old_start, new_start }) => Math.abs(plantMinutes(new_start) - plantMinutes(old_start)),
    file: (bar) => halfDays(bar) / 2,
    fileLabel: MOVED.shiftDays,
    figure: true,
    look: () => NOWRAP,
  },
];

/** The columns of moved bars that every run can fill. */
export const MOVED_COLUMNS: readonly ListColumn<MovedBar>[] = [LOT, TASK, ...WAY];
/** Its column of how far. */
export const FURTHEST = 4;

/** The columns of the newest run's moved bars. */
export const MOVE_COLUMNS: readonly ListColumn<Move>[] = [
  LOT,
  TASK,
  {
    label: columns.delivery_date,
    text: ({ delivery_date }) => (delivery_date === null ? '' : formatMonthDay(delivery_date)),
    rank: ({ delivery_date }) => delivery_date ?? '\uffff',
    file: ({ delivery_date }) => delivery_date && { date: delivery_date },
    look: (move) => ({ ...lateLook(move), ...NOWRAP }),
  },
  {
    label: columns.late_days,
    text: ({ late_days }) => (late_days > 0 ? daysText(late_days) : MOVED.inTime),
    rank: ({ late_days }) => late_days,
    file: ({ late_days }) => late_days,
    figure: true,
    look: (move) => ({ ...lateLook(move), ...NOWRAP, fontWeight: 700 }),
  },
  ...WAY,
  { label: columns.facility, text: facilities },
  { label: columns.moved_by, text: ({ moved_by }) => (moved_by ? MOVE_CAUSES[moved_by] : '') },
];
/** Its column of late days. */
export const LATEST = 3;

/** Finds moves by a part of 製番, process or facility. */
export function foundMoves(moves: readonly Move[], text: string): readonly Move[] {
  const key = searchKey(text.trim());
  if (key === '') return moves;
  return moves.filter((move) => searchKey(`${lotName(move)} ${move.task_name} ${facilities(move)}`).includes(key));
}
