import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';
import { PAGE_HEADER_PX, TOP_BAR_PX } from '../layout/theme.tsx';
import { NIGHT_PX, NightCard } from '../nightly/NightCard.tsx';
import { useNight } from '../nightly/use-night.ts';
import { visuallyHidden } from '../parts/visually-hidden.ts';
import { BoardHeader, type BoardHeaderProps } from './BoardHeader.tsx';
import { Legend } from './Legend.tsx';
import { PageField } from './PageField.tsx';
import { NightRun } from './run/NightRun.tsx';
import { RunDialog } from './run/RunDialog.tsx';
import { RunPlace } from './run/RunPlace.tsx';
import type { RunReport } from './run/report/use-report.ts';
import { CHIPS_PX, ChipsRow } from './search/ChipsRow.tsx';
import { Strip } from './strip/Strip.tsx';
import type { BoardPageState } from './use-board-page.ts';

interface Props extends BoardHeaderProps {
  /** How many pages there are. */
  pages: number;
  /** How much the search finds, in words; undefined until it is known. */
  hits: string | undefined;
  /** The order of what is found, at the end of the conditions. */
  ordering?: ReactNode;
  /** Shows one order on this board; without it a 製番 of the night leads to the Gantt. */
  onShowOrder?: ((serial: string) => void) | undefined;
  /** What the colours of this board mean; those of bars when absent. */
  legend?: ReactNode;
  children: ReactNode;
}

/** The frame of a page with a board: the page header, one card about its runs and the conditions above, legend and pages below. */
export const BoardPage = ({ pages, hits, ordering, onShowOrder, legend = <Legend />, children, ...header }: Props) => {
  const { page } = header;
  const { run, reporting } = page;
  const [messages, showMessages] = useState(false);
  const night = useNight();
  // Nothing is drawn before it is known what stands above: nothing has to move.
  if (night.shape === undefined || !reporting.settled) return null;
  const nightRun = runOfCard(night, reporting.report);
  return (
    <>
      <NightCard
        {...night}
        shape={night.shape}
        onShow={onShowOrder}
        onSeen={nightRun ? reporting.close : undefined}
        tools={nightRun ? <NightRun report={nightRun} reporting={reporting} onMessages={() => showMessages(true)} /> : null}
      />
      <Column below={NIGHT_PX[night.shape]}>
        <BoardHeader {...header} />
        <Strip
          bar={page.view.bar}
          onJump={page.jumpTo}
          onLower={() => page.view.bar !== undefined && page.board.current?.reveal(String(page.view.bar))}
          open={messages}
          onToggle={showMessages}
          onMisfits={run.pending ? undefined : () => reporting.listMisfits(true)}
          say={page.say}
        />
        <RunPlace
          run={run}
          reporting={reporting}
          told={nightRun !== undefined}
          onJump={page.jumpTo}
          onMessages={() => showMessages(true)}
        />
        <Conditions page={page} hits={hits} ordering={ordering} />
        {children}
        <Box role="status" aria-live="polite" sx={visuallyHidden}>
          {page.spoken}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, pt: 0.5, minHeight: 42, flex: 'none' }}>
          {legend}
          <PageField count={pages} page={page.number} onChange={page.turnTo} />
        </Box>
        <RunDialog asked={run.asked} busy={run.starting} onCancel={run.dismiss} onRun={(request) => void run.start(request)} />
      </Column>
    </>
  );
};

/** The newest run, where it was the night's and the night's card tells of it. */
function runOfCard({ shape, latest }: ReturnType<typeof useNight>, report: RunReport | undefined): RunReport | undefined {
  const night = shape === 'card' ? latest?.night?.id : undefined;
  return night !== undefined && report?.night_id === night ? report : undefined;
}

/** What stands above and below the page's content: top bar, padding, page header. */
const AROUND_PX = TOP_BAR_PX + 16 + PAGE_HEADER_PX + 12 + 8;

/** The height that the window has left below the night's card, which is so high where there is room for it. */
const Column = ({ below, children }: { below: number; children: ReactNode }) => (
  <Box
    sx={{
      display: 'flex',
      flexDirection: 'column',
      height: { xs: `calc(100dvh - ${AROUND_PX}px)`, lg: `calc(100dvh - ${AROUND_PX + below}px)` },
      minHeight: 460,
      mb: -1,
    }}
  >
    {children}
  </Box>
);

/** What is searched, and how much that finds; their row is kept free until both are known. */
const Conditions = ({ page, hits, ordering }: Pick<Props, 'hits' | 'ordering'> & { page: BoardPageState }) => {
  const { filters, clock, groups, search } = page;
  if (!filters || !clock) return <Box sx={{ height: CHIPS_PX, flex: 'none' }} />;
  return <ChipsRow filters={filters} today={clock.today} choices={groups} onSearch={search} hits={hits ?? ''} ordering={ordering} />;
};
