import FileDownload from '@mui/icons-material/FileDownloadOutlined';
import PlayArrow from '@mui/icons-material/PlayArrow';
import Search from '@mui/icons-material/Search';
import Today from '@mui/icons-material/TodayOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { ExportDialog } from '../exports/ExportDialog.tsx';
import { PageActions, PageTitleExtras } from '../layout/PageActions.tsx';
import { PAGE_HEADER_PX, TOP_BAR_PX } from '../layout/theme.tsx';
import { NIGHT_PX, NightCard } from '../nightly/NightCard.tsx';
import { useNight } from '../nightly/use-night.ts';
import { RoleButton } from '../parts/RoleButton.tsx';
import { visuallyHidden } from '../parts/visually-hidden.ts';
import { BOARD } from '../texts/board.ts';
import { EXPORT } from '../texts/exports.ts';
import { UndoButtons } from './edit/UndoButtons.tsx';
import { KeyHelp } from './KeyHelp.tsx';
import { Legend } from './Legend.tsx';
import { PageField } from './PageField.tsx';
import { NightRun } from './run/NightRun.tsx';
import { RunDialog } from './run/RunDialog.tsx';
import { RunPlace } from './run/RunPlace.tsx';
import { CHIPS_PX, ChipsRow } from './search/ChipsRow.tsx';
import { scheduleQuery } from './search/filters.ts';
import { SearchPanel } from './search/SearchPanel.tsx';
import { FULL_PX, NARROW_PX, shrinkingBelow } from './shrinking.ts';
import { Strip } from './strip/Strip.tsx';
import type { useBoardPage } from './use-board-page.ts';
import { type Zooming, ZoomSegment } from './ZoomSegment.tsx';

/** What stands above and below the page's content: top bar, padding, page header. */
const AROUND_PX = TOP_BAR_PX + 16 + PAGE_HEADER_PX + 12 + 8;

interface Props {
  page: ReturnType<typeof useBoardPage>;
  /** How many pages there are. */
  pages: number;
  /** How much the search finds, in words; undefined until it is known. */
  hits: string | undefined;
  /** How many orders that are, where the board knows. */
  orders?: number | undefined;
  /** The order of what is found, at the end of the conditions. */
  ordering?: ReactNode;
  /** Beside the title, before 今日へ. */
  tools: ReactNode;
  onToday(): void;
  zoom: Zooming;
  /** Before 立案実行. */
  actions?: ReactNode;
  /** Shows one order on this board; without it a 製番 of the night leads to the Gantt. */
  onShowOrder?: ((serial: string) => void) | undefined;
  /** The title row has more in it than all windows have room for. */
  crowded?: boolean;
  /** What the colours of this board mean; those of bars when absent. */
  legend?: ReactNode;
  children: ReactNode;
}

/** The frame of a page with a board: 今日へ, zoom, 立案実行, ファイルを出力 and 検索 in the page header, one card about its runs and the conditions above, legend and pages below. */
export const BoardPage = ({
  page,
  pages,
  hits,
  orders,
  ordering,
  tools,
  onToday,
  zoom,
  actions,
  onShowOrder,
  crowded = false,
  legend = <Legend />,
  children,
}: Props) => {
  const [messages, showMessages] = useState(false);
  const [searching, setSearching] = useState(false);
  const [exporting, setExporting] = useState(false);
  const { run, filters, clock, reporting } = page;
  const night = useNight();
  // Nothing is drawn before it is known what stands above: nothing has to move.
  if (night.shape === undefined || !reporting.settled) return null;
  const above = NIGHT_PX[night.shape];
  const ofNight = night.shape === 'card' ? night.latest?.night?.id : undefined;
  const nightRun = ofNight !== undefined && reporting.report?.night_id === ofNight ? reporting.report : undefined;
  return (
    <>
      <NightCard
        {...night}
        shape={night.shape}
        onShow={onShowOrder}
        onSeen={nightRun ? reporting.close : undefined}
        tools={nightRun ? <NightRun report={nightRun} reporting={reporting} onMessages={() => showMessages(true)} /> : null}
      />
      <Box
        sx={{
          display: 'flex',
          flexDirection: 'column',
          height: { xs: `calc(100dvh - ${AROUND_PX}px)`, lg: `calc(100dvh - ${AROUND_PX + above}px)` },
          minHeight: 460,
          mb: -1,
        }}
      >
        <PageTitleExtras>
          {tools}
          <Button startIcon={<Today />} title={BOARD.today} sx={crowded ? shrinkingBelow(NARROW_PX) : null} onClick={onToday}>
            {BOARD.today}
          </Button>
          <ZoomSegment {...zoom} />
        </PageTitleExtras>
        <PageActions>
          <UndoButtons undo={page.undo} />
          <KeyHelp />
          {actions}
          <RoleButton
            operation="runSchedule"
            variant="contained"
            startIcon={<PlayArrow />}
            disabled={run.pending !== false}
            onClick={() => run.ask()}
          >
            {BOARD.run}
          </RoleButton>
          <Button
            variant="outlined"
            startIcon={<FileDownload />}
            title={EXPORT.open}
            sx={crowded ? shrinkingBelow(FULL_PX) : null}
            disabled={!filters || !clock}
            onClick={() => setExporting(true)}
          >
            {EXPORT.open}
          </Button>
          <Button
            variant="outlined"
            startIcon={<Search />}
            title={BOARD.search}
            sx={crowded ? shrinkingBelow(NARROW_PX) : null}
            onClick={() => setSearching(true)}
          >
            {BOARD.search}
          </Button>
        </PageActions>
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
        {filters && clock ? (
          <ChipsRow
            filters={filters}
            today={clock.today}
            choices={page.groups}
            onSearch={page.search}
            hits={hits ?? ''}
            ordering={ordering}
          />
        ) : (
          <Box sx={{ height: CHIPS_PX, flex: 'none' }} />
        )}
        {children}
        <Box role="status" aria-live="polite" sx={visuallyHidden}>
          {page.spoken}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, pt: 0.5, minHeight: 42, flex: 'none' }}>
          {legend}
          <PageField count={pages} page={page.number} onChange={page.turnTo} />
        </Box>
        {searching && filters && clock ? (
          <SearchPanel
            filters={filters}
            today={clock.today}
            products={page.groups.products}
            tasks={page.groups.tasks}
            onSearch={(next) => {
              page.search(next);
              setSearching(false);
            }}
            onClose={() => setSearching(false)}
          />
        ) : null}
        {exporting && filters && clock ? (
          <ExportDialog
            query={scheduleQuery(filters, clock.today)}
            orders={orders}
            today={clock.today}
            onClose={() => setExporting(false)}
          />
        ) : null}
        <RunDialog asked={run.asked} busy={run.starting} onCancel={run.dismiss} onRun={(request) => void run.start(request)} />
      </Box>
    </>
  );
};
