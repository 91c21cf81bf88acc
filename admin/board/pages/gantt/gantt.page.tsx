import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { INFO_COLUMNS_PX } from '../../../../server/domain/ground/constants.ts';
import { shortForm } from '../../../../server/domain/plant/abbreviation.ts';
import { Segment } from '../../../parts/Segment.tsx';
import { BOARD } from '../../../texts/board/board.ts';
import { CHIPS, PAGES } from '../../../texts/board/search.ts';
import { lineLook } from '../../chart/paint/bars/look.ts';
import type { Pane } from '../../chart/paint/pane.ts';
import { markersIn } from '../../chart/scene/marks.ts';
import { OrderingSwitch, Resorted } from '../../search/OrderingSwitch.tsx';
import { BoardPage } from '../BoardPage.tsx';
import { useBoard } from '../use-board.ts';
import { PAGE_SIZES } from '../use-paging.ts';
import { type OrderColumns, orderPane } from './order-pane.ts';
import { useOrderRows } from './use-order-rows.ts';

const NARROW_PX = 860;
const PHONE_PX = 480;
const NARROW_COLUMNS: OrderColumns = { order: 118, deadline: 0, previous_end: 0, task: 96 };
const PHONE_COLUMNS: OrderColumns = { order: 118, deadline: 0, previous_end: 0, task: 0 };

function paneFor(width: number): Pane {
  if (width < PHONE_PX) return orderPane(PHONE_COLUMNS);
  return orderPane(width < NARROW_PX ? NARROW_COLUMNS : INFO_COLUMNS_PX);
}

const PAPER_PANE = orderPane(INFO_COLUMNS_PX);

const look = lineLook(
  ({ entry }) => ({
    main: entry.task_name,
    second: (entry.outsourced ? entry.outsourcing_name : entry.facility_name) ?? '',
    short: shortForm(entry),
  }),
  markersIn,
);

/** 生産計画ガントチャート: a page of orders, a row per task (stack) or per lot. */
const GanttPage = () => {
  const board = useBoard('gantt', useOrderRows);
  const { view, setStack, orderBy, paging } = board.page;
  const { data } = board.rows.read;
  return (
    <BoardPage
      board={board}
      label={BOARD.label}
      look={look}
      paneFor={paneFor}
      paper={PAPER_PANE}
      hits={data && CHIPS.orders(data.count)}
      orders={data?.count}
      ordering={
        <>
          <Resorted onResort={data?.resorted ? board.rows.resort : undefined} />
          <Segment label={PAGES.size} values={PAGE_SIZES} value={paging.size} show={(size) => PAGES.sizes[size]} onChange={paging.choose} />
          <OrderingSwitch value={view.ordering} onChange={orderBy} />
        </>
      }
      tools={
        <FormControlLabel
          label={BOARD.stack}
          control={<Checkbox size="small" checked={view.stack} onChange={(_, next) => setStack(next)} />}
          sx={{ ml: 0.5, mr: 1, whiteSpace: 'nowrap', '& .MuiFormControlLabel-label': { fontSize: '0.85rem' } }}
        />
      }
    />
  );
};

export default GanttPage;
