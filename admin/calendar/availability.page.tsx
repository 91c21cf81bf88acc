import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Clear from '@mui/icons-material/Clear';
import ContentCopy from '@mui/icons-material/ContentCopy';
import Search from '@mui/icons-material/Search';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useEffect, useState } from 'react';
import { Confirm, useStore } from 'react-admin';
import { addDays, formatMonthDay, type PlantDate, weekStart } from '../../server/domain/ground/plant-time.ts';
import { LeaveQuestion, useLeaveBlocker } from '../forms/LeaveGuard.tsx';
import { RoleButton } from '../parts/RoleButton.tsx';
import { messageOf } from '../providers/client.ts';
import { useMay } from '../providers/roles.ts';
import { AVAILABILITY_WORDS as WORDS } from '../texts/calendar.ts';
import { FACILITY_WORDS } from '../texts/master.ts';
import { COMMON } from '../texts/parts.ts';
import { AvailabilityGrid } from './AvailabilityGrid.tsx';
import { type Beyond, type CopiedWeek, invalidDay } from './units.ts';
import { useAvailability } from './use-availability.ts';
import { isPlanWeek, today } from './weeks.ts';

interface Filter {
  facility_code_search: string;
  facility_name_search: string;
}

const NOTHING: Filter = { facility_code_search: '', facility_name_search: '' };

const FilterBar = ({ filter, onChange }: { filter: Filter; onChange(filter: Filter): void }) => {
  const [typed, setTyped] = useState(filter);
  useEffect(() => setTyped(filter), [filter]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(typed);
  };
  return (
    <Paper
      component="form"
      role="search"
      variant="outlined"
      onSubmit={submit}
      sx={{ p: 1.5, mb: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1.25 }}
    >
      {(
        [
          ['facility_code_search', FACILITY_WORDS.code],
          ['facility_name_search', FACILITY_WORDS.name],
        ] as const
      ).map(([name, label]) => (
        <TextField
          key={name}
          id={`search-${name}`}
          label={label}
          value={typed[name]}
          onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
          sx={{ width: 200 }}
        />
      ))}
      <span style={{ flex: 1 }} />
      <Button startIcon={<Clear />} onClick={() => onChange(NOTHING)}>
        {COMMON.clear}
      </Button>
      <Button type="submit" variant="contained" startIcon={<Search />}>
        {COMMON.search}
      </Button>
    </Paper>
  );
};

const WeekBar = ({ sunday, onShow }: { sunday: PlantDate; onShow(sunday: PlantDate): void }) => {
  const [year, month, date] = sunday.split('-').map(Number) as [number, number, number];
  return (
    <>
      <IconButton
        disabled={!isPlanWeek(addDays(sunday, -7))}
        onClick={() => onShow(addDays(sunday, -7))}
        aria-label={WORDS.previous}
        title={WORDS.previous}
      >
        <ChevronLeft />
      </IconButton>
      <Typography component="h2" variant="h2" aria-live="polite" sx={{ minWidth: 150, textAlign: 'center' }}>
        {WORDS.week(year, month, date)}
      </Typography>
      <IconButton
        disabled={!isPlanWeek(addDays(sunday, 7))}
        onClick={() => onShow(addDays(sunday, 7))}
        aria-label={WORDS.next}
        title={WORDS.next}
      >
        <ChevronRight />
      </IconButton>
      <Button onClick={() => onShow(weekStart(today()))}>{WORDS.thisWeek}</Button>
    </>
  );
};

const TOLD = 6;

/** The outcome of a copied week: days brought, days replaced, days left alone. */
const Copied = ({ week: { edits, overwritten, skipped } }: { week: CopiedWeek }) => {
  const cells = Object.keys(edits).length;
  const told = overwritten
    .slice(0, TOLD)
    .map(({ facility, date, before, after }) => WORDS.overwrittenCell(facility, formatMonthDay(date), before, after));
  if (overwritten.length > TOLD) told.push(WORDS.more(overwritten.length - TOLD));
  return (
    <Alert severity={overwritten.length > 0 ? 'warning' : 'info'} role="status">
      <div>{cells > 0 ? WORDS.copied(cells) : WORDS.copiedNothing}</div>
      {told.length > 0 ? <div>{`${WORDS.overwritten(overwritten.length)} ${told.join('、')}`}</div> : null}
      {skipped.length > 0 ? <div>{WORDS.skipped(skipped.map(formatMonthDay).join('、'))}</div> : null}
    </Alert>
  );
};

/** Asks before days with more units than their facility has are saved. */
const BeyondQuestion = ({ cells, onSave, onBack }: { cells: readonly Beyond[]; onSave(): void; onBack(): void }) => (
  <Confirm
    isOpen
    title={WORDS.beyondTitle}
    content={
      <>
        {WORDS.beyond(cells.length)}
        <Box component="ul" tabIndex={0} aria-label={WORDS.beyondTitle} sx={{ m: 0, mt: 1, pl: 2.5, maxHeight: 240, overflow: 'auto' }}>
          {cells.map(({ facility, date, units, count }) => (
            <li key={`${facility} ${date}`}>{WORDS.beyondCell(facility, formatMonthDay(date), units, count)}</li>
          ))}
        </Box>
      </>
    }
    cancel={WORDS.beyondBack}
    confirm={WORDS.save}
    onConfirm={onSave}
    onClose={onBack}
  />
);

/** Seen once the keyboard is on it. */
const SKIP_SX = { position: 'absolute', zIndex: 2, '&:not(:focus-visible)': { opacity: 0, pointerEvents: 'none' } } as const;
const GRID_ID = 'availability-cells';
/** The keyboard goes past search, week and days, to what is typed here. */
const toFirstCell = (): void => document.querySelector<HTMLInputElement>(`#${GRID_ID} input`)?.focus();

/** Units in force per facility and day of a week; only edited cells are sent. */
const AvailabilityPage = () => {
  const [sunday, setSunday] = useState(() => weekStart(today()));
  const [filter, setFilter] = useStore<Filter>('facility_availability.filter', NOTHING);
  const [wantedWeek, setWantedWeek] = useState<PlantDate>();
  const [isAsking, setAsking] = useState(false);
  const week = useAvailability(sunday, filter);
  const mayEdit = useMay('setAvailability');
  const count = Object.keys(week.edits).length;
  const invalid = invalidDay(week.edits);
  const maySave = mayEdit && count > 0 && !week.invalid && !week.saving;
  const save = () => (week.beyond.length > 0 ? setAsking(true) : week.save());
  const blocker = useLeaveBlocker(count > 0);
  const show = (next: PlantDate) => (count > 0 ? setWantedWeek(next) : setSunday(next));
  const leave = () => {
    week.discard();
    if (wantedWeek) setSunday(wantedWeek);
    setWantedWeek(undefined);
    blocker.proceed?.();
  };
  const stay = () => {
    setWantedWeek(undefined);
    blocker.reset?.();
  };
  return (
    <>
      {mayEdit ? (
        <Button size="small" onClick={toFirstCell} sx={SKIP_SX}>
          {WORDS.toCells}
        </Button>
      ) : null}
      <FilterBar filter={filter} onChange={setFilter} />
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, px: 1.5, minHeight: 56 }}>
          <WeekBar sunday={sunday} onShow={show} />
          <Typography variant="body2" color="text.secondary">
            {WORDS.legend}
          </Typography>
          <span style={{ flex: 1 }} />
          {mayEdit ? null : <Chip label={COMMON.readOnly} variant="outlined" size="small" />}
          <RoleButton
            operation="setAvailability"
            startIcon={<ContentCopy />}
            title={WORDS.copyHint}
            disabled={count > 0 || !week.copy || !isPlanWeek(addDays(sunday, 7))}
            onClick={() => {
              week.copy?.();
              setSunday(addDays(sunday, 7));
            }}
          >
            {WORDS.copy}
          </RoleButton>
          <Typography variant="body2" role="status">
            {invalid ? WORDS.invalidDay(formatMonthDay(invalid)) : count > 0 ? WORDS.edited(count) : ''}
          </Typography>
          <Button onClick={week.discard} disabled={count === 0}>
            {WORDS.discard}
          </Button>
          <RoleButton
            operation="setAvailability"
            variant="contained"
            disabled={count === 0 || week.invalid}
            loading={week.saving}
            onClick={save}
          >
            {WORDS.save}
          </RoleButton>
        </Box>
        {week.error ? <Alert severity="error">{messageOf(week.error)}</Alert> : null}
        {week.copied ? <Copied week={week.copied} /> : null}
        <AvailabilityGrid id={GRID_ID} sunday={sunday} week={week} onSave={() => maySave && save()} />
        {mayEdit ? (
          <Typography variant="body2" color="text.secondary" sx={{ px: 1.5, py: 0.75, borderTop: 1, borderColor: 'divider' }}>
            {WORDS.keys}
          </Typography>
        ) : null}
      </Paper>
      {isAsking ? (
        <BeyondQuestion
          cells={week.beyond}
          onSave={() => {
            setAsking(false);
            week.save();
          }}
          onBack={() => setAsking(false)}
        />
      ) : null}
      <LeaveQuestion open={wantedWeek !== undefined || blocker.state === 'blocked'} onLeave={leave} onStay={stay} />
    </>
  );
};

export default AvailabilityPage;
