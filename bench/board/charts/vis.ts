import { Timeline } from 'vis-timeline/standalone';
import 'vis-timeline/styles/vis-timeline-graph2d.css';
import type { BenchChart } from '../chart.ts';

const WINDOW_DAYS = 25;
const DAY_MS = 86_400_000;

/** vis-timeline with a group a row, as its manual has it for charts of rows. */
export const chart: BenchChart = {
  mount: (element, tasks) => {
    const first = tasks[0]!.start.getTime();
    const groups = tasks.map(({ id, name }) => ({ id, content: name }));
    const items = tasks.map(({ id, name, start, end }) => ({ id, group: id, content: name, start, end, type: 'range' }));
    new Timeline(element, items as never, groups as never, {
      height: 663,
      start: first,
      end: first + WINDOW_DAYS * DAY_MS,
      zoomable: false,
      verticalScroll: true,
      horizontalScroll: true,
      stack: false,
      orientation: 'top',
      itemsAlwaysDraggable: true,
      editable: { updateTime: true, updateGroup: false, add: false, remove: false },
      margin: { item: 1, axis: 1 },
    });
  },
  bars: '.vis-item.vis-range',
};
