import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTheme } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Loading } from 'react-admin';
import type { Success } from '../../server/contract/handlers.ts';
import { formatMonthDay, plantClock, plantDate } from '../../server/domain/ground/plant-time.ts';
import { visuallyHidden } from '../parts/visually-hidden.ts';
import { messageOf } from '../providers/client.ts';
import { useCalls } from '../providers/queries.ts';
import { TERMINAL } from '../texts/terminals.ts';
import { STOPPING, TODAY } from '../texts/today.ts';
import { TARGET_PX } from '../today/look.ts';
import { Machine } from '../today/Machine.tsx';
import { ChooseOne } from '../today/Reasons.tsx';
import { TapStrip } from '../today/TapStrip.tsx';
import { UnitCard } from '../today/UnitCard.tsx';
import { UnitTabs } from '../today/UnitTabs.tsx';
import { useActions } from '../today/use-actions.ts';
import { stored, useCards, useWork, useWorkEvents } from '../today/use-today.ts';
import { timeOf } from '../today/when.ts';
import { type Unit, unsentTaps } from '../today/with-taps.ts';
import { chooseWorker, useWorker } from '../today/worker.ts';
import { Tomorrow } from './Tomorrow.tsx';

type Own = Success<'getOwnTerminal'>;
type Day = 'today' | 'tomorrow';

const OWN_KEY = 'production-planner.terminal.own';
/** So many machines and units of furnaces stand side by side on a tablet. */
const SIDE_BY_SIDE = 2;

/** Which facilities this terminal has, as it heard last where it hears nothing now. */
function useOwn(): { own: Own | undefined; error: unknown } {
  const { call } = useCalls();
  const { data, error } = useQuery({
    queryKey: ['getOwnTerminal'],
    queryFn: async ({ signal }) => {
      const own = await call('getOwnTerminal', { signal });
      localStorage.setItem(OWN_KEY, JSON.stringify(own));
      return own;
    },
    initialData: () => stored<Own>(OWN_KEY),
    initialDataUpdatedAt: 0,
    refetchInterval: 60_000,
    networkMode: 'always',
  });
  return { own: data, error };
}

/** The work of one facility: its units as cards, or its tasks in order; of tomorrow what begins then. */
const FacilityWork = ({ facility, name, day, alone }: { facility: number; name: string; day: Day; alone: boolean }) => {
  const { today, taps, now, failure } = useWork(facility);
  const actions = useActions(facility);
  const wide = useMediaQuery(useTheme().breakpoints.up('md'));
  const [chosen, setChosen] = useState(0);
  if (!today) return failure ? <Box sx={{ flex: 1, p: 2 }}>{messageOf(failure)}</Box> : <Loading />;
  if (day === 'tomorrow') return <Tomorrow today={today} title={name} />;
  const unsentOf = (unit: number | null): number => unsentTaps(taps.kept, facility, unit);
  if (!today.facility?.furnace)
    return (
      <Box sx={{ flex: 1, minWidth: 0, overflow: 'auto' }}>
        {alone ? null : (
          <Box component="h2" sx={{ m: 0, mb: 0.5, fontSize: 17 }}>
            {name}
          </Box>
        )}
        <Machine today={today} now={now} actions={actions?.tasks} stops={actions?.stops} unsent={unsentOf(null)} />
      </Box>
    );
  const { units } = today;
  const nameOf = ({ unit }: Unit): string => TODAY.unitOf(name, unit, units.length);
  const cardOf = (unit: Unit, title: string) => (
    <UnitCard
      key={unit.unit}
      unit={unit}
      name={nameOf(unit)}
      title={title}
      now={now}
      actions={actions?.units}
      stops={actions?.stops}
      unsent={unsentOf(unit.unit)}
    />
  );
  if (wide || units.length < 2) return units.map((unit) => cardOf(unit, nameOf(unit)));
  const shown = Math.min(chosen, units.length - 1);
  return (
    <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', gap: 1 }}>
      <UnitTabs units={units} chosen={shown} onChoose={setChosen} />
      {units.filter(({ unit }) => unit === shown).map((unit) => cardOf(unit, TODAY.unit(unit.unit)))}
    </Box>
  );
};

const DayChoice = ({ day, onDay }: { day: Day; onDay(day: Day): void }) => (
  <ToggleButtonGroup exclusive value={day} onChange={(_, next: Day | null) => next && onDay(next)} aria-label={TERMINAL.day}>
    {(['today', 'tomorrow'] as const).map((one) => (
      <ToggleButton key={one} value={one} sx={{ height: TARGET_PX, minWidth: 64, fontSize: 17, fontWeight: 700 }}>
        {TERMINAL[one]}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
);

/** Where not all facilities stand side by side: which one is shown. */
const FacilityTabs = ({ own, chosen, onChoose }: { own: Own; chosen: number; onChoose(id: number): void }) => (
  <ToggleButtonGroup
    exclusive
    value={chosen}
    onChange={(_, next: number | null) => next && onChoose(next)}
    aria-label={TODAY.facility}
    sx={{ overflowX: 'auto' }}
  >
    {own.facilities.map(({ id, name }) => (
      <ToggleButton key={id} value={id} sx={{ height: TARGET_PX, fontSize: 16, fontWeight: 700, whiteSpace: 'nowrap' }}>
        {name}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
);

/** Who works, where the plant keeps a list of names for this terminal. */
const WorkerChoice = ({ names }: { names: readonly string[] }) => {
  const worker = useWorker();
  const [open, setOpen] = useState(false);
  const known = names.includes(worker) ? worker : '';
  useEffect(() => {
    if (worker !== known) chooseWorker(known);
  }, [worker, known]);
  if (names.length === 0) return null;
  return (
    <>
      <Button
        variant="outlined"
        aria-label={`${STOPPING.worker} ${known || STOPPING.nobody}`}
        onClick={() => setOpen(true)}
        sx={{ height: TARGET_PX, maxWidth: 140, fontSize: 16, fontWeight: 700, overflow: 'hidden', flexShrink: 0 }}
      >
        {known || STOPPING.worker}
      </Button>
      {open ? (
        <ChooseOne
          title={STOPPING.worker}
          words={Object.fromEntries([...names.map((name) => [name, name]), ['', STOPPING.nobody]])}
          onChoose={(name) => {
            chooseWorker(name);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
};

/** The page of a paired terminal: one line of header, then the work of its facilities; nothing to scroll at first. */
export const TerminalBoard = ({ name }: { name: string }) => {
  const wide = useMediaQuery(useTheme().breakpoints.up('md'));
  const { own, error } = useOwn();
  const [day, setDay] = useState<Day>('today');
  const [chosen, setChosen] = useState<number>();
  useWorkEvents();
  const facilities = own?.facilities ?? [];
  const cards = useCards(facilities.map(({ id }) => id));
  const all = wide && cards <= SIDE_BY_SIDE;
  const current = facilities.find(({ id }) => id === chosen) ?? facilities[0];
  const shown = all ? facilities : facilities.filter(({ id }) => id === current?.id);
  const { today, taps, now, away } = useWork(shown[0]?.id);
  const crowded = !all && facilities.length > 1;
  return (
    <Box component="main" sx={{ height: '100dvh', display: 'flex', flexDirection: 'column', bgcolor: 'background.default' }}>
      <Box
        component="header"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          minHeight: 64,
          px: 1.5,
          flexWrap: { xs: 'wrap', md: 'nowrap' },
          bgcolor: 'background.paper',
          borderBottom: 1,
          borderColor: 'divider',
          whiteSpace: 'nowrap',
        }}
      >
        <Box
          component="h1"
          sx={crowded && wide ? visuallyHidden : { m: 0, fontSize: 20, fontWeight: 700, overflow: 'hidden', textOverflow: 'ellipsis' }}
        >
          {own?.name ?? name}
        </Box>
        <DayChoice day={day} onDay={setDay} />
        <Box sx={{ fontSize: 17 }}>
          {formatMonthDay(plantDate(now))}{' '}
          <Box component="strong" sx={{ fontSize: 22 }}>
            {plantClock(now)}
          </Box>
        </Box>
        {crowded && own ? <FacilityTabs own={own} chosen={current?.id ?? 0} onChoose={setChosen} /> : null}
        <Box sx={{ flex: 1 }} />
        <WorkerChoice names={own?.workers ?? []} />
        <TapStrip taps={taps} away={away} seenAt={today && timeOf(today.now, now)} narrow={crowded} />
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', gap: 1, p: 1, overflowX: 'auto' }}>
        {own && facilities.length === 0 ? <Box sx={{ p: 2 }}>{TERMINAL.closed}</Box> : null}
        {!own ? error ? <Box sx={{ p: 2 }}>{messageOf(error)}</Box> : <Loading /> : null}
        {shown.map(({ id, name: facility }) => (
          <FacilityWork key={id} facility={id} name={facility} day={day} alone={shown.length === 1} />
        ))}
      </Box>
    </Box>
  );
};
