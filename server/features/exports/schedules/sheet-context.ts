import type { Row, Worksheet } from 'exceljs';
import { dayNumber, type PlantDate } from '../../../domain/ground/plant-time.ts';
import type { ExportHeading } from '../kind.ts';
import type { SheetStyle } from '../paper.ts';
import type { Group } from './arrangement.ts';
import type { ScheduleRows } from './schedules.store.ts';
import type { DayKind } from './styles.ts';

/** Columns before the first half day. */
export const INFO_COLUMNS = 6;

/** What a sheet is written with. */
export interface SheetContext {
  sheet: Worksheet;
  group: Group;
  rows: ScheduleRows;
  heading: ExportHeading;
  /** What each day of the workbook is. */
  dayKinds: readonly DayKind[];
  /** Days on which a facility stands. */
  closures: ReadonlyMap<number, readonly number[]>;
}

/** The column of a half day, 1-based. */
export const columnOf = (block: number): number => INFO_COLUMNS + 1 + block;

/** The letters of a column. */
export function letters(column: number): string {
  const before = Math.floor((column - 1) / 26);
  return (before > 0 ? letters(before) : '') + String.fromCharCode(65 + ((column - 1) % 26));
}

/** Writes a cell. Values are typed; a text is never a formula. */
export function put(row: Row, column: number, value: string | number | Date | null, style: SheetStyle): void {
  const cell = row.getCell(column);
  cell.value = value;
  cell.style = style;
}

/** A day as a date cell: midnight of the day, as Excel counts. */
export const dateCell = (date: PlantDate | null): Date | null => (date === null ? null : new Date(dayNumber(date) * 86_400_000));
