import { Gantt } from 'dhtmlx-gantt';
import 'dhtmlx-gantt/codebase/dhtmlxgantt.css';
import type { BenchChart } from '../chart.ts';

/** DHTMLX Gantt with its own smart rendering. */
export const chart: BenchChart = {
  mount: (element, tasks) => {
    const gantt = Gantt.getGanttInstance();
    Object.assign(gantt.config, {
      columns: [{ name: 'text', width: 400 }],
      scales: [
        { unit: 'month', step: 1, format: '%Y/%m' },
        { unit: 'day', step: 1, format: '%d' },
        { unit: 'hour', step: 12, format: '%H' },
      ],
      min_column_width: 20,
      row_height: 20,
      bar_height: 16,
      show_progress: false,
      smart_rendering: true,
      autoscroll: true,
    });
    gantt.init(element);
    gantt.parse({
      data: tasks.map(({ id, name, start, end }) => ({ id, text: name, start_date: start, end_date: end })),
      links: [],
    } as never);
  },
  bars: '.gantt_task_line',
};
