import '../../../admin/board/chart/board.css';
import '../../../admin/board/chart/paint/header.css';
import '../../../admin/board/chart/paint/pane.css';
import '../../../admin/board/chart/paint/bars/bars.css';
import '../../../admin/board/chart/hand/tooltip.css';
import '../../../admin/board/chart/hand/drag.css';
import { createBoard } from '../../../admin/board/chart/board.ts';
import { lineLook } from '../../../admin/board/chart/paint/bars/look.ts';
import { type Entry, groupsOf } from '../../../admin/board/chart/scene/bars.ts';
import { BLOCK_PX, timelineOf } from '../../../admin/board/chart/scene/blocks.ts';
import { layoutOf } from '../../../admin/board/chart/scene/layout.ts';
import { markersIn } from '../../../admin/board/chart/scene/marks.ts';
import { orderPane } from '../../../admin/board/pages/gantt/order-pane.ts';
import { HALF_DAY_MINUTES, INFO_COLUMNS_PX } from '../../../server/domain/ground/constants.ts';
import type { BenchChart, BenchTask } from '../chart.ts';

/** Minutes of the plant: as the plan's instants, nine hours before UTC. */
const instantOf = (date: Date): string =>
  `${new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)}+09:00`;

const entryOf = ({ id, lot, name, start, end }: BenchTask): Entry =>
  ({
    id,
    version: 1,
    order_task_id: id,
    task_sort: id,
    order_id: lot + 1,
    order: lot + 1,
    serial_number: `026X${lot}`,
    unique_order: `026X${lot}-01`,
    lot_number: '01',
    product_id: 1,
    product_name: '弁箱',
    task_id: id % 8,
    task: String(id % 8),
    task_name: name,
    abbreviation: name.slice(0, 2),
    facility: 1,
    facility_name: '検査場',
    outsourced: false,
    furnace_run_id: null,
    quantity: 1,
    locked: false,
    received_locked: false,
    last_reception_date: null,
    start_date: instantOf(start),
    end_date: instantOf(end),
    start_time: '08:00',
    end_time: '16:00',
    work_time_set: false,
    deadline_date: null,
    starting_date: null,
    late_days: 0,
  }) as Entry;

/** The board as the Gantt's page shows it: a row a task. */
export const chart: BenchChart = {
  mount: (element, tasks) => {
    element.classList.add('board');
    element.style.height = '663px';
    const groups = groupsOf(tasks.map(entryOf));
    const spans = groups.flatMap(({ bars }) => bars.map(({ span }) => span));
    const first = Math.min(...spans.slice(0, 8).map(({ start }) => start));
    const now = (first + 20) * HALF_DAY_MINUTES;
    const timeline = { ...timelineOf(spans, Math.floor(first / 2) + 10)!, px: BLOCK_PX.half_day };
    const board = createBoard(element, {
      scene: {
        rows: 'lots',
        layout: layoutOf(groups, 'stack'),
        timeline,
        closed: new Set(),
        now,
        access: { edits: true, plans: true },
        orders: new Map(),
        reasons: new Map(),
      },
      events: {
        onOpen: () => undefined,
        onToggleLock: () => undefined,
        onLockOrder: () => undefined,
        onPriority: () => undefined,
        onNavigate: () => undefined,
        onChange: () => undefined,
      },
      label: 'board',
      look: lineLook(({ entry }) => ({ main: entry.task_name, second: entry.facility_name ?? '', short: entry.abbreviation }), markersIn),
      paneFor: () => orderPane(INFO_COLUMNS_PX),
    });
    board.scrollTo({ left: 0, top: 0 });
  },
  bars: '.bar-wrapper .bar',
};
