import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Chip from '@mui/material/Chip';
import { WEEKDAYS } from '../../server/domain/ground/constants.ts';
import { formatDate, isPlanDate, type PlantDate, toneOfDay, weekday } from '../../server/domain/ground/plant-time.ts';
import { tint } from '../layout/palette.ts';
import { HOLIDAY_WORDS as WORDS } from '../texts/calendar.ts';
import { SHELL } from '../texts/shell.ts';
import { monthStart, weeksOfMonth } from './weeks.ts';

interface MonthGridProps {
  first: PlantDate;
  today: PlantDate;
  closed: ReadonlySet<PlantDate>;
  disabled: boolean;
  pending: PlantDate | undefined;
  onToggle(day: PlantDate): void;
}

/** Blue for Saturdays, red for Sundays and other closed days. */
const COLORS = { saturday: 'info.main', sunday: 'error.main' } as const;
/** The colour of a day. */
export const dayColor = (day: PlantDate, closed: boolean): string => {
  const tone = toneOfDay(weekday(day), closed);
  return tone ? COLORS[tone] : 'text.primary';
};
/** The colour of a weekday's name. */
function weekdayColor(index: number): string {
  const tone = toneOfDay(index, false);
  return tone ? COLORS[tone] : 'text.secondary';
}

/** The ground of a closed day: that of the boards, whatever its weekday. */
export const CLOSED_GROUND = `repeating-linear-gradient(135deg, ${tint('closed-stripe')} 0 6px, transparent 6px 12px)`;

/** Six weeks of days as buttons, Sunday first. */
export const MonthGrid = (month: MonthGridProps) => (
  <Box
    role="group"
    aria-label={WORDS.month(Number(month.first.slice(0, 4)), Number(month.first.slice(5, 7)))}
    sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}
  >
    <WeekdayNames />
    {weeksOfMonth(month.first).map((week) => (
      <Box key={week[0]} sx={weekSx}>
        {week.map((day) => (
          <Day key={day} day={day} month={month} />
        ))}
      </Box>
    ))}
  </Box>
);

const WeekdayNames = () => (
  <Box aria-hidden sx={weekSx}>
    {WEEKDAYS.map((name, index) => (
      <Box
        key={name}
        sx={{
          py: 0.75,
          textAlign: 'center',
          typography: 'body2',
          fontWeight: 700,
          bgcolor: 'background.default',
          color: weekdayColor(index),
        }}
      >
        {name}
      </Box>
    ))}
  </Box>
);

/** A day, which a press closes or opens. */
const Day = ({ day, month: { first, today, closed, disabled, pending, onToggle } }: { day: PlantDate; month: MonthGridProps }) => {
  const isClosed = closed.has(day);
  return (
    <Box
      sx={{ borderTop: 1, borderRight: 1, borderColor: 'divider', '&:nth-of-type(7n)': { borderRight: 0 } }}
      title={disabled ? SHELL.notAllowed : undefined}
    >
      <ButtonBase
        aria-label={isClosed ? WORDS.remove(formatDate(day)) : WORDS.add(formatDate(day))}
        aria-pressed={isClosed}
        disabled={disabled || pending === day || !isPlanDate(day)}
        onClick={() => onToggle(day)}
        sx={{
          ...daySx,
          ...(monthStart(day) === first ? {} : { bgcolor: 'background.default' }),
          ...(isClosed ? { backgroundImage: CLOSED_GROUND } : {}),
          '&:hover': { bgcolor: 'action.hover' },
          '&.Mui-disabled': { pointerEvents: 'auto', cursor: disabled ? 'not-allowed' : 'progress' },
        }}
      >
        <DayNumber day={day} isClosed={isClosed} isToday={day === today} />
        {isClosed ? <ClosedTag /> : <span />}
      </ButtonBase>
    </Box>
  );
};

const DayNumber = ({ day, isClosed, isToday }: { day: PlantDate; isClosed: boolean; isToday: boolean }) => (
  <Box
    component="span"
    sx={{
      minWidth: 26,
      lineHeight: '26px',
      borderRadius: 1,
      textAlign: 'center',
      fontWeight: 600,
      color: dayColor(day, isClosed),
      ...(isToday ? { bgcolor: 'primary.main', color: 'primary.contrastText' } : {}),
    }}
  >
    {Number(day.slice(8))}
  </Box>
);

const ClosedTag = () => (
  <Chip
    label={WORDS.tag}
    color="error"
    variant="outlined"
    sx={{
      maxWidth: '100%',
      fontSize: { xs: '0.65rem', sm: '0.75rem' },
      '& .MuiChip-label': { px: { xs: 0.4, sm: 1 }, textOverflow: 'clip' },
    }}
  />
);

const weekSx = { display: 'grid', gridTemplateColumns: 'repeat(7, minmax(0, 1fr))' } as const;
const daySx = {
  width: '100%',
  height: 78,
  p: { xs: 0.5, sm: 1 },
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  font: 'inherit',
  '&.Mui-focusVisible': { outlineOffset: -2 },
} as const;
