import Build from '@mui/icons-material/BuildOutlined';
import EventBusy from '@mui/icons-material/EventBusyOutlined';
import Hourglass from '@mui/icons-material/HourglassEmpty';
import Fire from '@mui/icons-material/LocalFireDepartmentOutlined';
import Pause from '@mui/icons-material/PauseCircleOutlined';
import Box from '@mui/material/Box';
import { epochMs, type Instant, plantClock, toInstant } from '../../server/domain/ground/plant-time.ts';
import { coolingHours, coolsInFurnace } from '../../server/domain/plant/hours.ts';
import { tint } from '../layout/palette.ts';
import { TODAY } from '../texts/today.ts';
import { chip } from './look.ts';
import { timeOf } from './when.ts';
import type { Run, Unit } from './with-taps.ts';

const ICONS = { running: Fire, waiting: Hourglass, idle: Pause, closed: EventBusy, stopped: Build };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const minutesTo = (instant: Instant, now: number): number => Math.round((epochMs(instant) - now) / MINUTE);
const hoursBetween = (from: Instant, to: Instant): number => (epochMs(to) - epochMs(from)) / HOUR;

/** The state of a unit, by icon and word. */
export const StateChip = ({ state, since, now }: { state: Unit['state']; since: string | null; now: number }) => {
  const Icon = ICONS[state];
  return (
    <Box component="span" sx={chip(state)}>
      <Icon aria-hidden />
      {TODAY.states[state]}
      {since ? <Box component="span">{TODAY.startedAt(timeOf(since, now))}</Box> : null}
    </Box>
  );
};

/** `焼戻し 620℃`: what and how hot, readable from two metres. */
const Recipe = ({ run }: { run: Run }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1, minWidth: 0 }}>
    <Box
      component="span"
      sx={{
        fontSize: { xs: 22, md: 26 },
        fontWeight: 700,
        lineHeight: 1.15,
        whiteSpace: 'nowrap',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
      }}
    >
      {run.task_names.join(TODAY.dot)}
    </Box>
    <Box component="span" sx={{ fontSize: { xs: 28, md: 34 }, fontWeight: 700, lineHeight: 1.1, whiteSpace: 'nowrap' }}>
      {run.recipe.temperature.toLocaleString('ja-JP')}
      <Box component="small" sx={{ fontSize: '0.7em' }}>
        ℃
      </Box>
    </Box>
  </Box>
);

/** What is waited for, and how long: the end of retention, then of cooling in the furnace; before the start the planned start. */
function waitedFor(run: Run, now: number): { label: string; until: Instant } {
  if (run.started_at === null) return { label: TODAY.planned(timeOf(run.run_start, now)), until: run.run_start };
  if (coolsInFurnace(run.recipe) && epochMs(run.retention_to) <= now)
    return { label: TODAY.coolingEnd(run.recipe.cooling_method, timeOf(cooledAt(run), now)), until: cooledAt(run) };
  return { label: TODAY.retentionEnd(timeOf(run.retention_to, now)), until: run.retention_to };
}

const Left = ({ run, now }: { run: Run; now: number }) => {
  const { label, until } = waitedFor(run, now);
  return (
    <Box sx={{ textAlign: 'right', whiteSpace: 'nowrap' }}>
      <Box sx={{ fontSize: 14, color: 'text.secondary' }}>{label}</Box>
      <Box sx={{ fontSize: { xs: 20, md: 24 }, fontWeight: 700, lineHeight: 1.25 }}>{TODAY.left(minutesTo(until, now))}</Box>
    </Box>
  );
};

interface Phase {
  name: string;
  from: Instant;
  hours: number;
}

/** When the lots of a run have cooled, in the furnace or outside: so long after retention, however long they then wait to be taken out. */
function cooledAt({ recipe, retention_to }: Run): Instant {
  const { hold, lag } = coolingHours(recipe);
  return toInstant(epochMs(retention_to) + (hold + lag) * HOUR);
}

/** Set-up, retention and cooling of a run, as far as it has them. */
function phasesOf(run: Run): Phase[] {
  const phase = (name: string, from: Instant, to: Instant): Phase => ({ name, from, hours: hoursBetween(from, to) });
  return [
    phase(TODAY.phases.setup, run.run_start, run.retention_from),
    phase(TODAY.phases.retention, run.retention_from, run.retention_to),
    phase(
      coolsInFurnace(run.recipe) ? run.recipe.cooling_method : TODAY.outside(run.recipe.cooling_method),
      run.retention_to,
      cooledAt(run),
    ),
  ].filter(({ hours }) => hours > 0);
}

/** How much of a run is over, 0 to 1. */
function shareDone(run: Run, now: number): number {
  if (run.started_at === null) return 0;
  const share = hoursBetween(run.run_start, new Date(now).toISOString()) / hoursBetween(run.run_start, cooledAt(run));
  return Math.min(1, Math.max(0, share));
}

interface PhasesProps {
  phases: readonly Phase[];
  running: boolean;
}

/** Phases as parts of a bar: done solid, what is being held pale, the rest white. */
const PhaseBar = ({ phases, running, done }: PhasesProps & { done: number }) => (
  <Box
    role="img"
    aria-label={`${TODAY.phaseBar} ${phases.map(({ name, hours }) => `${name} ${TODAY.hours(hours)}`).join(' ')}`}
    sx={{
      position: 'relative',
      display: 'flex',
      height: 16,
      overflow: 'hidden',
      border: 1,
      borderStyle: running ? 'solid' : 'dashed',
      borderColor: 'primary.main',
      borderRadius: 2,
    }}
  >
    {phases.map(({ name, hours }, index) => (
      <Box
        key={name}
        sx={{
          flex: hours,
          bgcolor: running && index < phases.length - 1 ? tint('held-ground') : 'transparent',
          borderLeft: index > 0 ? 1 : 0,
          borderColor: 'primary.main',
        }}
      />
    ))}
    <Box sx={{ position: 'absolute', inset: 0, width: `${done * 100}%`, bgcolor: 'primary.main' }} />
  </Box>
);

/** The words under it: how long each phase takes, and when it begins in a run that is under way. */
const PhaseWords = ({ phases, running }: PhasesProps) => (
  <Box
    sx={{
      display: 'flex',
      justifyContent: 'space-between',
      gap: 1,
      fontSize: 13,
      color: 'text.secondary',
      whiteSpace: 'nowrap',
      overflow: 'hidden',
    }}
  >
    {phases.map(({ name, from, hours }, index) => (
      <span key={name}>
        {index > 0 && running ? `${plantClock(from)} ` : ''}
        {name} {TODAY.hours(hours)}
      </span>
    ))}
  </Box>
);

const Phases = ({ run, now }: { run: Run; now: number }) => {
  const shown = { phases: phasesOf(run), running: run.started_at !== null };
  return (
    <Box>
      <PhaseBar {...shown} done={shareDone(run, now)} />
      <PhaseWords {...shown} />
    </Box>
  );
};

const Fill = ({ label, text, share }: { label: string; text: string; share: number | null }) => (
  <Box sx={{ flex: 1, minWidth: 0 }}>
    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, fontSize: 13, whiteSpace: 'nowrap' }}>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {label}
      </Box>
      <Box component="span" sx={{ fontWeight: 700 }}>
        {text}
      </Box>
    </Box>
    <Box sx={{ height: 8, borderRadius: 1, bgcolor: 'action.selected', overflow: 'hidden' }}>
      <Box sx={{ width: `${Math.min(100, share ?? 0)}%`, height: 1, bgcolor: 'primary.main' }} />
    </Box>
  </Box>
);

const kilograms = (weight: number): string => Math.round(weight).toLocaleString('ja-JP');
const cubic = (volume: number): string => volume.toFixed(2);

/** The head of a run: recipe, time left, phases, fill. */
export const RunHead = ({ run, now }: { run: Run; now: number }) => (
  <Box sx={{ display: 'flex', flexDirection: 'column', gap: 0.75 }}>
    <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'flex-end', gap: 1 }}>
      <Recipe run={run} />
      <Left run={run} now={now} />
    </Box>
    <Phases run={run} now={now} />
    <Box sx={{ display: 'flex', gap: { xs: 1.75, md: 3 } }}>
      <Fill
        label={TODAY.weight(run.weight_share)}
        text={TODAY.of(kilograms(run.load_weight), run.max_weight ? kilograms(run.max_weight) : null, 'kg')}
        share={run.weight_share}
      />
      <Fill
        label={TODAY.volume(run.volume_share)}
        text={TODAY.of(cubic(run.load_volume), run.volume ? cubic(run.volume) : null, 'm³')}
        share={run.volume_share}
      />
    </Box>
  </Box>
);
