import Gantt from 'frappe-gantt';
import '../../../node_modules/frappe-gantt/dist/frappe-gantt.css';
import type { BenchChart } from '../chart.ts';

/** The package as it comes, in its view of half days. */
export const chart: BenchChart = {
  mount: (element, tasks) => {
    const rows = tasks.map(({ id, name, start, end }) => ({ id: String(id), name, start, end, progress: 0 }));
    new Gantt(element, rows as never, { view_mode: 'Half Day', scroll_to: 'start', container_height: 663, popup: false } as never);
  },
  bars: '.bar-wrapper .bar',
};
