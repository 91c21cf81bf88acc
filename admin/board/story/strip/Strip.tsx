import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Flag from '@mui/icons-material/Flag';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Paper from '@mui/material/Paper';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { tint } from '../../../layout/palette.ts';
import { useStored } from '../../../parts/hooks/use-stored.ts';
import { later } from '../../../parts/later.tsx';
import {
  causeWithDays,
  conflictCount,
  lateBy,
  lateOrders,
  misfitCount,
  overdueOrders,
  plannedAt,
  STRIP,
  stepOf,
  WHY,
  whyLate,
  worstDays,
} from '../../../texts/board/strip.ts';
import type { Jump } from '../../search/quick/jump.ts';
import { BOARD_PLACE } from './board-place.ts';
import { CloseStep } from './CloseStep.tsx';
import { MessageButton, MessagePanel, PANEL_HEIGHTS } from './MessagePanel.tsx';
import { useMessages } from './use-messages.ts';
import { type LateOrder, type Overview, useOverview, useOverviewEvents } from './use-overview.ts';
import { useShowOrder } from './use-show-order.ts';
import { useWalk } from './use-walk.ts';

/** Height of the strip, whatever it says. */
const STRIP_PX = 36;
/** Height of the strip with its messages at least: four of two lines beside the report of a run on a low screen. */
const LEAST_OPEN_PX = { sentences: 260, list: 420 } as const;
const STEPPER_PX = 28;
const PANEL_ID = 'strip-messages';
const REASONS_ID = 'strip-reasons';

const WhyPanel = later(async () => (await import('../why/WhyPanel.tsx')).WhyPanel);

/** Windows in which the sentence of an order needs the room of what else the strip says: it is never cut. */
const BRIEF = '@media (max-width: 1499px)';

/** What gives way to the sentence of an order on screens that are not wide. */
const widthOf = (brief: boolean) =>
  ({ display: { xs: 'none', md: 'inline' }, ...(brief ? { [BRIEF]: { display: 'none' } } : {}) }) as const;

/** The sign of a conflict; the same in both modes. */
const ConflictSign = () => (
  <Box component="svg" viewBox="0 0 16 16" aria-hidden sx={{ width: 16, height: 16, flexShrink: 0 }}>
    <path d="M8 1.6 15.2 14.4H.8Z" fill={tint('conflict')} stroke={tint('conflict-edge')} strokeWidth="1.2" strokeLinejoin="round" />
    <path d="M8 6v4M8 11.4v1.4" stroke={tint('conflict-mark')} strokeWidth="1.5" />
  </Box>
);

/** From which screens on a part of the strip has room. */
const SHOWN = {
  xs: { display: 'flex' },
  sm: { display: { xs: 'none', sm: 'flex' } },
  wide: { display: { xs: 'none', sm: 'flex' }, [BRIEF]: { display: 'none' } },
} as const;

const Part = ({ children, from = 'xs' }: { children: ReactNode; from?: keyof typeof SHOWN }) => (
  <Box
    sx={{
      ...SHOWN[from],
      alignItems: 'center',
      gap: 0.75,
      pl: { xs: 0.75, sm: 1.5 },
      ml: { xs: 0.75, sm: 1.5 },
      borderLeft: 1,
      borderColor: 'divider',
      minHeight: 20,
      whiteSpace: 'nowrap',
    }}
  >
    {children}
  </Box>
);

interface LateCountProps extends Pick<Overview['late'], 'count' | 'overdue' | 'worst_days'> {
  brief: boolean;
}

const LateCount = ({ count, overdue, worst_days, brief }: LateCountProps) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, color: count > 0 ? 'error.main' : 'text.secondary', whiteSpace: 'nowrap' }}>
    <Flag sx={{ fontSize: 18 }} aria-hidden />
    <Box component="strong" sx={{ fontSize: 14.5, fontWeight: 700 }}>
      {lateOrders(count)}
    </Box>
    {count > 0 ? (
      <>
        <Box component="span" sx={{ ...widthOf(brief), color: 'text.primary' }}>
          {overdueOrders(overdue)}
        </Box>
        <Box component="span" sx={{ ...widthOf(brief), color: 'text.primary' }}>
          {worstDays(worst_days)}
        </Box>
      </>
    ) : null}
  </Box>
);

const STEP_BUTTON = {
  width: STEPPER_PX,
  height: STEPPER_PX - 2,
  flexShrink: 0,
  color: 'primary.main',
  '&:hover': { bgcolor: 'action.hover' },
  // The frame cuts what stands outside it.
  '&.Mui-focusVisible': { outlineOffset: -2 },
} as const;

/** ◀ 1/83 ▶ */
const Stepper = ({ at, count, onStep }: { at: number | undefined; count: number; onStep(by: 1 | -1): void }) => (
  <Box
    role="group"
    aria-label={STRIP.steps}
    sx={{
      display: 'flex',
      alignItems: 'center',
      flexShrink: 0,
      ml: { xs: 0.75, sm: 1.5 },
      height: STEPPER_PX,
      border: 1,
      borderColor: tint('edge'),
      borderRadius: 1.5,
      overflow: 'hidden',
    }}
  >
    <ButtonBase aria-label={STRIP.previous} title={STRIP.previous} onClick={() => onStep(-1)} sx={STEP_BUTTON}>
      <ChevronLeft fontSize="small" />
    </ButtonBase>
    <Box
      component="span"
      sx={{
        minWidth: { xs: 44, sm: 58 },
        px: 0.5,
        textAlign: 'center',
        fontWeight: 700,
        borderLeft: 1,
        borderRight: 1,
        borderColor: 'divider',
        lineHeight: '26px',
      }}
    >
      {stepOf(at, count)}
    </Box>
    <ButtonBase aria-label={STRIP.next} title={STRIP.next} onClick={() => onStep(1)} sx={STEP_BUTTON}>
      <ChevronRight fontSize="small" />
    </ButtonBase>
  </Box>
);

interface ConflictsProps {
  count: number;
  /** One of them is shown: from there it goes back as well. */
  shown: boolean;
  onStep(by: 1 | -1): void;
}

const Conflicts = ({ count, shown, onStep }: ConflictsProps) =>
  count === 0 ? (
    <Box component="span" sx={{ color: 'text.secondary', display: { xs: 'none', sm: 'inline' } }}>
      {conflictCount(0)}
    </Box>
  ) : (
    <>
      {shown ? (
        <ButtonBase
          aria-label={STRIP.previousConflict}
          title={STRIP.previousConflict}
          onClick={() => onStep(-1)}
          sx={{ ...STEP_BUTTON, width: 20, mr: -0.5, borderRadius: 1 }}
        >
          <ChevronLeft fontSize="small" />
        </ButtonBase>
      ) : null}
      <ButtonBase
        title={STRIP.nextConflict}
        aria-label={conflictCount(count)}
        onClick={() => onStep(1)}
        sx={{ gap: 0.75, fontWeight: 700, borderRadius: 1, px: 0.5, mx: -0.5, minHeight: 28 }}
      >
        <ConflictSign />
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {conflictCount(count)}
        </Box>
        <Box component="span" sx={{ display: { xs: 'inline', sm: 'none' } }}>
          {count}
        </Box>
        {shown ? <ChevronRight fontSize="small" sx={{ color: 'primary.main' }} /> : null}
      </ButtonBase>
    </>
  );

/** What does not fit any more, and of the published plan is mended by the next run (`mends`); leads to its list. */
const MisfitsTile = ({ count, mends, onList }: { count: number; mends: boolean; onList: (() => void) | undefined }) => (
  <ButtonBase
    title={mends ? STRIP.misfits : STRIP.misfitsBeside}
    aria-label={misfitCount(count)}
    disabled={!onList}
    onClick={onList}
    sx={{
      fontWeight: 700,
      borderRadius: 1,
      px: 0.5,
      mx: -0.5,
      minHeight: 28,
      color: 'warning.main',
      display: { xs: 'none', sm: 'inline-flex' },
    }}
  >
    {misfitCount(count)}
  </ButtonBase>
);

/** What is said of the order or conflict shown last; hovering tells the part without room, and what else there is to say. */
const Why = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box
    component="span"
    title={title}
    sx={{
      display: { xs: 'none', md: 'block' },
      flexShrink: 1,
      minWidth: 0,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      pl: 1.5,
      ml: 1.5,
      borderLeft: 1,
      borderColor: 'divider',
    }}
  >
    {children}
  </Box>
);

/** Why the order shown last is late, in a sentence, and the way to its reasons in full. */
const WhyLate = ({ late, reasons }: { late: LateOrder; reasons: Toggle }) => (
  <>
    <Why title={whyLate(late.serial_number, late.late_days, late.cause, late.advice)}>
      {lateBy(late.serial_number, late.late_days)}
      {late.cause_name === null ? null : (
        <>
          <Box component="span" sx={{ [BRIEF]: { display: 'none' } }}>
            {STRIP.cause}
          </Box>
          <b>{causeWithDays(late.cause_name, late.cause_days)}</b>
        </>
      )}
    </Why>
    <ButtonBase
      aria-expanded={reasons.open}
      aria-controls={reasons.open ? REASONS_ID : undefined}
      onClick={reasons.toggle}
      sx={{
        display: { xs: 'none', md: 'inline-flex' },
        flexShrink: 0,
        minHeight: 28,
        ml: 0.75,
        px: 0.5,
        borderRadius: 1,
        color: 'primary.main',
        fontWeight: 700,
        whiteSpace: 'nowrap',
        '&:hover': { bgcolor: 'action.hover' },
        '&.Mui-focusVisible': { outlineOffset: -2 },
      }}
    >
      {reasons.open ? WHY.hide : WHY.show}
      {reasons.open ? <ExpandLess fontSize="small" /> : <ExpandMore fontSize="small" />}
    </ButtonBase>
  </>
);

/** The strip with its messages: they give way to the board before the page scrolls. */
const OPEN = {
  display: 'flex',
  flexDirection: 'column',
  minHeight: `min(${LEAST_OPEN_PX.sentences}px, ${PANEL_HEIGHTS.sentences})`,
  // A list of orders is what is looked at: the board keeps a few rows.
  [`&:has(table) ~ .${BOARD_PLACE}`]: { minHeight: 160 },
  '&:has(table)': { minHeight: `min(${LEAST_OPEN_PX.list}px, ${PANEL_HEIGHTS.list})` },
} as const;

const LINE = {
  display: 'flex',
  alignItems: 'center',
  flexShrink: 0,
  height: STRIP_PX - 2,
  px: { xs: 1, sm: 1.75 },
  fontSize: 13,
  overflow: 'hidden',
} as const;

/** A frame that calls `onLower` whenever it has grown, and the board below has become lower. */
function useGrowingFrame(open: boolean, onLower: () => void) {
  const lower = useRef(onLower);
  lower.current = onLower;
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open || !frame.current) return;
    let height = 0;
    const watch = new ResizeObserver(([entry]) => {
      const next = entry?.contentRect.height ?? 0;
      if (next > height + 1) lower.current();
      height = next;
    });
    watch.observe(frame.current);
    return () => watch.disconnect();
  }, [open]);
  return frame;
}

/** Whether the reasons are unfolded. */
interface Toggle {
  open: boolean;
  toggle(): void;
}

/** The reasons of the late order that is shown: unfolded or not is kept on this device; the messages take their place while they are open. */
function useReasons({ open: messages, onToggle }: Pick<Props, 'open' | 'onToggle'>): Toggle {
  const [kept, keep] = useStored('production-planner.reasons');
  const open = kept !== undefined && !messages;
  return {
    open,
    toggle: () => {
      if (messages) onToggle(false);
      keep(open ? undefined : 'open');
    },
  };
}

/** So long a reading anew may last before what stands there is said to be old: most saves are quicker. */
const OLD_AFTER_MS = 300;

/** Whether something has lasted for a while. */
function useLasting(is: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!is) return setLasts(false);
    const timer = setTimeout(() => setLasts(true), OLD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [is]);
  return is && lasts;
}

/** Of a plan that has changed since: the figures stay where they are, and are not to be taken for its own. */
const OLD = { filter: 'grayscale(1) opacity(0.5)' } as const;

interface SaidProps extends Pick<Props, 'onMisfits'> {
  /** The plan has changed since, and is being read. */
  old: boolean;
  /** What is wrong can be put right from here. */
  acts: boolean;
  overview: Overview;
  reasons: Toggle;
  walk: ReturnType<typeof useWalk>;
}

/** The strip's own line: late orders and conflicts with the steps over them, when the plan was made, and what is shown. */
const Said = ({ overview: { late, conflicts, misfits, planned_at }, old, walk, reasons, onMisfits, acts }: SaidProps) => {
  // A sentence is there that needs the room.
  const speaks = walk.late !== undefined || walk.conflict !== undefined;
  return (
    <>
      <Box aria-busy={old} sx={{ display: 'flex', alignItems: 'center', flexShrink: 0, ...(old ? OLD : {}) }}>
        <LateCount {...late} brief={speaks} />
        {late.count > 0 ? <Stepper at={walk.at} count={late.count} onStep={walk.step} /> : null}
        <Part>
          <Conflicts count={conflicts.count} shown={walk.conflict !== undefined} onStep={walk.stepConflict} />
          {misfits ? <MisfitsTile count={misfits} mends={acts} onList={onMisfits} /> : null}
        </Part>
      </Box>
      <Part from={speaks && !old ? 'wide' : 'sm'}>{old ? STRIP.reading : planned_at ? plannedAt(planned_at) : STRIP.unplanned}</Part>
      {walk.conflict === undefined ? null : <Why title={walk.conflict}>{walk.conflict}</Why>}
      {acts && walk.closes ? <CloseStep step={walk.closes} /> : null}
      {walk.late ? <WhyLate late={walk.late} reasons={reasons} /> : null}
    </>
  );
};

interface Props {
  /** The bar that the address shows. */
  bar: number | undefined;
  /** Shows a bar, whatever the filter. */
  onJump(jump: Jump): void;
  /** Brings the bar into sight again, where the board has become lower. */
  onLower(): void;
  /** Whether the messages are unfolded. */
  open: boolean;
  onToggle(open: boolean): void;
  /** Lists the bars that do not fit any more; undefined: not now. */
  onMisfits: (() => void) | undefined;
  /** Runs of the scheduler, and one that places an order first; undefined: the plan is only looked at. */
  run: ComponentProps<typeof WhyPanel>['run'];
  /** Says what is shown to those who do not see it. */
  say(text: string): void;
}

/** The strip above a board counts late orders and conflicts, says when the plan was made, and unfolds the scheduler's messages as a work list. */
export const Strip = ({ bar, onJump, onLower, open, onToggle, onMisfits, run, say }: Props) => {
  useOverviewEvents();
  const { data, isError, isFetching } = useOverview();
  const old = useLasting(isFetching);
  const messages = useMessages();
  const walk = useWalk(bar, data, onJump, say);
  const show = useShowOrder(walk.show);
  const reasons = useReasons({ open, onToggle });
  const why = reasons.open && walk.late !== undefined;
  const frame = useGrowingFrame(open || why, onLower);
  return (
    <Paper
      ref={frame}
      variant="outlined"
      component="section"
      aria-label={STRIP.label}
      sx={{ ...(open ? OPEN : { flexShrink: 0 }), borderColor: tint('frame'), overflow: 'hidden' }}
    >
      <Box sx={LINE}>
        {isError && !data ? <Box sx={{ color: 'error.main' }}>{STRIP.failed}</Box> : null}
        {data ? <Said overview={data} old={old} walk={walk} reasons={reasons} onMisfits={onMisfits} acts={run !== undefined} /> : null}
        <Box sx={{ flex: 1 }} />
        <MessageButton messages={messages} open={open} controls={PANEL_ID} onToggle={() => onToggle(!open)} />
      </Box>
      {why && walk.late ? (
        <Box sx={{ display: { xs: 'none', md: 'block' } }}>
          <WhyPanel key={walk.late.order_id} id={REASONS_ID} order={walk.late.order_id} run={run} onShow={walk.lookAt} />
        </Box>
      ) : null}
      {open && messages.count > 0 ? (
        <MessagePanel id={PANEL_ID} {...messages} current={walk.current} onShow={show} onJump={onJump} />
      ) : null}
    </Paper>
  );
};
