import Box from '@mui/material/Box';
import { useMemo, useState } from 'react';
import { Card, Nothing, ShowAll } from '../../figures/Card.tsx';
import { tint } from '../../layout/palette.ts';
import { visuallyHidden } from '../../parts/visually-hidden.ts';
import { LIST } from '../../texts/parts.ts';
import { COMPARE, hoursText } from '../../texts/plans.ts';
import type { Column } from './columns.ts';
import { type Hours, type LoadRow, loadOf, spreadOf } from './load.ts';

const SHOWN_AT_FIRST = 8;
/** The tallest bar, which is the fullest week of its facility. */
const BAR_PX = 30;

/** The first column stays while the weeks scroll. */
const NAME = {
  position: 'sticky',
  left: 0,
  zIndex: 1,
  bgcolor: 'background.paper',
  textAlign: 'left',
  fontWeight: 600,
  maxWidth: '11em',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  pr: 1,
} as const;

interface CellProps {
  hours: Hours;
  most: number;
  columns: readonly Column[];
  /** The column whose hours stand beside those of the base. */
  chosen: Column | undefined;
  /** What is read out, and said to the pointer. */
  said: string;
}

/** A week of a facility: a bar for each plan, and the hours of the base and of the chosen plan. */
const Week = ({ hours, most, columns, chosen, said }: CellProps) => {
  const [base] = columns;
  const one = hours[base?.at ?? 0] ?? 0;
  const other = chosen && spreadOf(hours) > 0 ? (hours[chosen.at] ?? 0) : one;
  return (
    <Box component="td" title={said} sx={{ position: 'relative', px: 0.5, verticalAlign: 'bottom', minWidth: 54 }}>
      <Box component="span" sx={visuallyHidden}>
        {said}
      </Box>
      {hours.some((each) => each > 0) ? (
        <Box aria-hidden>
          <Box sx={{ display: 'flex', gap: 0.5, justifyContent: 'center', fontSize: '0.7rem', lineHeight: 1.3, color: 'text.secondary' }}>
            {hoursText(one)}
            {hoursText(other) === hoursText(one) ? null : <Box sx={{ color: 'text.primary', fontWeight: 700 }}>{hoursText(other)}</Box>}
          </Box>
          <Box sx={{ display: 'flex', gap: '2px', height: BAR_PX, alignItems: 'flex-end', justifyContent: 'center' }}>
            {columns.map(({ plan, at, color }) => (
              <Box key={plan.id} sx={{ ...BAR, bgcolor: tint(color), height: `${(100 * (hours[at] ?? 0)) / most}%` }} />
            ))}
          </Box>
        </Box>
      ) : null}
    </Box>
  );
};
const BAR = { width: 11, minHeight: '1px', borderRadius: '2px 2px 0 0', opacity: 0.85, printColorAdjust: 'exact' } as const;

interface RowProps extends Pick<CellProps, 'columns' | 'chosen'> {
  row: LoadRow;
  weeks: readonly string[];
}

const Row = ({ row: { facility_name, weeks: hours, most }, weeks, columns, chosen }: RowProps) => {
  const told = (each: Hours) => columns.map(({ short, at }) => ({ name: short, hours: each[at] ?? 0 }));
  return (
    <tr>
      <Box component="th" scope="row" title={facility_name} sx={NAME}>
        {facility_name}
      </Box>
      {hours.map((each, at) => {
        const said = COMPARE.cell(facility_name, COMPARE.week(weeks[at] ?? ''), told(each));
        return <Week key={weeks[at]} hours={each} most={most} columns={columns} chosen={chosen} said={said} />;
      })}
    </tr>
  );
};

/** Whose bars are which, and whose hours stand in figures. */
const Legend = ({ columns, chosen }: Pick<CellProps, 'columns' | 'chosen'>) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, mb: 0.75, fontSize: '0.75rem' }}>
    {columns.map(({ plan, short, color }) => (
      <Box component="span" key={plan.id} sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
        <Box component="span" sx={{ width: 12, height: 12, borderRadius: 0.5, bgcolor: tint(color), printColorAdjust: 'exact' }} />
        {short}
      </Box>
    ))}
    {columns[0] && chosen ? (
      <Box component="span" sx={{ ml: 'auto', color: 'text.secondary' }}>
        {COMPARE.loadFigures(columns[0].short, chosen.short)}
      </Box>
    ) : null}
  </Box>
);

/** 設備の負荷: facilities by weeks, a bar for each plan, those facilities first that differ most. */
export const LoadTable = ({ columns, of }: { columns: readonly Column[]; of: number | undefined }) => {
  const { weeks, rows } = useMemo(() => {
    const plans = [...columns].sort((a, b) => a.at - b.at).map(({ plan }) => plan);
    return loadOf(plans);
  }, [columns]);
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.filter(({ differs }) => differs > 0).slice(0, SHOWN_AT_FIRST);
  const chosen = columns.find(({ plan }) => plan.id === of);
  return (
    <Card title={COMPARE.load} hint={COMPARE.loadHint}>
      {shown.length === 0 ? <Nothing>{COMPARE.sameLoad}</Nothing> : <Legend columns={columns} chosen={chosen} />}
      {shown.length > 0 ? (
        <Box role="region" aria-label={LIST.table(COMPARE.load)} tabIndex={0} sx={{ overflowX: 'auto' }}>
          <Box component="table" aria-label={COMPARE.load} sx={TABLE}>
            <thead>
              <tr>
                <Box component="th" scope="col" sx={{ '&&': NAME }}>
                  {COMPARE.facility}
                </Box>
                {weeks.map((week) => (
                  <th scope="col" key={week}>
                    {COMPARE.week(week)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <Row key={row.facility_id} row={row} weeks={weeks} columns={columns} chosen={chosen} />
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
const TABLE = {
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: '0.8rem',
  '& thead th': { fontWeight: 400, fontSize: '0.75rem', color: 'text.secondary' },
  '& tbody td, & tbody th': { borderTop: 1, borderColor: 'divider', height: 52 },
} as const;
