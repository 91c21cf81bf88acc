import RestartAlt from '@mui/icons-material/RestartAlt';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import LinkText from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { type KeyboardEvent, memo } from 'react';
import { Link } from 'react-router';
import { formatDate, type PlantDate, weekday } from '../../server/domain/ground/plant-time.ts';
import { tint } from '../layout/palette.ts';
import { useMay } from '../providers/roles.ts';
import { WEEKDAY_LABELS, AVAILABILITY_WORDS as WORDS } from '../texts/calendar.ts';
import { COMMON } from '../texts/parts.ts';
import { TITLES } from '../texts/shell.ts';
import { CLOSED_GROUND, dayColor } from './MonthGrid.tsx';
import { cellKey, unitsOf } from './units.ts';
import type { AvailabilityWeek } from './use-availability.ts';
import { daysOfWeek } from './weeks.ts';

/** Rows and columns that a key goes on by, as in a spreadsheet; Tab goes its own way, cell by cell. */
const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  Enter: [1, 0],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Leads from cell to cell; at the table's edge it stays. */
function goOn(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const cell = (event.target as HTMLElement).closest<HTMLTableCellElement>('td');
  const row = cell?.closest('tr');
  if (!step || !cell || !row || !(event.target instanceof HTMLInputElement)) return;
  if (event.nativeEvent.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const other = row.parentElement?.children[row.sectionRowIndex + step[0]] as HTMLTableRowElement | undefined;
  other?.cells[cell.cellIndex + step[1]]?.querySelector('input')?.focus();
}

/** Ctrl+S, with the command key of a Mac as well. */
const asksToSave = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 's' && (ctrlKey || metaKey) && !shiftKey && !altKey;

interface GridProps {
  id: string;
  sunday: PlantDate;
  week: AvailabilityWeek;
  onSave(): void;
}

/** One row a facility, one column a day of the week; holidays hatched, overrides bold. */
export const AvailabilityGrid = ({ id, sunday, week, onSave }: GridProps) => {
  const days = daysOfWeek(sunday);
  const mayEdit = useMay('setAvailability');
  const facilities = week.units ? Object.keys(week.units) : undefined;
  return (
    <Box
      id={id}
      role="region"
      aria-label={TITLES.facilityAvailability}
      tabIndex={0}
      onKeyDown={(event) => {
        if (!asksToSave(event)) return goOn(event);
        // The browser would save the page as a file.
        event.preventDefault();
        if (!event.repeat) onSave();
      }}
      sx={{ overflow: 'auto', height: 600, scrollPaddingTop: 72, borderTop: 1, borderColor: 'divider' }}
    >
      <Table stickyHeader size="small" sx={{ tableLayout: 'fixed', minWidth: { xs: 540, sm: 960 } }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ px: NAME_SX.px, left: 0, zIndex: 3, width: { xs: 106, sm: 260 } }}>{WORDS.facility}</TableCell>
            {days.map((day) => (
              <DayHead key={day} day={day} closed={week.holidays.has(day)} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {facilities?.map((facility) => (
            <TableRow key={facility} hover>
              <TableCell component="th" scope="row" sx={NAME_SX} title={facility}>
                {facility}
              </TableCell>
              {days.map((day) => (
                <UnitCell key={day} facility={facility} day={day} week={week} mayEdit={mayEdit} />
              ))}
            </TableRow>
          ))}
          {facilities === undefined
            ? WAITING.map((row) => (
                <TableRow key={row}>
                  <TableCell colSpan={8}>
                    <Skeleton />
                  </TableCell>
                </TableRow>
              ))
            : null}
        </TableBody>
      </Table>
      {facilities?.length === 0 ? <Box sx={{ p: 5, textAlign: 'center', color: 'text.secondary' }}>{COMMON.empty}</Box> : null}
    </Box>
  );
};

/** On a phone the names stay while the days go by under them. */
const NAME_SX = {
  px: { xs: 1, sm: 2 },
  position: { xs: 'sticky', sm: 'static' },
  left: 0,
  zIndex: 1,
  bgcolor: 'background.paper',
  fontSize: { xs: 12, sm: 14 },
  lineHeight: { xs: 1.25, sm: 1.43 },
  whiteSpace: { xs: 'normal', sm: 'nowrap' },
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  textOverflow: 'ellipsis',
} as const;
/** What balances the button beside a cell; there is no room for it on a phone. */
const Balance = () => <Box component="span" sx={{ width: 26, display: { xs: 'none', sm: 'inline' } }} />;

const WAITING = Array.from({ length: 14 }, (_, row) => row);

const DayHead = ({ day, closed }: { day: PlantDate; closed: boolean }) => (
  <TableCell align="center" sx={{ px: { xs: 0.5, sm: 2 }, ...(closed ? { backgroundImage: CLOSED_GROUND } : {}) }}>
    <LinkText
      component={Link}
      to={`/holidays?date=${day}`}
      underline="hover"
      aria-label={WORDS.toHolidays(formatDate(day))}
      sx={{ display: 'block', color: dayColor(day, closed), lineHeight: 1.5, py: 0.5 }}
    >
      {`${Number(day.slice(5, 7))}/${Number(day.slice(8))}`}
      <br />
      {WEEKDAY_LABELS[weekday(day)]}
    </LinkText>
  </TableCell>
);

interface UnitCellProps {
  facility: string;
  day: PlantDate;
  week: AvailabilityWeek;
  mayEdit: boolean;
}

const UnitCell = memo(function UnitCell({ facility, day, week, mayEdit }: UnitCellProps) {
  const key = cellKey(facility, day);
  const before = week.units?.[facility]?.[day] ?? 0;
  const usual = week.usual(facility, day);
  const typed = week.edits[key];
  const text = typed ?? String(before);
  const invalid = unitsOf(text) === undefined;
  const overridden = usual !== undefined && (typed === undefined ? before : unitsOf(typed)) !== usual && text !== '';
  const reset = () => week.edit(key, before === usual ? String(before) : '', before);
  return (
    <TableCell align="center" sx={{ p: 0.5, ...(week.holidays.has(day) ? { backgroundImage: CLOSED_GROUND } : {}) }}>
      <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, alignItems: 'center', justifyContent: 'center' }}>
        <Balance />
        {mayEdit ? (
          <InputBase
            value={text}
            error={invalid}
            title={invalid ? WORDS.invalid : overridden ? `${WORDS.overridden}\n${WORDS.resetKey(usual)}` : undefined}
            placeholder={usual === undefined ? '' : String(usual)}
            onChange={(event) => week.edit(key, event.target.value, before)}
            onFocus={(event) => (event.target as HTMLInputElement).select()}
            onKeyDown={(event) => {
              if (event.key !== 'Delete') return;
              event.preventDefault();
              reset();
            }}
            inputProps={{
              'aria-label': WORDS.cell(facility, formatDate(day)),
              'aria-invalid': invalid,
              inputMode: 'numeric',
              maxLength: 5,
            }}
            sx={{
              width: { xs: 46, sm: 54 },
              border: 1,
              borderColor: invalid ? 'error.main' : typed === undefined ? tint('edge') : 'primary.main',
              borderRadius: 1,
              bgcolor: 'background.paper',
              '& input': {
                textAlign: 'center',
                p: '3px',
                fontSize: '0.9rem',
                fontWeight: overridden ? 700 : 400,
              },
            }}
          />
        ) : (
          <Box
            component="span"
            title={overridden ? WORDS.overridden : undefined}
            sx={{ width: 54, py: '4px', textAlign: 'center', fontSize: '0.9rem', fontWeight: overridden ? 700 : 400 }}
          >
            {text}
          </Box>
        )}
        {overridden && mayEdit ? (
          <IconButton
            size="small"
            // Tab leads to the next cell: whoever types a week along must not land here.
            tabIndex={-1}
            onClick={reset}
            aria-label={WORDS.resetOf(facility, formatDate(day))}
            title={WORDS.reset}
            sx={{ p: '3px' }}
          >
            <RestartAlt sx={{ fontSize: 18 }} />
          </IconButton>
        ) : (
          <Balance />
        )}
      </Box>
    </TableCell>
  );
});
