import Print from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { HttpError, Loading } from 'react-admin';
import { Link } from 'react-router';
import { formatMonthDay, plantClock, plantDate } from '../../server/domain/ground/plant-time.ts';
import { PageActions, PageTitleExtras } from '../layout/PageActions.tsx';
import { PAGE_HEADER_PX, PAGE_PADDING_PX, TOP_BAR_PX } from '../layout/theme.tsx';
import { messageOf } from '../providers/client.ts';
import { TODAY } from '../texts/today.ts';
import { TARGET_PX } from './look.ts';
import { Machine } from './Machine.tsx';
import { TapStrip } from './TapStrip.tsx';
import { UnitCard } from './UnitCard.tsx';
import { UnitTabs } from './UnitTabs.tsx';
import { useActions } from './use-actions.ts';
import { useToday, wasSeen } from './use-today.ts';
import { timeOf } from './when.ts';
import { unsentTaps } from './with-taps.ts';

/** The charges of a furnace from today on, on paper. */
const Sheets = ({ facility, from }: { facility: number; from: string }) => (
  <IconButton
    component={Link}
    to={`/charge-sheet?from=${from}&facility=${facility}`}
    aria-label={TODAY.sheets}
    title={TODAY.sheets}
    sx={{ width: TARGET_PX, height: TARGET_PX, my: `${(PAGE_HEADER_PX - TARGET_PX) / 2}px` }}
  >
    <Print aria-hidden />
  </IconButton>
);

type State = ReturnType<typeof useToday>;

const FacilityChoice = ({ facilities, facility, choose }: Pick<State, 'facilities' | 'facility' | 'choose'>) => (
  <Select
    value={facilities.some(({ id }) => id === facility) ? facility : ''}
    onChange={({ target }) => choose(Number(target.value))}
    displayEmpty
    inputProps={{ 'aria-label': TODAY.facility }}
    sx={{ height: TARGET_PX, flex: { xs: 1, md: '0 0 auto' }, minWidth: { xs: 0, md: 230 }, fontSize: { xs: 17, md: 19 }, fontWeight: 700 }}
  >
    {facilities.map(({ id, name }) => (
      <MenuItem key={id} value={id} sx={{ minHeight: TARGET_PX, fontSize: 17 }}>
        {name}
      </MenuItem>
    ))}
  </Select>
);

/** While the server is away, there is nothing to show of a facility that this device has never seen: leads back to one that it has. */
const NotSeen = ({ state: { failure, facilities, facility, choose } }: { state: State }) => {
  const known = failure instanceof HttpError && failure.status === 0 ? facilities.filter(({ id }) => id !== facility && wasSeen(id)) : [];
  return (
    <Box sx={{ p: 2, display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 1 }}>
      <Box role="alert">
        {messageOf(failure)}
        {known.length > 0 ? <Box>{TODAY.notSeen}</Box> : null}
      </Box>
      {known.map(({ id, name }) => (
        <Button key={id} variant="outlined" sx={{ minHeight: TARGET_PX, fontSize: 17 }} onClick={() => choose(id)}>
          {TODAY.showFacility(name)}
        </Button>
      ))}
    </Box>
  );
};

/** 今日の作業: the work of a facility now and next, and the marks of the shop floor; for phone, tablet and machine. */
const TodayPage = () => {
  const wide = useMediaQuery(useTheme().breakpoints.up('md'));
  const state = useToday();
  const { today, taps, now, failure } = state;
  const actions = useActions(today?.facility?.id);
  const [chosen, setChosen] = useState(0);
  const units = today?.units ?? [];
  const shown = wide ? units : units.filter(({ unit }) => unit === Math.min(chosen, units.length - 1));
  const unsentOf = (unit: number | null): number => unsentTaps(taps.kept, today?.facility?.id, unit);
  const strip = <TapStrip taps={taps} away={state.away} seenAt={today && timeOf(today.now, now)} />;
  const facility = today?.facility;
  const sheets = facility?.furnace ? <Sheets facility={facility.id} from={plantDate(now)} /> : null;
  const height = wide
    ? `calc(100dvh - ${TOP_BAR_PX + PAGE_PADDING_PX.top + Math.max(PAGE_HEADER_PX, TARGET_PX) + 12 + 12}px)`
    : `calc(100dvh - ${TOP_BAR_PX + PAGE_PADDING_PX.top + PAGE_HEADER_PX + 12 + 8}px)`;
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 1,
        minHeight: height,
        height: units.length > 0 ? height : 'auto',
        mb: -1,
        mx: { xs: -0.75, md: 0 },
      }}
    >
      {wide ? (
        <>
          <PageTitleExtras>
            <FacilityChoice {...state} />
            <Box sx={{ fontSize: 15, color: 'text.secondary', lineHeight: 1.35 }}>
              <Box>{facility?.furnace ? TODAY.limits(facility.units, facility.max_weight) : ''}</Box>
              {formatMonthDay(plantDate(now))} <strong>{plantClock(now)}</strong>
            </Box>
          </PageTitleExtras>
          <PageActions>
            {sheets}
            {strip}
          </PageActions>
        </>
      ) : (
        <>
          <PageActions>
            <Box sx={{ fontSize: 15, color: 'text.secondary' }}>
              {formatMonthDay(plantDate(now))} <strong>{plantClock(now)}</strong>
            </Box>
            {sheets}
          </PageActions>
          {strip}
          <Box sx={{ display: 'flex', gap: 1 }}>
            <FacilityChoice {...state} />
            {units.length > 1 ? <UnitTabs units={units} chosen={chosen} onChoose={setChosen} /> : null}
          </Box>
        </>
      )}
      {!today && failure ? <NotSeen state={state} /> : null}
      {!today && !failure ? <Loading /> : null}
      {today && !facility ? <Box sx={{ p: 3 }}>{TODAY.none}</Box> : null}
      {units.length > 0 ? (
        <Box sx={{ flex: 1, minHeight: 0, display: 'flex', gap: 1.5, maxWidth: units.length === 1 ? 760 : undefined }}>
          {shown.map((unit) => (
            <UnitCard
              key={unit.unit}
              unit={unit}
              name={TODAY.unitOf(facility?.name ?? '', unit.unit, units.length)}
              title={units.length > 1 ? TODAY.unit(unit.unit) : undefined}
              now={now}
              actions={actions?.units}
              stops={actions?.stops}
              unsent={unsentOf(unit.unit)}
            />
          ))}
        </Box>
      ) : null}
      {today && facility && !facility.furnace ? (
        <Machine today={today} now={now} actions={actions?.tasks} stops={actions?.stops} unsent={unsentOf(null)} />
      ) : null}
    </Box>
  );
};

export default TodayPage;
