import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { INFO_COLUMNS_PX } from '../../../server/domain/ground/constants.ts';
import { shortForm } from '../../../server/domain/plant/abbreviation.ts';
import { BOARD } from '../../texts/board/board.ts';
import { CHIPS } from '../../texts/board/search.ts';
import { BoardFrame } from '../BoardFrame.tsx';
import { BoardPage } from '../BoardPage.tsx';
import { Board } from '../chart/Board.tsx';
import { lineLook } from '../chart/paint/bars/look.ts';
import type { Pane } from '../chart/paint/pane.ts';
import { markersIn } from '../chart/scene/marks.ts';
import { DetailDialog } from '../edit/DetailDialog.tsx';
import { EditDialogs } from '../edit/EditDialogs.tsx';
import { PrintButton } from '../print/PrintButton.tsx';
import { orderFilters } from '../search/filters.ts';
import { OrderingSwitch } from '../search/OrderingSwitch.tsx';
import { NoHits } from '../search/quick/NoHits.tsx';
import { type OrderColumns, orderPane } from './order-pane.ts';
import { useGantt } from './use-gantt.ts';

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

/** 生産計画ガントチャート: five orders a page, a row per task (stack) or per lot. */
const GanttPage = () => {
  const gantt = useGantt();
  const { page, plan, scene, opened } = gantt;
  return (
    <BoardPage
      page={page}
      pages={gantt.pages}
      hits={plan.data && CHIPS.orders(plan.data.count)}
      orders={plan.data?.count}
      ordering={<OrderingSwitch value={page.view.ordering} onChange={page.orderBy} />}
      onToday={() => page.board.current?.scrollToToday()}
      onShowOrder={(serial) => page.search(orderFilters(serial))}
      zoom={{ zoom: gantt.zoom, setZoom: gantt.setZoom }}
      actions={<PrintButton page={page} title={BOARD.label} scene={scene} look={look} pane={PAPER_PANE} />}
      tools={
        <FormControlLabel
          label={BOARD.stack}
          control={<Checkbox size="small" checked={page.view.stack} onChange={(_, next) => page.setStack(next)} />}
          sx={{ ml: 0.5, mr: 1, whiteSpace: 'nowrap', '& .MuiFormControlLabel-label': { fontSize: '0.85rem' } }}
        />
      }
    >
      <BoardFrame
        state={gantt.state}
        error={plan.error}
        stale={plan.isPlaceholderData}
        onRetry={() => void plan.refetch()}
        empty={page.filters && page.clock ? <NoHits filters={page.filters} today={page.clock.today} onSearch={page.search} /> : null}
      >
        {scene ? (
          <Board
            key={plan.data?.key}
            ref={page.board}
            scene={scene}
            events={gantt.events}
            label={BOARD.label}
            look={look}
            paneFor={paneFor}
            initialPlace={page.place}
          />
        ) : null}
      </BoardFrame>
      <EditDialogs edit={gantt.edit} onJump={page.jumpTo} />
      {opened ? (
        <DetailDialog bar={opened} onToggleLock={page.access.edits ? () => gantt.toggleLock(opened) : undefined} onClose={gantt.close} />
      ) : null}
    </BoardPage>
  );
};

export default GanttPage;
