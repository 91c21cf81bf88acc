import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { epochMs, formatMonthDay, type Instant, plantClock, plantDate } from '../../server/domain/ground/plant-time.ts';
import { TODAY } from '../texts/today.ts';
import { Actions, StartRow, UndoRow } from './Actions.tsx';
import { CARD_MIN_PX, card, ROW_HEIGHT, TARGET_PX } from './look.ts';
import { OpenBefore } from './OpenBefore.tsx';
import { earlyEnd, finishOf, openBefore, startOfRun } from './questions.ts';
import { GoodPieces, Lost, type StopActions, StopButton, StopChip } from './Reasons.tsx';
import { RunHead, StateChip } from './RunHead.tsx';
import type { UnitActions } from './use-actions.ts';
import { endTimeOf } from './when.ts';
import { defectOf, goodPieces, type Run, type Unit } from './with-taps.ts';

interface Props {
  unit: Unit;
  /** What stands while it is stopped. */
  name: string;
  /** Above the state; none where the furnace has one unit. */
  title: string | undefined;
  now: number;
  /** Undefined for those who may only read. */
  actions: UnitActions | undefined;
  stops: StopActions | undefined;
  unsent: number;
}

/** How many rows of a height fit into what is left of the card, at least one. */
function useRowsThatFit(rowPx: number) {
  const place = useRef<HTMLDivElement>(null);
  const [fit, setFit] = useState(Number.POSITIVE_INFINITY);
  useEffect(() => {
    if (!place.current) return;
    const watch = new ResizeObserver(([box]) => setFit(Math.max(1, Math.floor(((box?.contentRect.height ?? 0) + 1) / rowPx))));
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [rowPx]);
  return { place, fit };
}

const Turn = ({ label, disabled, onClick, children }: { label: string; disabled: boolean; onClick(): void; children: ReactNode }) => (
  <ButtonBase
    aria-label={label}
    disabled={disabled}
    onClick={onClick}
    sx={{ width: TARGET_PX, height: TARGET_PX, borderLeft: 1, borderColor: 'divider', color: disabled ? 'text.disabled' : 'primary.main' }}
  >
    {children}
  </ButtonBase>
);

/** As wide as the buttons of a row; which rows are shown shares it with both turns. */
const AMOUNT_WIDTH = { xs: 157, md: 182 } as const;
const WEIGHT = { width: { xs: 62, md: 80 }, flexShrink: 0, textAlign: 'right', pr: { xs: 1, md: 1.75 } } as const;
const RANGE = {
  width: { xs: AMOUNT_WIDTH.xs - 2 * TARGET_PX, md: AMOUNT_WIDTH.md - 2 * TARGET_PX },
  flexShrink: 0,
  textAlign: 'center',
  lineHeight: 1.2,
  fontSize: { xs: 13, md: 15 },
  fontWeight: 700,
} as const;

/** The members of a run; those that do not fit are counted and turned to, nothing is scrolled. */
const Members = ({ run, actions, unit }: { run: Run; actions: UnitActions | undefined; unit: Unit }) => {
  const counts = run.started_at !== null && actions !== undefined;
  const wide = useMediaQuery(useTheme().breakpoints.up('md'));
  const { place, fit } = useRowsThatFit(wide ? ROW_HEIGHT.md : ROW_HEIGHT.xs);
  const [asked, setFirst] = useState(0);
  const count = run.members.length;
  const first = Math.max(0, Math.min(asked, count - fit));
  const last = Math.min(count, first + fit);
  const turns = count > fit;
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          pl: 2,
          py: turns ? 0 : 0.5,
          fontSize: 13,
          fontWeight: 600,
          color: 'text.secondary',
          bgcolor: 'action.hover',
          borderBlock: 1,
          borderColor: 'divider',
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0, whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {TODAY.members(
            count,
            run.members.reduce((sum, { pieces }) => sum + pieces, 0),
          )}
        </Box>
        <Box sx={{ ...WEIGHT, whiteSpace: 'nowrap' }}>{TODAY.weightColumn}</Box>
        {turns ? (
          <>
            <Box role="status" sx={{ ...RANGE, color: 'text.primary' }}>
              {TODAY.range(first + 1, last, count)}
            </Box>
            <Turn label={TODAY.up} disabled={first === 0} onClick={() => setFirst(Math.max(0, first - fit))}>
              <ExpandLess aria-hidden />
            </Turn>
            <Turn label={TODAY.down} disabled={last === count} onClick={() => setFirst(first + fit)}>
              <ExpandMore aria-hidden />
            </Turn>
          </>
        ) : (
          <Box sx={{ width: AMOUNT_WIDTH, textAlign: counts ? 'center' : 'right', pr: counts ? 0 : 2 }}>
            {counts ? TODAY.good : TODAY.amount}
          </Box>
        )}
      </Box>
      <Box ref={place} sx={{ flex: 1, minHeight: ROW_HEIGHT, overflow: 'hidden' }}>
        {run.members.slice(first, last).map((member) => {
          const count = { value: goodPieces(run, member), most: member.pieces, defect: defectOf(run, member) };
          return (
            <Box
              key={member.entry_id}
              sx={{
                display: 'flex',
                alignItems: 'center',
                height: ROW_HEIGHT,
                pl: 2,
                borderBottom: 1,
                borderColor: 'divider',
                '&:last-of-type': { borderBottom: 0 },
              }}
            >
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Box sx={{ fontSize: 15, fontWeight: 700 }}>{member.unique_order}</Box>
                <Box sx={{ display: 'flex', gap: 0.5, fontSize: 13, color: 'text.secondary', whiteSpace: 'nowrap' }}>
                  <Lost {...count} />
                  <Box sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>{member.product_name}</Box>
                </Box>
              </Box>
              <Box sx={{ ...WEIGHT, fontSize: 16 }}>{Math.round(member.weight).toLocaleString('ja-JP')}</Box>
              {counts ? (
                <GoodPieces
                  what={member.unique_order}
                  {...count}
                  onCount={(quantity, defect) => actions.count(unit, run, member, quantity, defect)}
                />
              ) : (
                <Box sx={{ width: AMOUNT_WIDTH, textAlign: 'right', pr: 2, fontSize: 17, fontWeight: 700 }}>
                  {TODAY.goodOf(count.value, count.most)}
                </Box>
              )}
            </Box>
          );
        })}
      </Box>
    </>
  );
};

/** The moment from which the furnace is free, where that is later than the next run was planned. */
const emptyAfter = (run: Run | null, next: Run): Instant | undefined =>
  run?.started_at && epochMs(run.run_end) > epochMs(next.run_start) ? run.run_end : undefined;

/** What comes next on a unit; an empty one may take it now. */
const NextRun = ({ run, emptyAt, children }: { run: Run; emptyAt: string | undefined; children?: ReactNode }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, pr: children ? 1 : 0, borderTop: 1, borderColor: 'divider' }}>
    <Box
      sx={{
        flex: 1,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        minHeight: TARGET_PX,
        px: 2,
        py: 0.5,
        fontSize: 15,
      }}
    >
      <Box component="span" sx={{ bgcolor: 'action.selected', borderRadius: 4, px: 1, fontSize: 13, fontWeight: 700 }}>
        {TODAY.next}
      </Box>
      <strong>
        {formatMonthDay(plantDate(run.run_start))} {plantClock(run.run_start)}
      </strong>
      {emptyAt ? <strong>{emptyAt}</strong> : null}
      <strong>
        {run.task_names.join(TODAY.dot)} {run.recipe.temperature}℃
      </strong>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {TODAY.count(run.members.length, run.pieces, Math.round(run.load_weight).toLocaleString('ja-JP'))}
        {run.weight_share === null ? '' : `${TODAY.dot}${TODAY.weight(run.weight_share)}`}
      </Box>
    </Box>
    {children}
  </Box>
);

/** One unit of a furnace: what is in it or goes in now, and what comes next. */
export const UnitCard = ({ unit, name, title, now, actions, stops, unsent }: Props) => {
  const { run, next, last_tap: last } = unit;
  const what = [title, run?.task_names.join(TODAY.dot)].filter(Boolean).join(' ');
  const undo = last && actions ? () => actions.undo(unit, last) : undefined;
  const started = run?.started_at ?? null;
  const isStop = last?.kind === 'stop' || last?.kind === 'resume';
  const stop = stops ? <StopButton what={name} unit={unit.unit} stop={unit.stop} actions={stops} /> : null;
  const empty = next ? emptyAfter(run, next) : undefined;
  return (
    <Box
      component="section"
      aria-label={title ?? TODAY.states[unit.state]}
      sx={[card(unit.state === 'running') as object, { flex: 1, minWidth: { md: CARD_MIN_PX } }]}
    >
      <Box sx={{ px: 2, pt: 1.25, pb: 1, display: 'flex', flexDirection: 'column', gap: 0.75 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.25, rowGap: 0.5 }}>
          {title ? (
            <Box component="h2" sx={{ m: 0, fontSize: 17 }}>
              {title}
            </Box>
          ) : null}
          <StopChip stop={unit.stop} now={now} />
          {unit.stop && started === null ? null : <StateChip state={unit.state} since={started} now={now} />}
          {/* Beside the states, or in a line of its own: it is never cut. */}
          {run ? (
            <Box
              sx={{
                flex: '1 0 auto',
                maxWidth: '100%',
                textAlign: 'right',
                fontSize: 14,
                color: 'text.secondary',
                overflowWrap: 'anywhere',
              }}
            >
              {run.charge_number}
            </Box>
          ) : null}
        </Box>
        {run ? <OpenBefore processes={openBefore(run)} /> : null}
        {run ? <RunHead run={run} now={now} /> : <Box sx={{ fontSize: 17, py: 2 }}>{TODAY.nothing}</Box>}
      </Box>
      {run ? <Members run={run} actions={actions} unit={unit} /> : <Box sx={{ flex: 1 }} />}
      {last && (isStop || (last.kind === 'finish' && started === null)) ? <UndoRow tap={last} unsent={unsent} onUndo={undo} /> : null}
      {run && actions ? (
        <Actions
          what={what}
          startedAt={started}
          onStart={() => actions.start(unit, run)}
          onFinish={() => actions.finish(unit, run)}
          questions={started === null ? startOfRun(run, unit.stop, now) : finishOf(run, run.run_end, now)}
          early={earlyEnd(run.run_end, now)}
          onUndo={run.started_by ? () => actions.undoStart(unit, run) : undefined}
          stop={stop}
        />
      ) : stop ? (
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', p: 1 }}>{stop}</Box>
      ) : null}
      {next ? (
        <NextRun run={next} emptyAt={empty && TODAY.emptyAt(endTimeOf(empty, now))}>
          {actions && !run ? (
            <StartRow
              label={TODAY.startOf([title, next.task_names.join(TODAY.dot)].filter(Boolean).join(' '))}
              questions={startOfRun(next, unit.stop, now)}
              onClick={() => actions.start(unit, next)}
            />
          ) : null}
        </NextRun>
      ) : null}
    </Box>
  );
};
