import Box from '@mui/material/Box';
import { useState } from 'react';
import { INFO_COLUMNS_PX } from '../../server/domain/constants.ts';
import { TOP_BAR_PX } from '../layout/TopBar.tsx';
import { CALENDAR } from '../texts/board.ts';
import { AddTaskDialog } from './AddTaskDialog.tsx';
import { Board } from './Board.tsx';
import { BoardFoot, BoardFrame } from './BoardFrame.tsx';
import type { Bar } from './bars.ts';
import { CalendarHeader } from './CalendarHeader.tsx';
import { DetailDialog } from './DetailDialog.tsx';
import { EditDialogs } from './EditDialogs.tsx';
import { facilityPane } from './facility-pane.ts';
import { PendingBanner } from './PendingBanner.tsx';
import type { Pane } from './pane.ts';
import { RunDialog } from './RunDialog.tsx';
import { SearchPanel } from './SearchPanel.tsx';
import { useCalendar } from './use-calendar.ts';

const NARROW_PX = 860;
const NARROW_FACILITY_PX = 104;
/** What stands above and below the page's content: top bar, padding, page header. */
const AROUND_PX = TOP_BAR_PX + 16 + 48 + 8;

const paneFor = (width: number): Pane => facilityPane(width < NARROW_PX ? NARROW_FACILITY_PX : INFO_COLUMNS_PX.order, width < NARROW_PX);

/** The last digits of the order, then the task: what fits on a bar in a row of its facility. */
const orderLabel = ({ entry }: Bar): string => `${entry.serial_number.slice(-4)} ${entry.task_name}`;

/** 設備別カレンダー: thirty facilities a page, a month from 表示開始日. */
const FacilityCalendarPage = () => {
  const calendar = useCalendar();
  const [searching, setSearching] = useState(false);
  const { run, scene, opened, adding, from, today } = calendar;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: `calc(100dvh - ${AROUND_PX}px)`, minHeight: 460, mb: -1 }}>
      <CalendarHeader
        from={from ?? ''}
        onFrom={calendar.setFrom}
        onToday={() => {
          if (today && from !== today) calendar.setFrom(today);
          calendar.board.current?.scrollToToday();
        }}
        pending={run.pending !== false}
        onAdd={() => from && calendar.setAdding({ facility: null, date: from })}
        onRun={() => run.setAsking(true)}
        onSearch={() => setSearching(true)}
      />
      {run.pending ? <PendingBanner run={run.run} onCancel={run.cancel} /> : null}
      <BoardFrame
        state={calendar.state}
        error={calendar.month.error}
        stale={calendar.month.isPlaceholderData}
        onRetry={() => void calendar.month.refetch()}
      >
        {scene ? (
          <Board
            key={calendar.month.data?.key}
            ref={calendar.board}
            scene={scene}
            events={calendar.events}
            label={CALENDAR.label}
            labelOf={orderLabel}
            paneFor={paneFor}
            initialPlace={calendar.place}
          />
        ) : null}
      </BoardFrame>
      <BoardFoot count={calendar.pages} page={calendar.page} onChange={calendar.setPage} />
      {searching && calendar.filters && today ? (
        <SearchPanel
          filters={calendar.filters}
          today={today}
          products={calendar.groups.products}
          tasks={calendar.groups.tasks}
          onSearch={(filters) => {
            calendar.search(filters);
            setSearching(false);
          }}
          onClose={() => setSearching(false)}
        />
      ) : null}
      <RunDialog open={run.asking} busy={run.starting} onCancel={() => run.setAsking(false)} onRun={(request) => void run.start(request)} />
      <EditDialogs edit={calendar.edit} facilityNameOf={calendar.nameOf} />
      {adding && calendar.facilities ? (
        <AddTaskDialog
          adding={adding}
          facilities={calendar.facilities}
          onAdded={calendar.added}
          onCancel={() => calendar.setAdding(undefined)}
        />
      ) : null}
      {opened ? (
        <DetailDialog
          bar={opened}
          onToggleLock={calendar.access.edits ? () => calendar.events.onToggleLock(opened) : undefined}
          onClose={calendar.close}
        />
      ) : null}
    </Box>
  );
};

export default FacilityCalendarPage;
