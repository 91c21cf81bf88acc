import Box from '@mui/material/Box';
import { useState } from 'react';
import { INFO_COLUMNS_PX } from '../../server/domain/constants.ts';
import { TOP_BAR_PX } from '../layout/TopBar.tsx';
import { BOARD } from '../texts/board.ts';
import { Board } from './Board.tsx';
import { BoardFoot, BoardFrame } from './BoardFrame.tsx';
import type { Bar } from './bars.ts';
import { DetailDialog } from './DetailDialog.tsx';
import { EditDialogs } from './EditDialogs.tsx';
import { GanttHeader } from './GanttHeader.tsx';
import { MessagePanel } from './MessagePanel.tsx';
import { type OrderColumns, orderPane } from './order-pane.ts';
import { PendingBanner } from './PendingBanner.tsx';
import type { Pane } from './pane.ts';
import { RunDialog } from './RunDialog.tsx';
import { SearchPanel } from './SearchPanel.tsx';
import { useGantt } from './use-gantt.ts';

const NARROW_PX = 860;
const PHONE_PX = 480;
const NARROW_COLUMNS: OrderColumns = { order: 118, deadline: 0, previous_end: 0, task: 96 };
const PHONE_COLUMNS: OrderColumns = { order: 118, deadline: 0, previous_end: 0, task: 0 };

function paneFor(width: number): Pane {
  if (width < PHONE_PX) return orderPane(PHONE_COLUMNS);
  return orderPane(width < NARROW_PX ? NARROW_COLUMNS : INFO_COLUMNS_PX);
}

const taskLabel = (bar: Bar): string => bar.entry.task_name;

/** What stands above and below the page's content: top bar, padding, page header. */
const AROUND_PX = TOP_BAR_PX + 16 + 48 + 8;

/** 生産計画ガントチャート: five orders a page, a row per task (stack) or per lot. */
const GanttPage = () => {
  const gantt = useGantt();
  const [searching, setSearching] = useState(false);
  const [messagesOpen, setMessagesOpen] = useState(false);
  const { run, scene, opened } = gantt;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: `calc(100dvh - ${AROUND_PX}px)`, minHeight: 460, mb: -1 }}>
      <GanttHeader
        stack={gantt.stack}
        onStack={gantt.setStack}
        onToday={() => gantt.board.current?.scrollToToday()}
        pending={run.pending !== false}
        onRun={() => run.setAsking(true)}
        onSearch={() => setSearching(true)}
      />
      {run.pending ? <PendingBanner run={run.run} onCancel={run.cancel} /> : null}
      {gantt.state === 'loading' ? null : <MessagePanel {...gantt.messages} open={messagesOpen} onToggle={setMessagesOpen} />}
      <BoardFrame
        state={gantt.state}
        error={gantt.plan.error}
        stale={gantt.plan.isPlaceholderData}
        onRetry={() => void gantt.plan.refetch()}
      >
        {scene ? (
          <Board
            key={gantt.plan.data?.key}
            ref={gantt.board}
            scene={scene}
            events={gantt.events}
            label={BOARD.label}
            labelOf={taskLabel}
            paneFor={paneFor}
            initialPlace={gantt.place}
          />
        ) : null}
      </BoardFrame>
      <BoardFoot count={gantt.pages} page={gantt.page} onChange={gantt.setPage} />
      {searching && gantt.filters && gantt.today ? (
        <SearchPanel
          filters={gantt.filters}
          today={gantt.today}
          products={gantt.groups.products}
          tasks={gantt.groups.tasks}
          onSearch={(filters) => {
            gantt.search(filters);
            setSearching(false);
          }}
          onClose={() => setSearching(false)}
        />
      ) : null}
      <RunDialog open={run.asking} busy={run.starting} onCancel={() => run.setAsking(false)} onRun={(request) => void run.start(request)} />
      <EditDialogs edit={gantt.edit} />
      {opened ? (
        <DetailDialog
          bar={opened}
          onToggleLock={gantt.access.edits ? () => void gantt.toggleLock(opened) : undefined}
          onClose={gantt.close}
        />
      ) : null}
    </Box>
  );
};

export default GanttPage;
