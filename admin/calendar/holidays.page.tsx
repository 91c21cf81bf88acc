import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { useSearchParams } from 'react-router';
import { UNDO_SNACKBAR_MS } from '../../server/domain/ground/constants.ts';
import { addDays, isPlanDate, nearestPlanDate, type PlantDate } from '../../server/domain/ground/plant-time.ts';
import { SavedNotice } from '../board/edit/SavedNotice.tsx';
import { ImportPanels } from '../imports/ImportPanels.tsx';
import { messageOf } from '../providers/client.ts';
import { useCalls } from '../providers/queries.ts';
import { queryClient } from '../providers/query-client.ts';
import { useMay } from '../providers/roles.ts';
import { HOLIDAY_WORDS as WORDS } from '../texts/calendar.ts';
import { MonthGrid } from './MonthGrid.tsx';
import { dateOr, monthStart, monthsLater, today } from './weeks.ts';

const KEY = 'holidays';

/** The holidays of the shown weeks, by date. */
function useHolidays(first: PlantDate) {
  const { callAll } = useCalls();
  const from_date = nearestPlanDate(addDays(first, -7));
  const to_date = nearestPlanDate(addDays(first, 44));
  return useQuery({
    queryKey: [KEY, from_date, to_date],
    queryFn: async ({ signal }) => {
      const holidays = await callAll('listHolidays', { from_date, to_date }, signal);
      return new Map(holidays.map((holiday) => [holiday.date, holiday]));
    },
    placeholderData: (previous) => previous,
  });
}

/** What a press on a day does: it makes it a holiday, or a working day again (`holiday`: the row that is taken away). */
interface Press {
  day: PlantDate;
  holiday: number | undefined;
}

/** A month of the plant; a press on a day closes or opens it at once, says so, and can be taken back. */
const HolidaysPage = () => {
  const [search, setSearch] = useSearchParams();
  const date = dateOr(search.get('date'));
  const first = monthStart(date);
  const holidays = useHolidays(first);
  const notify = useNotify();
  const { call } = useCalls();
  const may = useMay('createHoliday');
  const refresh = () => queryClient.invalidateQueries({ queryKey: [KEY] });
  const toggle = useMutation({
    mutationFn: async ({ day, holiday }: Press) => {
      if (holiday === undefined) return (await call('createHoliday', { body: { date: day } })).id;
      await call('deleteHoliday', { id: holiday });
      return undefined;
    },
    onSuccess: (holiday, { day }) => {
      const text = holiday === undefined ? WORDS.opened(day) : WORDS.made(day);
      const back = (): void => toggle.mutate({ day, holiday });
      notify(<SavedNotice text={text} way="undo" keyed={false} onPress={back} />, { autoHideDuration: UNDO_SNACKBAR_MS });
    },
    onError: (error) => notify(messageOf(error), { type: 'error' }),
    onSettled: refresh,
  });
  const show = (month: PlantDate) => setSearch({ date: month }, { replace: true });
  const [year, month] = first.split('-').map(Number) as [number, number];
  const closed = [...(holidays.data?.keys() ?? [])].filter((day) => monthStart(day) === first).length;
  return (
    <>
      <ImportPanels kinds={['holidays']} onImported={refresh} />
      <Paper variant="outlined" sx={{ p: 1.5 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: { xs: 0, sm: 1 }, mb: 1 }}>
          <IconButton
            disabled={!isPlanDate(monthsLater(first, -1))}
            onClick={() => show(monthsLater(first, -1))}
            aria-label={WORDS.previous}
            title={WORDS.previous}
          >
            <ChevronLeft />
          </IconButton>
          <Typography component="h2" variant="h2" aria-live="polite" sx={{ minWidth: 110, textAlign: 'center' }}>
            {WORDS.month(year, month)}
          </Typography>
          <IconButton
            disabled={!isPlanDate(monthsLater(first, 1))}
            onClick={() => show(monthsLater(first, 1))}
            aria-label={WORDS.next}
            title={WORDS.next}
          >
            <ChevronRight />
          </IconButton>
          <Button onClick={() => show(monthStart(today()))}>{WORDS.today}</Button>
          <span style={{ flex: 1 }} />
          <Typography variant="body2" color="text.secondary">
            {WORDS.closed(closed)}
          </Typography>
        </Box>
        <MonthGrid
          first={first}
          today={today()}
          closed={new Set(holidays.data?.keys() ?? [])}
          disabled={!may}
          pending={toggle.isPending ? toggle.variables.day : undefined}
          onToggle={(day) => toggle.mutate({ day, holiday: holidays.data?.get(day)?.id })}
        />
      </Paper>
    </>
  );
};

export default HolidaysPage;
