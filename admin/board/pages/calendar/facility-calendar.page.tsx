import Add from '@mui/icons-material/Add';
import Fire from '@mui/icons-material/LocalFireDepartmentOutlined';
import Button from '@mui/material/Button';
import { RoleButton } from '../../../parts/RoleButton.tsx';
import { CALENDAR } from '../../../texts/board/board.ts';
import { namesText } from '../../../texts/board/loads.ts';
import { CHIPS } from '../../../texts/board/search.ts';
import { CHARGES } from '../../../texts/charges.ts';
import { PLANS } from '../../../texts/plans.ts';
import { facilityLook } from '../../chart/paint/facility-look.ts';
import type { Pane } from '../../chart/paint/pane.ts';
import { chargeSheetPath } from '../../edit/BarLinks.tsx';
import { AddTaskDialog } from '../../edit/form/AddTaskDialog.tsx';
import { BoardPage } from '../BoardPage.tsx';
import { FULL_PX, NARROW_PX, shrinkingBelow } from '../shrinking.ts';
import { CalendarBar } from './CalendarBar.tsx';
import { type AskFacility, useFacilityMenu } from './FacilityMenu.tsx';
import { facilityPane } from './facility-pane.ts';
import './load.css';
import { LoadLegend } from '../../chart/LoadLegend.tsx';
import { useBoard, useEndWith } from '../use-board.ts';
import type { BoardPageState } from '../use-board-page.ts';
import { useRevealFacility } from '../use-reveal.ts';
import { LoadTip } from './LoadTip.tsx';
import { RangeChooser } from './RangeChooser.tsx';
import { StopDialog } from './StopDialog.tsx';
import { useFacilityRows } from './use-facility-rows.ts';
import { type Stops, useStops } from './use-stops.ts';

const NARROW_BOARD_PX = 860;
const PAPER_PX = NARROW_BOARD_PX;

type Rows = ReturnType<typeof useFacilityRows>;

/** 設備別カレンダー: the load of thirty facilities a page, a month from 表示開始日; a row unfolds to its bars. */
const FacilityCalendarPage = () => {
  const board = useBoard('facility-calendar', useFacilityRows);
  const { page, rows } = board;
  const { from, fold, read } = rows;
  const today = page.clock?.today;
  const { facility_order: order, rate_days } = page.view;
  const told = useStops();
  // What stands is said of the plant, beside the published plan.
  const stops = page.view.plan === undefined ? told : undefined;
  const { onTry, menu, dialog } = useFacilityMenu();
  const paneFor = (width: number): Pane => paneOf(page, rows, width, { stops, onTry });
  const filtered = read.data?.results.some(({ tasks, matching }) => matching < tasks) ?? false;
  useEndWith(page.view.plan, rows.adds.stopAdding);
  useRevealFacility(page, fold.shown, board.fresh && board.state === 'ready');
  return (
    <BoardPage
      board={board}
      label={CALENDAR.label}
      look={facilityLook}
      paneFor={paneFor}
      paper={paneOf(page, rows, PAPER_PX, { stops: undefined, onTry: undefined })}
      hits={read.data && CHIPS.facilityCount(read.data.count)}
      onToday={() => today && from !== today && rows.setFrom(today)}
      noPlaces={fold.what === 'load' && fold.open.length === 0 ? PLANS.noGhosts : undefined}
      month={from === undefined ? undefined : { start: from, onStart: page.setStart }}
      tools={<RangeChooser from={from} setFrom={rows.setFrom} />}
      legend={<LoadLegend scene={board.scene} choice={{ unmatched: rows.unmatched, onUnmatched: rows.showUnmatched }} />}
      crowded
      ordering={
        <CalendarBar
          order={order}
          rate_days={rate_days}
          onOrder={page.orderFacilities}
          onResort={read.data?.resorted ? rows.resort : undefined}
          {...fold}
        />
      }
      actions={<Actions page={page} rows={rows} />}
      around={(chart, scene) => (
        <LoadTip scene={scene} filtered={filtered} onAsk={onTry}>
          {chart}
        </LoadTip>
      )}
    >
      <AddDialog {...rows} />
      {menu}
      {dialog}
      {stops?.asked ? <StopDialog key={stops.asked.id} {...stops} asked={stops.asked} /> : null}
    </BoardPage>
  );
};

/** What can be done with a facility of the left block. */
interface Acts {
  stops: Stops | undefined;
  onTry: AskFacility | undefined;
}

/** The left block at a width of the board; its head orders the facilities. */
function paneOf({ view, orderFacilities }: BoardPageState, { facilities }: Rows, width: number, acts: Acts): Pane {
  const { facility_order: order, rate_days } = view;
  const orderBy = (facility_order: typeof order): void => orderFacilities({ facility_order, rate_days });
  const tasksOf = (facility: number | null): string => (facility === null ? '' : namesText(facilities?.get(facility)?.task_names ?? []));
  return facilityPane(width < NARROW_BOARD_PX, { order, orderBy }, tasksOf, acts);
}

const Actions = ({ page, rows: { from, adds } }: { page: BoardPageState; rows: Rows }) => (
  <>
    <Button
      variant="outlined"
      startIcon={<Fire />}
      title={CHARGES.open}
      sx={shrinkingBelow(FULL_PX)}
      disabled={from === undefined}
      onClick={() => page.go(chargeSheetPath(`from=${from}`, page.view.plan))}
    >
      {CHARGES.open}
    </Button>
    <RoleButton
      operation="addSchedule"
      variant="outlined"
      startIcon={<Add />}
      title={CALENDAR.add}
      sx={shrinkingBelow(NARROW_PX)}
      disabled={page.run.pending !== false || page.view.plan !== undefined}
      onClick={adds.add}
    >
      {CALENDAR.add}
    </RoleButton>
  </>
);

const AddDialog = ({ adds: { adding, added, stopAdding }, facilities }: Pick<Rows, 'adds' | 'facilities'>) =>
  adding && facilities ? <AddTaskDialog adding={adding} facilities={facilities} onAdded={added} onCancel={stopAdding} /> : null;

export default FacilityCalendarPage;
