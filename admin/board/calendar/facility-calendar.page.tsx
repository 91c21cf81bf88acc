import Add from '@mui/icons-material/Add';
import Fire from '@mui/icons-material/LocalFireDepartmentOutlined';
import Button from '@mui/material/Button';
import { RoleButton } from '../../parts/RoleButton.tsx';
import { CALENDAR } from '../../texts/board/board.ts';
import { namesText } from '../../texts/board/loads.ts';
import { CHIPS } from '../../texts/board/search.ts';
import { CHARGES } from '../../texts/charges.ts';
import { BoardFrame } from '../BoardFrame.tsx';
import { BoardPage } from '../BoardPage.tsx';
import { Board } from '../chart/Board.tsx';
import { facilityLook } from '../chart/paint/facility-look.ts';
import type { Pane } from '../chart/paint/pane.ts';
import { isMany } from '../chart/scene/rules.ts';
import { DetailDialog } from '../edit/DetailDialog.tsx';
import { EditDialogs } from '../edit/EditDialogs.tsx';
import { AddTaskDialog } from '../edit/form/AddTaskDialog.tsx';
import { PrintButton } from '../print/PrintButton.tsx';
import { NoHits } from '../search/quick/NoHits.tsx';
import { FULL_PX, NARROW_PX, shrinkingBelow } from '../shrinking.ts';
import { CalendarBar } from './CalendarBar.tsx';
import { facilityPane } from './facility-pane.ts';
import './load.css';
import { LoadLegend } from './LoadLegend.tsx';
import { LoadTip } from './LoadTip.tsx';
import { LotsDialog } from './LotsDialog.tsx';
import { RangeChooser } from './RangeChooser.tsx';
import { useCalendar } from './use-calendar.ts';

const NARROW_BOARD_PX = 860;
const PAPER_PX = NARROW_BOARD_PX;

type Calendar = ReturnType<typeof useCalendar>;

/** 設備別カレンダー: the load of thirty facilities a page, a month from 表示開始日; a row unfolds to its bars. */
const FacilityCalendarPage = () => {
  const calendar = useCalendar();
  const { page, loads, fold, from } = calendar;
  const today = page.clock?.today;
  const { facility_order: order, rate_days } = page.view;
  return (
    <BoardPage
      page={page}
      pages={calendar.pages}
      hits={loads.data && CHIPS.facilityCount(loads.data.count)}
      onToday={() => {
        if (today && from !== today) calendar.setFrom(today);
        page.board.current?.scrollToToday();
      }}
      zoom={{ zoom: calendar.zoom, setZoom: calendar.setZoom }}
      tools={<RangeChooser from={from} setFrom={calendar.setFrom} />}
      legend={<LoadLegend unmatched={calendar.unmatched} onUnmatched={calendar.showUnmatched} />}
      crowded
      ordering={
        <CalendarBar
          order={order}
          rate_days={rate_days}
          onOrder={page.orderFacilities}
          all={fold.all}
          any={fold.any}
          onOpenAll={fold.openAll}
          onFoldAll={fold.foldAll}
        />
      }
      actions={<Actions calendar={calendar} />}
    >
      <BoardFrame
        state={calendar.state}
        error={loads.error}
        stale={loads.isPlaceholderData}
        onRetry={() => void loads.refetch()}
        empty={
          page.filters && today && from ? (
            <NoHits filters={page.filters} today={today} onSearch={page.search} month={{ start: from, onStart: page.setStart }} />
          ) : null
        }
      >
        <LoadBoard calendar={calendar} />
      </BoardFrame>
      <EditDialogs edit={calendar.edit} onJump={page.jumpTo} />
      <AddDialog calendar={calendar} />
      <OpenedDialog calendar={calendar} />
    </BoardPage>
  );
};

/** The left block at a width of the board; its head orders the facilities. */
function paneOf({ page, facilities }: Calendar, width: number): Pane {
  const { facility_order: order, rate_days } = page.view;
  const orderBy = (facility_order: typeof order): void => page.orderFacilities({ facility_order, rate_days });
  const tasksOf = (facility: number | null): string => (facility === null ? '' : namesText(facilities?.get(facility)?.task_names ?? []));
  return facilityPane(width < NARROW_BOARD_PX, { order, orderBy }, tasksOf);
}

const Actions = ({ calendar }: { calendar: Calendar }) => {
  const { page, scene, from, add } = calendar;
  return (
    <>
      <PrintButton page={page} title={CALENDAR.label} scene={scene} look={facilityLook} pane={paneOf(calendar, PAPER_PX)} />
      <Button
        variant="outlined"
        startIcon={<Fire />}
        title={CHARGES.open}
        sx={shrinkingBelow(FULL_PX)}
        disabled={from === undefined}
        onClick={() => page.go(`/charge-sheet?from=${from}`)}
      >
        {CHARGES.open}
      </Button>
      <RoleButton
        operation="addSchedule"
        variant="outlined"
        startIcon={<Add />}
        title={CALENDAR.add}
        sx={shrinkingBelow(NARROW_PX)}
        disabled={page.run.pending !== false}
        onClick={add}
      >
        {CALENDAR.add}
      </RoleButton>
    </>
  );
};

const LoadBoard = ({ calendar }: { calendar: Calendar }) => {
  const { page, loads, scene, events } = calendar;
  if (!scene) return null;
  const filtered = loads.data?.results.some(({ tasks, matching }) => matching < tasks) ?? false;
  return (
    <LoadTip scene={scene} filtered={filtered}>
      <Board
        key={loads.data?.key}
        ref={page.board}
        scene={scene}
        events={events}
        label={CALENDAR.label}
        look={facilityLook}
        paneFor={(width) => paneOf(calendar, width)}
        initialPlace={page.place}
      />
    </LoadTip>
  );
};

const AddDialog = ({ calendar: { adding, facilities, added, stopAdding } }: { calendar: Calendar }) =>
  adding && facilities ? <AddTaskDialog adding={adding} facilities={facilities} onAdded={added} onCancel={stopAdding} /> : null;

/** What a press on a bar opens where it opens no form: the lots of a box, or the details of a bar. */
const OpenedDialog = ({ calendar: { page, opened, events, open, close } }: { calendar: Calendar }) => {
  if (!opened) return null;
  if (opened.charge && isMany(opened.entry)) return <LotsDialog charge={opened.charge} onOpen={open} onClose={close} />;
  const toggleLock = page.access.edits ? () => events.onToggleLock(opened) : undefined;
  return <DetailDialog bar={opened} onToggleLock={toggleLock} onClose={close} />;
};

export default FacilityCalendarPage;
