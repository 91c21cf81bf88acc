import Box from '@mui/material/Box';
import { type ComponentProps, type ReactElement, type ReactNode, useState } from 'react';
import { PAGE_HEADER_PX, PAGE_PADDING_PX, TOP_BAR_PX } from '../../layout/theme.tsx';
import { visuallyHidden } from '../../parts/visually-hidden.ts';
import { AdoptDialog } from '../../plans/AdoptDialog.tsx';
import { PlanBand } from '../../plans/PlanBand.tsx';
import { PLANS } from '../../texts/plans.ts';
import { Board as Chart } from '../chart/Board.tsx';
import { Legend } from '../chart/Legend.tsx';
import type { Look } from '../chart/paint/bars/look.ts';
import type { Pane } from '../chart/paint/pane.ts';
import { isCharge } from '../chart/scene/group/group-move.ts';
import type { Scene } from '../chart/scene/scene.ts';
import { DetailDialog } from '../edit/DetailDialog.tsx';
import { EditDialogs } from '../edit/EditDialogs.tsx';
import { BarMenu } from '../edit/group/BarMenu.tsx';
import { PickBar } from '../edit/group/PickBar.tsx';
import { LotsDialog } from '../edit/LotsDialog.tsx';
import { PrintButton } from '../print/PrintButton.tsx';
import { RunDialog } from '../run/RunDialog.tsx';
import { CHIPS_PX, ChipsRow } from '../search/ChipsRow.tsx';
import { chipsOf } from '../search/chips.ts';
import { NoHits } from '../search/quick/NoHits.tsx';
import { NightCard } from '../story/night/NightCard.tsx';
import { useNight } from '../story/night/use-night.ts';
import { MisfitCard, RunPlace, showsRun } from '../story/RunPlace.tsx';
import { Strip } from '../story/strip/Strip.tsx';
import { useShowOrder } from '../story/strip/use-show-order.ts';
import { BoardFrame } from './BoardFrame.tsx';
import { BoardHeader, type BoardHeaderProps } from './BoardHeader.tsx';
import { PageField } from './PageField.tsx';
import type { Board } from './use-board.ts';
import type { BoardPageState } from './use-board-page.ts';

interface Props extends BoardHeaderProps {
  board: Board;
  /** What the board is called. */
  label: string;
  /** What its bars bear. */
  look: Look;
  /** The left block, by the width of the board, and on paper. */
  paneFor(width: number): Pane;
  paper: Pane;
  /** How much the search finds, in words; undefined until it is known. */
  hits: string | undefined;
  /** The order of what is found, at the end of the conditions. */
  ordering: ReactNode;
  /** The month that is searched, where the board shows one. */
  month?: ComponentProps<typeof NoHits>['month'];
  /** The legend of this board; that of bars when absent. */
  legend?: ReactNode;
  /** Why the places of another plan cannot stand beside the bars now. */
  noPlaces?: string | undefined;
  /** Puts something around the chart. */
  around?: (chart: ReactElement, scene: Scene) => ReactElement;
  /** Dialogs of this page alone. */
  children?: ReactNode;
}

/** A page with a board: the page header, one card about its runs and the conditions above, the board, legend and pages below, and its dialogs. */
export const BoardPage = ({ hits, ordering, legend, children, actions, noPlaces, ...shown }: Props) => {
  const { board, label, look, paper } = shown;
  const { page, scene, edit } = board;
  const { run, reporting, view, jumpTo, adopting } = page;
  const elsewhere = view.plan !== undefined;
  const [messages, showMessages] = useState(false);
  // The plan whose bars that do not fit are listed: another one has others.
  const [listed, list] = useState<number>();
  const open = { onJump: jumpTo, onMessages: () => showMessages(true) };
  const night = useNight(reporting.report);
  const showOrder = useShowOrder(jumpTo);
  const story = { run, reporting, told: night.run !== undefined };
  // Nothing is drawn before it is known what stands above: nothing has to move.
  if (night.shape === undefined || !reporting.settled) return null;
  const print = (
    <PrintButton
      title={label}
      conditions={conditionsOf(page)}
      board={page.board}
      scene={scene}
      pages={board.pages}
      whole={board.rows.whole}
      look={look}
      pane={paper}
    />
  );
  return (
    <Column>
      <BoardHeader {...shown} page={page} print={print} actions={actions} />
      <Strip
        bar={view.bar}
        onJump={jumpTo}
        onLower={() => view.bar !== undefined && page.board.current?.reveal(String(view.bar))}
        open={messages}
        onToggle={showMessages}
        onMisfits={elsewhere ? () => list(view.plan) : run.pending ? undefined : () => reporting.listMisfits(true)}
        run={elsewhere ? undefined : run}
        say={page.say}
      />
      <PlanBand
        plan={view.plan}
        other={view.with}
        noPlaces={noPlaces}
        adopting={adopting}
        onPlan={page.showPlan}
        onOther={page.showBeside}
      />
      {elsewhere ? (
        <Stories>{listed === view.plan ? <MisfitCard onJump={jumpTo} onClose={() => list(undefined)} /> : null}</Stories>
      ) : (
        <Stories>
          <NightCard
            night={night}
            brief={showsRun(story)}
            reporting={reporting}
            onShow={(order) => showOrder({ ...order, late: true })}
            onMessages={open.onMessages}
          />
          <RunPlace {...story} {...open} />
        </Stories>
      )}
      <Conditions page={page} hits={hits} ordering={ordering} />
      <Place {...shown} />
      <Foot board={board} legend={legend ?? <Legend scene={scene} />} />
      <RunDialog asked={run.asked} busy={run.starting} onCancel={run.dismiss} onRun={(request) => void run.start(request)} />
      <EditDialogs edit={edit} surroundings={board.surroundings} onJump={jumpTo} />
      <OpenedDialog board={board} />
      <AdoptDialog adopting={adopting} />
      {children}
    </Column>
  );
};

/** Below the board: what its colours mean, and its pages. */
const Foot = ({ board: { page, pages }, legend }: Pick<Props, 'board' | 'legend'>) => (
  <>
    <Box role="status" aria-live="polite" sx={visuallyHidden}>
      {page.spoken}
    </Box>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, minHeight: 28, flex: 'none' }}>
      {legend}
      <PageField count={pages} page={page.number} onChange={page.turnTo} />
    </Box>
  </>
);

/** The board in its place, or why it is not there. */
const Place = ({
  board,
  label,
  look,
  paneFor,
  month,
  around = (chart) => chart,
}: Pick<Props, 'around' | 'board' | 'label' | 'look' | 'month' | 'paneFor'>) => {
  const { page, rows, scene, events, state, picked, open } = board;
  const { filters, clock, search, view } = page;
  const { read } = rows;
  const chart = (shown: Scene) => (
    <Chart
      key={read.data?.key}
      ref={page.board}
      scene={shown}
      events={events}
      label={label}
      look={look}
      paneFor={paneFor}
      initialPlace={page.place}
    />
  );
  return (
    <BoardFrame
      state={state}
      error={read.error}
      stale={read.isPlaceholderData}
      elsewhere={view.plan !== undefined}
      inert={read.data !== undefined && read.data.plan !== view.plan}
      onRetry={rows.reload}
      empty={filters && clock ? <NoHits filters={filters} today={clock.today} onSearch={search} month={month} /> : null}
    >
      {scene ? around(chart(scene), scene) : null}
      {picked.bars.length > 0 ? <PickBar picked={picked} board={page.board} access={page.access} /> : null}
      <BarMenu picked={picked} access={page.access} onOpen={open} onToggleLock={events.onToggleLock} />
    </BoardFrame>
  );
};

/** What a press on a bar opens where it opens no form: the lots of a box, or the details of a bar. */
const OpenedDialog = ({ board: { page, opened, events, open, close } }: { board: Board }) => {
  if (!opened) return null;
  if (isCharge(opened)) return <LotsDialog box={opened} board={page.board} access={page.access} onOpen={open} onClose={close} />;
  const toggleLock = page.access.edits ? () => events.onToggleLock(opened) : undefined;
  return <DetailDialog bar={opened} onToggleLock={toggleLock} onClose={close} />;
};

/** The plan, where it is not the published one, and the conditions of the search in words. */
const conditionsOf = ({ filters, clock, groups, planName }: BoardPageState): string[] => [
  ...(planName === undefined ? [] : [PLANS.notPublished(planName)]),
  ...(filters && clock ? chipsOf(filters, clock.today, groups).map(({ label }) => label) : []),
];

/** Heights around the page's content: top bar, padding, page header. */
const AROUND_PX = TOP_BAR_PX + PAGE_PADDING_PX.top + PAGE_HEADER_PX + 6 + 4;

/** What is told of the night, of a run and of a stale plan: one line, whatever it is, until one of them is unfolded. */
const Stories = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, flex: 'none', '&:not(:empty)': { mt: 0.5 } }}>{children}</Box>
);

/** A column as high as the window. */
const Column = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'flex',
      flexDirection: 'column',
      height: `calc(100dvh - ${AROUND_PX}px)`,
      minHeight: 460,
      mt: -0.75,
      mb: -1.5,
    }}
  >
    {children}
  </Box>
);

/** The conditions of the search and their hits; the row is kept free until both are known. */
const Conditions = ({ page, hits, ordering }: Pick<Props, 'hits' | 'ordering'> & { page: BoardPageState }) => {
  const { filters, clock, groups, search } = page;
  if (!filters || !clock) return <Box sx={{ height: CHIPS_PX, flex: 'none' }} />;
  return <ChipsRow filters={filters} today={clock.today} choices={groups} onSearch={search} hits={hits ?? ''} ordering={ordering} />;
};
