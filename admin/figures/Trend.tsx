import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { BarPlot, barClasses } from '@mui/x-charts/BarChart';
import { ChartsContainer } from '@mui/x-charts/ChartsContainer';
import { ChartsGrid } from '@mui/x-charts/ChartsGrid';
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine';
import { ChartsTooltip } from '@mui/x-charts/ChartsTooltip';
import { ChartsXAxis } from '@mui/x-charts/ChartsXAxis';
import { ChartsYAxis } from '@mui/x-charts/ChartsYAxis';
import { LinePlot, MarkPlot } from '@mui/x-charts/LineChart';
import { ON_TIME_TARGET } from '../../server/domain/ground/constants.ts';
import { tint } from '../layout/palette.ts';
import { visuallyHidden } from '../parts/visually-hidden.ts';
import { FIGURES, TILES, TREND } from '../texts/figures.ts';
import { Card, Nothing } from './Card.tsx';
import { type Figures, monthDay, shownValue, valueText } from './format.ts';

const TARGET = ON_TIME_TARGET * 100;

interface Week {
  week: string;
  rate: number | null;
  late: number | null;
}

interface Colors {
  line: string;
  target: string;
  bar: { fill: string; edge: string };
  words: string;
}

/** Every second week is named, counted from the newest: all twelve have no room. */
const isNamed = (index: number, weeks: number): boolean => (weeks - 1 - index) % 2 === 0;

/** The legend of the marks: a line, a broken line, a box. The target is named here, where no point can cover it. */
const Legend = ({ line, target, bar }: Colors) => (
  <Box
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: 1.25,
      fontSize: '0.78rem',
      color: 'text.secondary',
      alignItems: 'center',
      whiteSpace: 'nowrap',
    }}
  >
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
      <Box component="span" sx={{ width: 18, height: 0, borderTop: `2px solid ${line}` }} />
      {TILES.on_time_rate.name}
    </Box>
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
      <Box component="span" sx={{ width: 18, height: 0, borderTop: `2px dashed ${target}` }} />
      {FIGURES.target(TARGET)}
    </Box>
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
      <Box component="span" sx={{ width: 11, height: 11, bgcolor: bar.fill, border: `1px solid ${bar.edge}`, printColorAdjust: 'exact' }} />
      {TILES.late_days.name}
    </Box>
  </Box>
);

/** The same as a table, for those who hear the page. */
const Spoken = ({ weeks }: { weeks: readonly Week[] }) => (
  <table style={visuallyHidden}>
    <caption>{TREND.title}</caption>
    <thead>
      <tr>
        {[TREND.week, TILES.on_time_rate.name, TILES.late_days.name].map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {weeks.map(({ week, rate, late }) => (
        <tr key={week}>
          <th scope="row">{week}</th>
          <td>{valueText('on_time_rate', rate)}</td>
          <td>{valueText('late_days', late)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** 納期遵守率 as a line against its target, 遅れ日数 as bars, by week. */
export const Trend = ({ figures }: { figures: Figures }) => {
  const colors = useColors();
  const weeks = figures.weeks.map(weekOf);
  if (weeks.every(({ rate }) => rate === null))
    return (
      <Card title={TREND.title}>
        <Nothing>{TREND.empty}</Nothing>
      </Card>
    );
  const last = figures.weeks.at(-1);
  const more = last && last.shipped_to < last.to_date ? { more: TREND.underWay(last.shipped_to) } : {};
  return (
    <Card title={TREND.title} hint={TREND.weeks} {...more} extra={<Legend {...colors} />}>
      <Spoken weeks={weeks} />
      <Box aria-hidden>
        <Chart weeks={weeks} colors={colors} />
      </Box>
    </Card>
  );
};

const weekOf = ({ from_date, on_time_rate, late_days }: Figures['weeks'][number]): Week => ({
  week: monthDay(from_date),
  rate: shownValue('on_time_rate', on_time_rate),
  late: shownValue('late_days', late_days),
});

function useColors(): Colors {
  const { palette } = useTheme();
  const bar = { fill: tint('late-days'), edge: palette.warning.main };
  return { line: palette.primary.main, target: palette.success.main, bar, words: palette.text.secondary };
}

const Chart = ({ weeks, colors }: { weeks: readonly Week[]; colors: Colors }) => {
  const words = { fontSize: 11, fill: colors.words };
  return (
    <ChartsContainer
      height={152}
      margin={{ top: 14, bottom: 0, left: 0, right: 0 }}
      skipAnimation
      disableKeyboardNavigation
      xAxis={[weekAxis(weeks)]}
      yAxis={[rateAxis(weeks), lateAxis(weeks)]}
      series={[lateBars(weeks, colors), rateLine(weeks, colors)]}
      sx={{
        [`& .${barClasses.element}`]: { stroke: colors.bar.edge, strokeWidth: 1 },
      }}
    >
      <ChartsGrid horizontal />
      <BarPlot />
      <ChartsReferenceLine axisId="rate" y={TARGET} lineStyle={{ stroke: colors.target, strokeWidth: 1.5, strokeDasharray: '5 3' }} />
      <LinePlot />
      <MarkPlot />
      <ChartsXAxis axisId="week" tickLabelStyle={words} disableTicks />
      <ChartsYAxis axisId="rate" tickLabelStyle={words} disableLine disableTicks />
      <ChartsYAxis axisId="late" tickLabelStyle={words} disableLine disableTicks />
      <ChartsTooltip trigger="axis" />
    </ChartsContainer>
  );
};

const weekAxis = (weeks: readonly Week[]) => ({
  id: 'week',
  scaleType: 'band' as const,
  data: weeks.map(({ week }) => week),
  categoryGapRatio: 0.5,
  tickLabelInterval: (_: unknown, index: number) => isNamed(index, weeks.length),
});

/** From the ten below the least rate on; from 80 % where all are higher. */
const rateAxis = (weeks: readonly Week[]) => ({
  id: 'rate',
  position: 'left' as const,
  min: Math.min(80, Math.floor(Math.min(...weeks.flatMap(({ rate }) => rate ?? [])) / 10) * 10),
  max: 100,
  width: 42,
  valueFormatter: (value: number) => FIGURES.percent(value),
});

/** With room above the longest bar. */
const lateAxis = (weeks: readonly Week[]) => ({
  id: 'late',
  position: 'right' as const,
  min: 0,
  max: Math.ceil((Math.max(10, ...weeks.map(({ late }) => late ?? 0)) * 1.3) / 10) * 10,
  width: 42,
  tickNumber: 4,
  valueFormatter: (value: number) => FIGURES.days(value),
});

const lateBars = (weeks: readonly Week[], { bar }: Colors) => ({
  type: 'bar' as const,
  yAxisId: 'late',
  xAxisId: 'week',
  data: weeks.map(({ late }) => late),
  label: TILES.late_days.name,
  color: bar.fill,
  valueFormatter: (value: number | null) => valueText('late_days', value),
});

const rateLine = (weeks: readonly Week[], { line }: Colors) => ({
  type: 'line' as const,
  yAxisId: 'rate',
  xAxisId: 'week',
  data: weeks.map(({ rate }) => rate),
  label: TILES.on_time_rate.name,
  color: line,
  curve: 'linear' as const,
  showMark: true,
  connectNulls: true,
  valueFormatter: (value: number | null) => valueText('on_time_rate', value),
});
