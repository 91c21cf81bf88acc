import { TICK_MINUTES } from '../../../domain/ground/constants.ts';
import { type Stretch, stretchesOf, temperatureAt } from '../../../domain/plant/charge-sheet.ts';
import { clockAt, stretchText } from '../../../domain/texts/plan/charges.ts';
import type { FurnaceRun } from '../../schedule/charges/furnace-runs.service.ts';
import type { Span } from './grid.ts';
import { bandLook, LOOKS } from './styles.ts';

/** Rows of the band: the fuller a column, the hotter. */
const LEVELS = 6;
const CELLS_PER_CLOCK = [4, 8];
/** A word needs so many cells. */
const WORD_CELLS = 6;
/** Up to so many cells every second hour is named. */
const FEW_CELLS = 28;

/** The temperature over time as cells of half an hour, or of more where the run is too long for the page. */
export interface Band {
  words: Span[];
  levels: Span[][];
  clocks: Span[];
}

/** Reckons the band of a run over so many cells. */
export function bandOf(run: FurnaceRun, columns: number): Band {
  const stretches = stretchesOf(run);
  const [from, to] = [stretches[0]?.from ?? 0, stretches.at(-1)?.to ?? 0];
  const cell = TICK_MINUTES * Math.max(1, Math.ceil((to - from) / TICK_MINUTES / columns));
  const cells = Math.ceil((to - from) / cell);
  const at = (index: number): Stretch | undefined => {
    const middle = from + (index + 0.5) * cell;
    return stretches.find((stretch) => stretch.from <= middle && middle < stretch.to);
  };
  const heights = Array.from({ length: cells }, (_, index) => {
    const stretch = at(index);
    if (!stretch || run.recipe.temperature <= 0) return 0;
    const share = (from + (index + 0.5) * cell - stretch.from) / (stretch.to - stretch.from);
    return Math.max(1, Math.round((temperatureAt(stretch, share) / run.recipe.temperature) * LEVELS));
  });
  const column = (minutes: number): number => Math.round((minutes - from) / cell) + 1;
  const words = stretches.flatMap((stretch): Span[] => {
    const [first, last] = [column(stretch.from), Math.min(columns, column(stretch.to) - 1)];
    return last - first + 1 < WORD_CELLS ? [] : [{ from: first, to: last, value: stretchText(stretch, run), look: LOOKS.stretch }];
  });
  const levels = Array.from({ length: LEVELS }, (_, row) =>
    heights.map((height, index): Span => {
      const filled = height >= LEVELS - row;
      return { from: index + 1, to: index + 1, value: null, look: bandLook(filled ? at(index)?.kind : undefined) };
    }),
  );
  const step = CELLS_PER_CLOCK[cells > FEW_CELLS ? 1 : 0] as number;
  const clocks = Array.from({ length: Math.ceil(cells / step) }, (_, index): Span => {
    const first = index * step + 1;
    return { from: first, to: Math.min(columns, first + step - 1), value: clockAt(from + index * step * cell), look: LOOKS.clock };
  });
  return { words, levels, clocks };
}
