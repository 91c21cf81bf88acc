import { type BenchChart, tasksOf } from './chart.ts';

const CHARTS: Record<string, () => Promise<{ chart: BenchChart }>> = {
  ours: () => import('./charts/ours.ts'),
  frappe: () => import('./charts/frappe.ts'),
  dhtmlx: () => import('./charts/dhtmlx.ts'),
  svar: () => import('./charts/svar.tsx'),
  vis: () => import('./charts/vis.ts'),
};

const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));

/** What the bench asks of the page. */
const bench = {
  load: async (name: string): Promise<void> => {
    bench.chart = (await CHARTS[name]!()).chart;
  },
  chart: undefined as BenchChart | undefined,
  /** Milliseconds from the call until the chart has been drawn. */
  mount: async (count: number): Promise<number> => {
    const tasks = tasksOf(count);
    const began = performance.now();
    bench.chart!.mount(document.getElementById('chart')!, tasks);
    const drawn = (): boolean =>
      [...document.querySelectorAll(bench.chart!.bars)].some((bar) =>
        bar.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
      );
    do await frame();
    while (!drawn());
    await frame();
    return performance.now() - began;
  },
  /** A place on a bar in the view, to drag it by; undefined where there is none. */
  bar: (): { x: number; y: number } | undefined => {
    for (const bar of document.querySelectorAll(bench.chart!.bars)) {
      const { left, right, top, bottom } = bar.getBoundingClientRect();
      if (left < 420 || left > 1000 || top < 70 || bottom > 600 || right - left < 18) continue;
      const at = { x: left + Math.min((right - left) / 2, 100), y: (top + bottom) / 2 };
      const hit = document.elementFromPoint(at.x, at.y);
      if (hit && (bar.contains(hit) || bar.parentElement?.contains(hit))) return at;
    }
    return undefined;
  },
  /** Where the bars in the view stand, to see whether scrolling moved them. */
  place: (): string =>
    [...document.querySelectorAll(bench.chart!.bars)]
      .map((bar) => bar.getBoundingClientRect())
      .filter(({ right, bottom, left, top }) => right > 420 && left < innerWidth && bottom > 60 && top < 660)
      .map(({ left, top }) => `${Math.round(left)}/${Math.round(top)}`)
      .join(' '),
  frame,
};

declare global {
  interface Window {
    bench: typeof bench;
  }
}
window.bench = bench;
