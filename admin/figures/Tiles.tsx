import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useTheme } from '@mui/material/styles';
import { SparkLineChart } from '@mui/x-charts/SparkLineChart';
import { beforeName, FIGURES, ofPlanned, ofShipped, ofWorkingDays, shippedBeforeName, TILES, type TileName } from '../texts/figures.ts';
import { Change } from './Change.tsx';
import {
  differenceOf,
  type Figures,
  isMostlyPlanned,
  isOfShipments,
  monthDay,
  SHOWN,
  shownValue,
  TILE_NAMES,
  tooFewShipments,
  valueText,
} from './format.ts';

const LINE_PX = 14;

/** The line of the twelve weeks; weeks without a value are passed over. */
const Line = ({ name, weeks }: { name: TileName; weeks: Figures['weeks'] }) => {
  const { palette } = useTheme();
  const known = weeks
    .map((week) => ({ week: monthDay(week.from_date), value: shownValue(name, week[name]) }))
    .filter(({ value }) => value !== null);
  if (known.length < 2)
    return <Box sx={{ height: LINE_PX, fontSize: '0.72rem', color: 'text.secondary', alignContent: 'end' }}>{FIGURES.lineLater}</Box>;
  const values = known.map(({ value }) => value as number);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = (most - least || 1) * 0.15;
  return (
    <Box role="img" aria-label={`${FIGURES.line} ${known.map(({ week, value }) => `${week} ${valueText(name, value)}`).join('、')}`}>
      <SparkLineChart
        data={values}
        height={LINE_PX}
        curve="linear"
        color={palette.primary.main}
        yAxis={{ min: least - room, max: most + room }}
        margin={{ top: 3, bottom: 3, left: 2, right: 4 }}
        skipAnimation
        disableKeyboardNavigation
        aria-hidden
      />
    </Box>
  );
};

const hintOf = (name: TileName, { on_time, due, furnace_runs, furnace_runs_planned: planned, working_days }: Figures['period']): string => {
  if (name === 'furnace_fill' && planned > 0) return ofPlanned(furnace_runs - planned, planned);
  if (name === 'on_time_rate' && due > 0) return ofShipped(on_time, due);
  if (name === 'furnace_runs_a_day' && furnace_runs > 0) return ofWorkingDays(furnace_runs, working_days);
  return TILES[name].hint;
};

/** One figure: its value, against the periods before, and its line. */
const Tile = ({ name, figures }: { name: TileName; figures: Figures }) => {
  const { period, comparisons, weeks } = figures;
  const now = shownValue(name, period[name]);
  const { digits, good } = SHOWN[name];
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={TILES[name].name}
      sx={{ p: { xs: 1.75, lg: 1.25, xl: 1.75 }, pt: { lg: 0.5 }, pb: { xs: 1, lg: 0.25 }, minWidth: 0, breakInside: 'avoid' }}
    >
      <Box component="h2" sx={{ typography: 'h3', m: 0 }}>
        {TILES[name].name}
      </Box>
      <Box sx={{ fontSize: '0.75rem', color: 'text.secondary', lineHeight: 1.25 }} title={TILES[name].hint}>
        {hintOf(name, period)}
      </Box>
      <Box sx={{ fontSize: { xs: 30, lg: 26, xl: 30 }, fontWeight: 700, lineHeight: 1.1 }}>
        {now === null ? FIGURES.none : now.toFixed(digits)}
        <Box component="span" sx={{ fontSize: 14, ml: 0.5 }}>
          {now === null ? '' : TILES[name].unit}
        </Box>
      </Box>
      <Box component="dl" sx={{ m: 0, fontSize: '0.72rem', lineHeight: 1.3 }}>
        {comparisons.map((before) => {
          const value = shownValue(name, before[name]);
          const difference = differenceOf(now, value, isMostlyPlanned(name, period) ? 0 : good, digits);
          const tooFew = tooFewShipments(name, [period, before]);
          return (
            <Box
              key={before.kind}
              sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, justifyContent: 'space-between', whiteSpace: 'nowrap' }}
            >
              <Box component="dt" sx={{ color: 'text.secondary' }}>
                {isOfShipments(name) ? shippedBeforeName(before, period.kind) : beforeName(before, period.kind)} {valueText(name, value)}
              </Box>
              <Box component="dd" sx={{ m: 0, ml: 'auto' }}>
                {difference && !tooFew ? <Change difference={difference} digits={digits} /> : null}
              </Box>
            </Box>
          );
        })}
      </Box>
      <Line name={name} weeks={weeks} />
    </Paper>
  );
};

/** The six figures. */
export const Tiles = ({ figures }: { figures: Figures }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 1,
      gridTemplateColumns: { xs: 'repeat(auto-fit, minmax(150px, 1fr))', md: 'repeat(3, 1fr)', lg: 'repeat(6, 1fr)' },
      '@media print': { gridTemplateColumns: 'repeat(6, 1fr)' },
    }}
  >
    {TILE_NAMES.map((name) => (
      <Tile key={name} name={name} figures={figures} />
    ))}
  </Box>
);
