import Print from '@mui/icons-material/PrintOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Waiting } from '../forms/Section.tsx';
import { PageActions, PageTitleExtras } from '../layout/PageActions.tsx';
import { tint } from '../layout/palette.ts';
import { SaveButton } from '../parts/lists/SaveButton.tsx';
import { messageOf } from '../providers/client.ts';
import { useCall } from '../providers/queries.ts';
import { beforeName, FIGURES } from '../texts/figures.ts';
import { Adopted } from './Adopted.tsx';
import { FurnaceBars, PlaceBars } from './Bars.tsx';
import { figureRows } from './figures-file.ts';
import { type Figures, moment, monthDay } from './format.ts';
import { LastRun } from './LastRun.tsx';
import { LoadMap } from './LoadMap.tsx';
import { type Chosen, PeriodChooser } from './PeriodChooser.tsx';
import { PlanNow } from './PlanNow.tsx';
import { PromisedCard, PromisedDetails } from './Promised.tsx';
import { Tiles } from './Tiles.tsx';
import { Trend } from './Trend.tsx';

/** A4 landscape, one page: the bar of the program and what can only be pressed stay away. */
const PRINTED = {
  '@media print': {
    '@page': { size: 'A4 landscape', margin: '7mm' },
    'header.MuiAppBar-root, .MuiTooltip-popper': { display: 'none' },
    body: { background: tint('white') },
    '.RaLayout-content.RaLayout-content': { padding: '0 !important' },
    '.figures-page': { zoom: 0.7 },
  },
} as const;

const rows = {
  display: 'grid',
  gap: 1,
} as const;

const asOf = ({ now, planned_at, period, comparisons }: Figures): string =>
  [
    `${monthDay(period.from_date)}\u301c${monthDay(period.to_date)}`,
    FIGURES.asOf(moment(now)),
    planned_at ? FIGURES.planned(moment(planned_at)) : FIGURES.notPlanned,
    ...comparisons
      .filter(({ kind }) => kind === 'month_before_weeks')
      .map((before) => FIGURES.monthIsMean(beforeName(before, period.kind))),
  ].join('\u30fb');

/** Beside each other where there is room. */
const FIRST = {
  ...rows,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) auto' },
  '@media print': { gridTemplateColumns: 'minmax(0, 1fr) auto' },
} as const;

/** What the plan says, and what promises were worth. */
const First = ({ figures }: { figures: Figures }) => {
  const [open, setOpen] = useState(false);
  const { promises } = figures;
  return (
    <>
      <Box sx={FIRST}>
        <PlanNow figures={figures} />
        <PromisedCard promises={promises} open={open} onToggle={() => setOpen(!open)} />
      </Box>
      {open && promises.shipped > 0 ? <PromisedDetails promises={promises} /> : null}
    </>
  );
};

const Page = ({ figures }: { figures: Figures }) => (
  <Box sx={{ ...rows, gridTemplateColumns: 'minmax(0, 1fr)' }}>
    <First figures={figures} />
    <Adopted />
    <Tiles figures={figures} />
    <Box
      sx={{
        ...rows,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1fr 1fr', lg: '1.2fr 1fr 1fr' },
        '@media print': { gridTemplateColumns: '1.2fr 1fr 1fr' },
      }}
    >
      <Trend figures={figures} />
      <FurnaceBars figures={figures} />
      <PlaceBars figures={figures} />
    </Box>
    <Box
      sx={{
        ...rows,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(300px, 1fr)' },
        '@media print': { gridTemplateColumns: 'minmax(0, 3fr) minmax(300px, 1fr)' },
      }}
    >
      <LoadMap figures={figures} />
      <LastRun figures={figures} />
    </Box>
  </Box>
);

/** 指標: whether the plant is getting better, on one page. */
const FiguresPage = () => {
  const [chosen, setChosen] = useState<Chosen>({ period: 'this_week' });
  const asked = useCall('getFigures', { query: chosen }, { queryKey: ['figures', chosen], placeholderData: keepPreviousData });
  const figures = asked.data;
  const { from_date: from, to_date: to } = figures?.period ?? {};
  // Where there is room the period stands beside the title: the whole page is one screen.
  const wide = useMediaQuery(useTheme().breakpoints.up('lg'));
  const period = (
    <>
      <PeriodChooser chosen={chosen} onChoose={setChosen} days={from && to ? { from, to } : undefined} />
      <Box
        role="status"
        title={figures && asOf(figures)}
        sx={{
          typography: 'body2',
          color: 'text.secondary',
          ...(wide ? { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } : {}),
        }}
      >
        {figures ? asOf(figures) : ''}
      </Box>
    </>
  );
  return (
    <Box className="figures-page">
      <GlobalStyles styles={PRINTED} />
      <PageActions>
        <Button variant="outlined" startIcon={<Print />} disabled={!figures} onClick={() => window.print()}>
          {FIGURES.print}
        </Button>
        <SaveButton name={FIGURES.title} rows={() => (figures ? figureRows(figures) : [])} disabled={!figures} />
      </PageActions>
      {wide ? (
        <PageTitleExtras>{period}</PageTitleExtras>
      ) : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5, mb: 1, minHeight: 38 }}>
          {period}
        </Box>
      )}
      {asked.error ? (
        <Alert severity="error" sx={{ mb: 1.25 }}>
          {messageOf(asked.error)}
        </Alert>
      ) : null}
      {figures ? <Page figures={figures} /> : asked.isPending ? <Waiting /> : null}
    </Box>
  );
};

export default FiguresPage;
