import Box from '@mui/material/Box';
import { useMemo, useState } from 'react';
import { Card, Nothing, ShowAll } from '../../figures/Card.tsx';
import { tint } from '../../layout/palette.ts';
import { LIST } from '../../texts/parts.ts';
import { COMPARE, hoursMore, hoursText } from '../../texts/plans.ts';
import { type Both, type Compared, isTelling, type LoadRow, loadOf, moreHours } from './load.ts';

const SHOWN_AT_FIRST = 10;

/** The first column stays while the weeks scroll. */
const NAME = {
  position: 'sticky',
  left: 0,
  zIndex: 1,
  bgcolor: 'background.paper',
  textAlign: 'left',
  fontWeight: 600,
  whiteSpace: 'nowrap',
  pr: 1,
} as const;
const CELL = { minWidth: 44, px: 0.5, py: 0.25, textAlign: 'right', borderRadius: 0.5, lineHeight: 1.25, whiteSpace: 'nowrap' } as const;

/** More work in this plan, or less, as far as that matters. */
const lookOf = (both: Both) => {
  if (!isTelling(both)) return { color: moreHours(both) === 0 ? 'text.secondary' : 'text.primary' };
  return moreHours(both) > 0
    ? { bgcolor: tint('heat-3'), color: tint('heat-3-ink'), fontWeight: 700 }
    : { bgcolor: tint('heat-2'), color: tint('heat-2-ink'), fontWeight: 700 };
};

/** The hours of both plans above each other; a week without any is empty. */
const Hours = ({ both, title }: { both: Both; title: string }) => {
  const more = moreHours(both);
  const empty = both[0] === 0 && both[1] === 0;
  return (
    <Box component="td" title={more === 0 ? title : `${title} (${hoursMore(more)})`} sx={{ ...CELL, ...lookOf(both) }}>
      {empty ? '' : hoursText(both[0])}
      {empty ? '' : <Box sx={{ fontSize: '0.72rem', fontWeight: 400 }}>{hoursText(both[1])}</Box>}
    </Box>
  );
};

const Row = ({ row, weeks }: { row: LoadRow; weeks: readonly string[] }) => (
  <tr>
    <Box component="th" scope="row" sx={NAME}>
      {row.facility_name}
    </Box>
    <Hours both={row.total} title={COMPARE.cell(row.facility_name, COMPARE.total, row.total[0], row.total[1])} />
    {row.weeks.map((both, at) => (
      <Hours key={weeks[at]} both={both} title={COMPARE.cell(row.facility_name, COMPARE.week(weeks[at] ?? ''), both[0], both[1])} />
    ))}
  </tr>
);

const KEYS = [
  { word: COMPARE.loadMore, ground: 'heat-3', ink: 'heat-3-ink' },
  { word: COMPARE.loadLess, ground: 'heat-2', ink: 'heat-2-ink' },
] as const;

/** What the colours say. */
const Legend = () => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 0.75, fontSize: '0.75rem' }}>
    {KEYS.map(({ word, ground, ink }) => (
      <Box component="span" key={word} sx={{ px: 0.75, borderRadius: 0.5, lineHeight: '20px', bgcolor: tint(ground), color: tint(ink) }}>
        {word}
      </Box>
    ))}
  </Box>
);

/** 設備の負荷: facilities by weeks, both plans above each other, those first that differ most. */
export const LoadTable = ({ plans }: { plans: readonly Compared[] }) => {
  const { weeks, rows } = useMemo(() => loadOf(plans), [plans]);
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.filter(({ differs }) => differs > 0).slice(0, SHOWN_AT_FIRST);
  return (
    <Card title={COMPARE.load} hint={COMPARE.loadHint}>
      {shown.length === 0 ? <Nothing>{COMPARE.sameLoad}</Nothing> : null}
      {shown.length > 0 ? <Legend /> : null}
      {shown.length > 0 ? (
        <Box role="region" aria-label={LIST.table(COMPARE.load)} tabIndex={0} sx={{ overflowX: 'auto' }}>
          <Box component="table" sx={{ borderCollapse: 'separate', borderSpacing: '2px', fontSize: '0.8rem' }}>
            <thead>
              <Box component="tr" sx={{ '& th': { fontWeight: 400, fontSize: '0.75rem', color: 'text.secondary' } }}>
                <Box component="th" scope="col" sx={NAME}>
                  {COMPARE.facility}
                </Box>
                {[COMPARE.total, ...weeks.map(COMPARE.week)].map((word) => (
                  <Box component="th" scope="col" key={word} sx={{ textAlign: 'right', px: 0.5 }}>
                    {word}
                  </Box>
                ))}
              </Box>
            </thead>
            <tbody>
              {shown.map((row) => (
                <Row key={row.facility_id} row={row} weeks={weeks} />
              ))}
            </tbody>
          </Box>
        </Box>
      ) : null}
      {all || rows.length > shown.length ? (
        <ShowAll all={all} words={{ all: COMPARE.all(rows.length), fewer: COMPARE.fewer }} onToggle={() => setAll(!all)} />
      ) : null}
    </Card>
  );
};
