/** A bar of the bench: what every chart is given, in its own words. */
export interface BenchTask {
  id: number;
  /** Which lot it belongs to, from 0; tasks of a lot follow each other. */
  lot: number;
  name: string;
  start: Date;
  end: Date;
}

/** A chart on the bench. */
export interface BenchChart {
  /** Puts the chart with all tasks, a row each, into the element, scrolled to the first of them. */
  mount(element: HTMLElement, tasks: readonly BenchTask[]): void;
  /** Elements of bars that can be dragged, as a selector. */
  bars: string;
}

const HOUR_MS = 3_600_000;
const FIRST = new Date(2026, 10, 2).getTime();
const TASKS_A_LOT = 8;
const HALF_DAYS = [1, 1, 2, 3, 1, 2, 1, 4];
const NAMES = ['造型', '鋳込', '解枠', '切断', '焼戻し', '荒加工', '検査', '出荷'];
/** Lots begin within so many half days. */
const SPREAD = 120;

/** So many tasks in lots of eight, one after the other, the lots spread over two months; the same every time. */
export function tasksOf(count: number): BenchTask[] {
  return Array.from({ length: count }, (_, at) => {
    const lot = Math.floor(at / TASKS_A_LOT);
    const step = at % TASKS_A_LOT;
    const begin = ((lot * 7) % SPREAD) + HALF_DAYS.slice(0, step).reduce((sum, length) => sum + length, 0);
    const start = FIRST + begin * 12 * HOUR_MS;
    return {
      id: at + 1,
      lot,
      name: `${NAMES[step]} ${lot + 1}`,
      start: new Date(start),
      end: new Date(start + HALF_DAYS[step]! * 12 * HOUR_MS),
    };
  });
}
