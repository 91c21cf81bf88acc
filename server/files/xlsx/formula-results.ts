import type { Cell, GridRow, Merge } from '../../domain/files/grid.ts';

const NO_VALUE = { value: null, mark: 'no_value' } as const;

/** A result that may be none, until the sheet is read. */
interface Unsettled {
  row: GridRow;
  at: number;
  /** As it is stored. */
  value: Cell;
}

/** A range that one formula fills. */
interface Filled extends Merge {
  hasValue: boolean;
}

/**
 * Tells the results of formulas that somebody computed from those that the writing program put in their place. In a workbook that asks to be
 * computed, zeros are none where their whole column holds nothing else, and blanks where no formula of the sheet has a result.
 */
export class FormulaResults {
  readonly #isUncomputed: boolean;
  readonly #unsettled: Unsettled[] = [];
  readonly #computed = new Set<number>();
  #filled: Filled[] = [];

  constructor(isUncomputed: boolean) {
    this.#isUncomputed = isUncomputed;
  }

  /** A formula that fills a range: all but its first cell hold a mere value, or nothing. */
  fills(range: Merge, hasValue: boolean): void {
    if (range.top < range.bottom || range.left < range.right) this.#filled.push({ ...range, hasValue });
  }

  /** Whether the cell belongs to a formula above or before it. */
  isFilled(row: GridRow, at: number): boolean {
    return this.#filled.some(({ top, bottom, left, right }) => row.row >= top && row.row <= bottom && at >= left && at <= right);
  }

  /** The cell of a formula's result as it stands for now. */
  resultOf(row: GridRow, at: number, value: Cell): Cell {
    if (value === null) return NO_VALUE;
    const stored = typeof value === 'object' ? value.value : value;
    if (!this.#isUncomputed || (stored !== 0 && stored !== '')) {
      this.#computed.add(at);
      return value;
    }
    this.#unsettled.push({ row, at, value });
    return NO_VALUE;
  }

  /** Marks what a formula without a result should have filled in this row. */
  closeRow(row: GridRow, width: number): void {
    for (const { left, right, hasValue, top, bottom } of this.#filled) {
      if (hasValue || row.row < top || row.row > bottom) continue;
      for (let at = left; at <= Math.min(right, width - 1); at += 1) {
        while (row.cells.length <= at) row.cells.push(null);
        row.cells[at] ??= NO_VALUE;
      }
    }
    if (this.#filled.length > 0) this.#filled = this.#filled.filter(({ bottom }) => bottom > row.row);
  }

  /** Gives back what was computed after all. */
  settle(): void {
    for (const { row, at, value } of this.#unsettled) {
      const isBlank = value === '';
      if (isBlank ? this.#computed.size > 0 : this.#computed.has(at)) row.cells[at] = isBlank ? null : value;
    }
  }
}
