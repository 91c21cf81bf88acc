import FileDownload from '@mui/icons-material/FileDownloadOutlined';
import PlayArrow from '@mui/icons-material/PlayArrow';
import Search from '@mui/icons-material/Search';
import Today from '@mui/icons-material/TodayOutlined';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { ExportDialog } from '../../exports/ExportDialog.tsx';
import { PageActions, PageTitleExtras } from '../../layout/PageActions.tsx';
import { RoleButton } from '../../parts/RoleButton.tsx';
import { PlanListButton } from '../../plans/PlanList.tsx';
import { BOARD } from '../../texts/board/board.ts';
import { EXPORT } from '../../texts/exports.ts';
import { UndoButtons } from '../edit/undo/UndoButtons.tsx';
import { scheduleQuery } from '../search/filters.ts';
import { SearchPanel } from '../search/SearchPanel.tsx';
import { KeyHelp } from './KeyHelp.tsx';
import { FULL_PX, NARROW_PX, shrinkingBelow, TIGHT_PX } from './shrinking.ts';
import type { BoardPageState } from './use-board-page.ts';
import { ZoomSegment } from './ZoomSegment.tsx';

export interface BoardHeaderProps {
  /** Beside the title, before 今日へ. */
  tools: ReactNode;
  /** Before the board is scrolled to today. */
  onToday?: () => void;
  /** Before 立案実行. */
  actions?: ReactNode;
  /** How many orders the search finds, where the board knows. */
  orders?: number | undefined;
  /** The title row has more in it than all windows have room for. */
  crowded?: boolean;
}

interface Props extends BoardHeaderProps {
  page: BoardPageState;
  /** The way to paper. */
  print: ReactNode;
}

/** The page header of a board: beside the title its days and their closeness, at the right end its actions. */
export const BoardHeader = ({ page, tools, onToday, print, actions, orders, crowded = false }: Props) => (
  <>
    <PageTitleExtras>
      {tools}
      <Button
        startIcon={<Today />}
        title={BOARD.today}
        sx={crowded ? shrinkingBelow(NARROW_PX) : null}
        onClick={() => {
          onToday?.();
          page.board.current?.scrollToToday();
        }}
      >
        {BOARD.today}
      </Button>
      <ZoomSegment zoom={page.zoom} setZoom={page.setZoom} />
    </PageTitleExtras>
    <PageActions>
      <UndoButtons undo={page.undo} />
      <PlanListButton shown={page.view.plan} adopting={page.adopting} onLook={page.showPlan} />
      <KeyHelp />
      {print}
      {actions}
      <RunButton page={page} />
      <ExportButton page={page} orders={orders} crowded={crowded} />
      <SearchButton page={page} crowded={crowded} />
    </PageActions>
  </>
);

const RunButton = ({ page: { run, view } }: Pick<Props, 'page'>) => (
  <RoleButton
    operation="runSchedule"
    variant="contained"
    startIcon={<PlayArrow />}
    disabled={run.pending !== false || view.plan !== undefined}
    onClick={() => run.ask()}
  >
    {BOARD.run}
  </RoleButton>
);

const ExportButton = ({ page: { filters, clock }, orders, crowded }: Pick<Props, 'page' | 'orders' | 'crowded'>) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<FileDownload />}
        title={EXPORT.open}
        sx={shrinkingBelow(crowded ? FULL_PX : TIGHT_PX)}
        disabled={!filters || !clock}
        onClick={() => setOpen(true)}
      >
        {EXPORT.open}
      </Button>
      {open && filters && clock ? (
        <ExportDialog query={scheduleQuery(filters, clock.today)} orders={orders} today={clock.today} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
};

const SearchButton = ({ page: { filters, clock, groups, search }, crowded }: Pick<Props, 'page' | 'crowded'>) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<Search />}
        title={BOARD.search}
        sx={crowded ? shrinkingBelow(NARROW_PX) : null}
        onClick={() => setOpen(true)}
      >
        {BOARD.search}
      </Button>
      {open && filters && clock ? (
        <SearchPanel
          filters={filters}
          today={clock.today}
          products={groups.products}
          tasks={groups.tasks}
          onSearch={(next) => {
            search(next);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
};
