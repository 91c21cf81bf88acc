import { Gantt, Willow } from '@svar-ui/react-gantt';
import '@svar-ui/react-gantt/all.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { BenchChart } from '../chart.ts';

const SCALES = [
  { unit: 'month', step: 1, format: '%Y/%m' },
  { unit: 'day', step: 1, format: '%d' },
];

/** SVAR's React Gantt with its own virtual rows. */
export const chart: BenchChart = {
  mount: (element, tasks) => {
    const rows = tasks.map(({ id, name, start, end }) => ({ id, text: name, start, end, type: 'task', progress: 0 }));
    const columns = [{ id: 'text', header: '', width: 400 }];
    flushSync(() =>
      createRoot(element).render(
        <Willow fonts={false}>
          <Gantt
            tasks={rows as never}
            links={[]}
            scales={SCALES as never}
            columns={columns as never}
            cellWidth={40}
            cellHeight={20}
            lengthUnit="hour"
          />
        </Willow>,
      ),
    );
  },
  bars: '.wx-bar',
};
