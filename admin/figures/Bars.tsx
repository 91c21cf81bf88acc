import Box from '@mui/material/Box';
import { tint } from '../layout/palette.ts';
import { visuallyHidden } from '../parts/visually-hidden.ts';
import { beforeName, FIGURES, FURNACES, PLACES } from '../texts/figures.ts';
import { Card, Nothing } from './Card.tsx';
import { Change } from './Change.tsx';
import { differenceOf, type Figures, percentOf } from './format.ts';

/** A bar of at most so many percent has its words beside it. */
const WORDS_INSIDE = 16;
const cell = { border: 0, p: 0, height: 21, fontSize: '0.8rem', whiteSpace: 'nowrap' } as const;

/** A bar, with a tick where the period before stood; both in percent of the width. */
const Bar = ({ width, tick, words }: { width: number; tick: number | null; words?: string }) => (
  <Box
    sx={{
      position: 'relative',
      display: 'flex',
      height: 15,
      borderRadius: 0.5,
      bgcolor: 'action.hover',
      fontSize: '0.72rem',
      fontWeight: 700,
      lineHeight: '15px',
      printColorAdjust: 'exact',
    }}
  >
    <Box
      sx={{
        flexShrink: 0,
        height: 1,
        width: `${Math.min(100, width)}%`,
        bgcolor: tint('share'),
        borderRadius: 0.5,
        color: tint('white'),
        pl: width > WORDS_INSIDE ? 0.75 : 0,
        overflow: 'hidden',
        printColorAdjust: 'exact',
      }}
    >
      {width > WORDS_INSIDE ? words : null}
    </Box>
    {width > WORDS_INSIDE ? null : <Box sx={{ pl: 0.5 }}>{words}</Box>}
    {tick === null ? null : (
      <Box
        sx={{
          position: 'absolute',
          top: -3,
          bottom: -3,
          left: `calc(${Math.min(100, tick)}% - 1px)`,
          width: 2,
          bgcolor: 'text.primary',
          printColorAdjust: 'exact',
        }}
      />
    )}
  </Box>
);

/** What bar and tick mean. */
const Key = ({ now, before }: { now: string; before: string | undefined }) => (
  <Box sx={{ display: 'flex', gap: 1.5, fontSize: '0.78rem', color: 'text.secondary', alignItems: 'center' }}>
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
      <Box component="span" sx={{ width: 14, height: 9, bgcolor: tint('share'), borderRadius: 0.5, printColorAdjust: 'exact' }} />
      {now}
    </Box>
    {before ? (
      <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
        <Box component="span" sx={{ width: 2, height: 13, bgcolor: 'text.primary', printColorAdjust: 'exact' }} />
        {before}
      </Box>
    ) : null}
  </Box>
);

const nameOfBefore = ({ comparisons, period }: Figures): string | undefined =>
  comparisons[0] ? beforeName(comparisons[0], period.kind) : undefined;

/** Fill and runs of each furnace, with a tick for the period before. */
export const FurnaceBars = ({ figures }: { figures: Figures }) => {
  const { furnaces, period } = figures;
  const before = nameOfBefore(figures);
  if (furnaces.every(({ runs, runs_before }) => runs === 0 && runs_before === 0))
    return (
      <Card title={FURNACES.title}>
        <Nothing>{FURNACES.empty}</Nothing>
      </Card>
    );
  return (
    <Card title={FURNACES.title} extra={<Key now={FIGURES.shown[period.kind]} before={before} />}>
      <Box component="table" sx={{ width: 1, borderCollapse: 'collapse', tableLayout: 'fixed', '& td, & th': cell }}>
        <thead>
          <tr>
            <Box component="th" scope="col" sx={{ width: 'max(42%, 140px)', textAlign: 'left' }}>
              <span style={visuallyHidden}>{FURNACES.furnace}</span>
            </Box>
            <th scope="col">
              <span style={visuallyHidden}>{FURNACES.fill}</span>
            </th>
            <Box component="th" scope="col" sx={{ width: 52, textAlign: 'right', fontWeight: 400, color: 'text.secondary' }}>
              <span style={visuallyHidden}>{FURNACES.runs}</span>
              {FURNACES.total(period.furnace_runs)}
            </Box>
          </tr>
        </thead>
        <tbody>
          {furnaces.map(({ facility_id, facility_name, units, runs, fill, fill_before }) => (
            <tr key={facility_id}>
              <Box
                component="th"
                scope="row"
                title={FURNACES.units(facility_name, units)}
                sx={{ textAlign: 'left', fontWeight: 400, overflow: 'hidden', textOverflow: 'ellipsis', pr: '8px !important' }}
              >
                {FURNACES.units(facility_name, units)}
              </Box>
              <td>
                <Bar
                  width={percentOf(fill) ?? 0}
                  tick={percentOf(fill_before)}
                  {...(fill === null ? {} : { words: FIGURES.percent(percentOf(fill) ?? 0) })}
                />
                {fill === null ? <span style={visuallyHidden}>{FURNACES.noRun}</span> : null}
              </td>
              <Box component="td" sx={{ textAlign: 'right', fontWeight: 700 }}>
                {FURNACES.times(runs)}
              </Box>
            </tr>
          ))}
        </tbody>
      </Box>
    </Card>
  );
};

/** Where the lots in work are. */
export const PlaceBars = ({ figures }: { figures: Figures }) => {
  const { places, period, comparisons } = figures;
  const before = nameOfBefore(figures);
  const most = Math.max(1, ...places.map(({ lots, lots_before }) => Math.max(lots, lots_before ?? 0)));
  const earlier = comparisons[0]?.lots_in_work ?? null;
  if (places.length === 0)
    return (
      <Card title={PLACES.title(null)}>
        <Nothing>{PLACES.empty}</Nothing>
      </Card>
    );
  return (
    <Card
      title={PLACES.title(period.lots_in_work)}
      extra={<Key now={FIGURES.shown[period.kind]} before={before && earlier !== null ? PLACES.before(before, earlier) : undefined} />}
    >
      <Box component="table" sx={{ width: 1, borderCollapse: 'collapse', tableLayout: 'fixed', '& td, & th': cell }}>
        <thead>
          <tr>
            <Box component="th" scope="col" sx={{ width: '27%' }}>
              <span style={visuallyHidden}>{PLACES.place}</span>
            </Box>
            <td />
            <Box component="th" scope="col" sx={{ width: 44 }}>
              <span style={visuallyHidden}>{PLACES.lots}</span>
            </Box>
            <Box component="th" scope="col" sx={{ width: 66, textAlign: 'right', fontWeight: 400, color: 'text.secondary' }}>
              {before && earlier !== null ? PLACES.difference(before) : <span style={visuallyHidden}>{FIGURES.none}</span>}
            </Box>
          </tr>
        </thead>
        <tbody>
          {places.map(({ place, lots, lots_before }) => {
            const difference = differenceOf(lots, lots_before, -1, 0);
            return (
              <tr key={place}>
                <Box component="th" scope="row" sx={{ textAlign: 'left', fontWeight: 400 }}>
                  {PLACES.names[place]}
                </Box>
                <td aria-hidden="true">
                  <Bar width={(lots / most) * 92} tick={lots_before === null ? null : (lots_before / most) * 92} />
                </td>
                <Box component="td" sx={{ textAlign: 'right', fontWeight: 700 }}>
                  {lots}
                </Box>
                <Box component="td" sx={{ textAlign: 'right' }}>
                  {difference && difference.by !== 0 ? <Change difference={difference} word={false} /> : null}
                </Box>
              </tr>
            );
          })}
        </tbody>
      </Box>
    </Card>
  );
};
