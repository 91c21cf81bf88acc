import type { Success } from '../../../../server/contract/handlers.ts';
import { searchKey } from '../../../../server/domain/ground/fold.ts';
import { formatInstant, formatMonthDay, plantMinutes } from '../../../../server/domain/ground/plant-time.ts';
import { MOVED, REPORT, shiftText } from '../../../texts/board/runs.ts';
import { halfDaysOf } from '../../chart/paint/ghosts.ts';
import type { Sorting } from './SortedTable.tsx';

/** A bar that a run moved. */
export type Move = Success<'getRunMoves'>['moves'][number];
export type MovedColumn = keyof typeof MOVED.columns;
export const MOVED_COLUMNS = Object.keys(MOVED.columns) as MovedColumn[];
/** Figures stand to the right. */
export const isMovedFigure = (column: MovedColumn): boolean => column === 'late_days' || column === 'shift';

/** `026X0255-02`. */
export const lotOf = ({ serial_number, lot_number }: Move): string =>
  lot_number === '' ? serial_number : `${serial_number}-${lot_number}`;

const minutesOf = ({ old_start, new_start }: Move): number => plantMinutes(new_start) - plantMinutes(old_start);

function facilities({ old_facility, new_facility }: Move): string {
  const now = new_facility ?? REPORT.noFacility;
  return old_facility === new_facility ? now : `${old_facility ?? REPORT.noFacility} → ${now}`;
}

/** What a cell says. */
export function movedCell(move: Move, column: MovedColumn): string {
  switch (column) {
    case 'serial_number':
      return lotOf(move);
    case 'task_name':
      return move.task_name;
    case 'delivery_date':
      return move.delivery_date === null ? '' : formatMonthDay(move.delivery_date);
    case 'late_days':
      return move.late_days > 0 ? MOVED.days(move.late_days) : MOVED.inTime;
    case 'old_start':
      return formatInstant(move.old_start);
    case 'new_start':
      return formatInstant(move.new_start);
    case 'shift':
      return shiftText(halfDaysOf(move.old_start, move.new_start), move.old_facility !== move.new_facility);
    case 'facility':
      return facilities(move);
  }
}

function rank(move: Move, column: MovedColumn): string | number {
  if (column === 'shift') return Math.abs(minutesOf(move));
  if (column === 'facility') return facilities(move);
  if (column === 'serial_number') return lotOf(move);
  return move[column] ?? '\uffff';
}

/** The moves by a column; equal ones stay as they were answered: those of late orders first, then those that moved furthest. */
export function sortedMoves(moves: readonly Move[], { column, descending }: Sorting<MovedColumn>): Move[] {
  const sign = descending ? -1 : 1;
  return [...moves].sort((a, b) => {
    const [x, y] = [rank(a, column), rank(b, column)];
    return x === y ? 0 : sign * (x < y ? -1 : 1);
  });
}

/** The moves of which 製番, process or facility holds the text. */
export function foundMoves(moves: readonly Move[], text: string): readonly Move[] {
  const key = searchKey(text.trim());
  if (key === '') return moves;
  return moves.filter((move) => searchKey(`${lotOf(move)} ${move.task_name} ${facilities(move)}`).includes(key));
}

/** The list as a file: dates and figures as a spreadsheet takes them. */
export const movedCsv = (moves: readonly Move[]): string[][] => [
  MOVED_COLUMNS.map((column) => (column === 'shift' ? MOVED.shiftDays : MOVED.columns[column])),
  ...moves.map((move) =>
    MOVED_COLUMNS.map((column) => {
      if (column === 'delivery_date') return move.delivery_date ?? '';
      if (column === 'late_days') return String(move.late_days);
      if (column === 'shift') return String(halfDaysOf(move.old_start, move.new_start) / 2);
      return movedCell(move, column);
    }),
  ),
];
