import Add from '@mui/icons-material/Add';
import Print from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { shortForm } from '../../../server/domain/abbreviation.ts';
import { FIRST_DATE, INFO_COLUMNS_PX, LAST_DATE } from '../../../server/domain/constants.ts';
import { RoleButton } from '../../parts/RoleButton.tsx';
import { CALENDAR } from '../../texts/board.ts';
import { CHARGES } from '../../texts/charges.ts';
import { CHIPS } from '../../texts/search.ts';
import { BoardFrame } from '../BoardFrame.tsx';
import { BoardPage } from '../BoardPage.tsx';
import { Board } from '../chart/Board.tsx';
import { lineLook } from '../chart/look.ts';
import { markersIn } from '../chart/marks.ts';
import type { Pane } from '../chart/pane.ts';
import { AddTaskDialog } from '../edit/AddTaskDialog.tsx';
import { DetailDialog } from '../edit/DetailDialog.tsx';
import { EditDialogs } from '../edit/EditDialogs.tsx';
import { PrintButton } from '../print/PrintButton.tsx';
import { NoHits } from '../search/NoHits.tsx';
import { facilityPane } from './facility-pane.ts';
import { useCalendar } from './use-calendar.ts';

const NARROW_PX = 860;
const NARROW_FACILITY_PX = 104;

const paneFor = (width: number): Pane => facilityPane(width < NARROW_PX ? NARROW_FACILITY_PX : INFO_COLUMNS_PX.order, width < NARROW_PX);

const PAPER_PANE = facilityPane(INFO_COLUMNS_PX.order, false);

/** The order and its task on a bar in the row of its facility. */
const look = lineLook(({ entry }) => ({ main: entry.serial_number, second: entry.task_name, short: shortForm(entry) }), markersIn);

/** 設備別カレンダー: thirty facilities a page, a month from 表示開始日. */
const FacilityCalendarPage = () => {
  const calendar = useCalendar();
  const { page, month, scene, opened, adding, from } = calendar;
  const today = page.clock?.today;
  return (
    <BoardPage
      page={page}
      pages={calendar.pages}
      hits={month.data && CHIPS.facilityCount(month.data.count)}
      onToday={() => {
        if (today && from !== today) calendar.setFrom(today);
        page.board.current?.scrollToToday();
      }}
      zoom={{ zoom: calendar.zoom, setZoom: calendar.setZoom }}
      tools={
        <TextField
          type="date"
          label={CALENDAR.from}
          value={from ?? ''}
          onChange={({ target }) => calendar.setFrom(target.value)}
          sx={{ ml: 1, width: 165 }}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: FIRST_DATE, max: LAST_DATE } }}
        />
      }
      actions={
        <>
          <PrintButton page={page} title={CALENDAR.label} scene={scene} look={look} pane={PAPER_PANE} />
          <Button
            variant="outlined"
            startIcon={<Print />}
            disabled={from === undefined}
            onClick={() => page.go(`/charge-sheet?from=${from}`)}
          >
            {CHARGES.open}
          </Button>
          <RoleButton
            operation="addSchedule"
            variant="outlined"
            startIcon={<Add />}
            disabled={page.run.pending !== false}
            onClick={calendar.add}
          >
            {CALENDAR.add}
          </RoleButton>
        </>
      }
    >
      <BoardFrame
        state={calendar.state}
        error={month.error}
        stale={month.isPlaceholderData}
        onRetry={() => void month.refetch()}
        empty={
          page.filters && today && from ? (
            <NoHits filters={page.filters} today={today} onSearch={page.search} month={{ start: from, onStart: page.setStart }} />
          ) : null
        }
      >
        {scene ? (
          <Board
            key={month.data?.key}
            ref={page.board}
            scene={scene}
            events={calendar.events}
            label={CALENDAR.label}
            look={look}
            paneFor={paneFor}
            initialPlace={page.place}
          />
        ) : null}
      </BoardFrame>
      <EditDialogs edit={calendar.edit} onJump={page.jumpTo} />
      {adding && calendar.facilities ? (
        <AddTaskDialog adding={adding} facilities={calendar.facilities} onAdded={calendar.added} onCancel={calendar.stopAdding} />
      ) : null}
      {opened ? (
        <DetailDialog
          bar={opened}
          onToggleLock={page.access.edits ? () => calendar.events.onToggleLock(opened) : undefined}
          onClose={calendar.close}
        />
      ) : null}
    </BoardPage>
  );
};

export default FacilityCalendarPage;
