import Box from '@mui/material/Box';
import { useState } from 'react';
import { tint } from '../layout/palette.ts';
import { FURNACES, LOAD } from '../texts/figures.ts';
import { Card, Nothing, ShowAll } from './Card.tsx';
import { arrowOf } from './Change.tsx';
import { type Figures, monthDay } from './format.ts';
import { isOver, type LoadWeek, loadOf, remarkOf, stepOf } from './load.ts';

const SHOWN_AT_FIRST = 8;
/** Working days of a week that need no word. */
const USUAL_DAYS = 5;
/** The edge of what is over a hundred percent. */
const EDGE = `2px solid ${tint('late')}`;
const OVER = `inset 0 0 0 2px ${tint('late')}`;
/** The steps of a load: their grounds, and their inks. */
const STEPS = [1, 2, 3, 4, 5] as const;
const groundOf = (step: number): string => tint(`heat-${STEPS[step]!}`);
const inkOf = (step: number): string => tint(`heat-${STEPS[step]!}-ink`);

const Legend = () => (
  <Box sx={{ display: 'flex', gap: 1.25, flexWrap: 'wrap', fontSize: '0.75rem', color: 'text.secondary' }}>
    {LOAD.legend.map((word, step) => (
      <Box key={word} component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
        <Box
          component="span"
          sx={{
            width: 14,
            height: 12,
            borderRadius: 0.5,
            bgcolor: groundOf(step),
            border: step === 4 ? EDGE : 0,
            printColorAdjust: 'exact',
          }}
        />
        {step === 4 ? `${arrowOf(1)} ` : ''}
        {word}
      </Box>
    ))}
  </Box>
);

/** One week of one facility: its percent on the colour of its step; over 100 with a mark and an edge. */
const Cell = ({ week, closed }: { week: LoadWeek; closed: boolean }) => {
  const percent = loadOf(week);
  const over = isOver(week);
  const base = {
    border: 0,
    height: 23,
    textAlign: 'center',
    borderRadius: 0.5,
    fontWeight: 600,
    fontSize: '0.8rem',
    whiteSpace: 'nowrap',
    printColorAdjust: 'exact',
    px: 0.25,
  } as const;
  if (percent === null)
    return (
      <Box
        component="td"
        sx={{
          ...base,
          color: 'text.secondary',
          fontWeight: 400,
          background: `repeating-linear-gradient(45deg, ${tint('heat-closed')} 0 5px, transparent 5px 9px)`,
          boxShadow: over ? OVER : 'none',
        }}
      >
        {over ? `${arrowOf(1)} ` : ''}
        {closed ? LOAD.closed : LOAD.stopped}
      </Box>
    );
  const step = stepOf(percent);
  return (
    <Box component="td" sx={{ ...base, bgcolor: groundOf(step), color: inkOf(step), boxShadow: over ? OVER : 'none' }}>
      {over ? `${arrowOf(1)} ` : ''}
      {`${percent}%`}
    </Box>
  );
};

/** 設備負荷: facilities by weeks, the busiest first. */
export const LoadMap = ({ figures }: { figures: Figures }) => {
  const [all, setAll] = useState(false);
  const { weeks, facilities } = figures.load;
  if (facilities.length === 0)
    return (
      <Card title={LOAD.title} hint={LOAD.hint}>
        <Nothing>{LOAD.empty}</Nothing>
      </Card>
    );
  const froms = weeks.map(({ from_date }) => from_date);
  const shown = facilities.slice(0, all ? undefined : SHOWN_AT_FIRST);
  return (
    <Card title={LOAD.title} hint={LOAD.hint} more={LOAD.notLoad} extra={<Legend />}>
      <Box role="region" aria-label={LOAD.facility} tabIndex={0} sx={{ overflowX: 'auto' }}>
        <Box component="table" sx={{ width: 1, minWidth: 760, borderCollapse: 'separate', borderSpacing: '2px', fontSize: '0.8rem' }}>
          <thead>
            <Box
              component="tr"
              sx={{ '& th': { fontWeight: 400, fontSize: '0.75rem', color: 'text.secondary', lineHeight: 1.25, pb: 0.5 } }}
            >
              <Box component="th" scope="col" sx={{ textAlign: 'left' }}>
                {LOAD.facility}
              </Box>
              {weeks.map(({ from_date, working_days }, index) => (
                <Box component="th" scope="col" key={from_date} sx={{ width: '9%', '& b': { color: 'text.primary' } }}>
                  <Box component="b" sx={{ display: 'block', whiteSpace: 'nowrap' }}>
                    {[LOAD.weekNames[index], working_days < USUAL_DAYS ? LOAD.workingDays(working_days) : ''].filter(Boolean).join(' ')}
                  </Box>
                  {LOAD.weekFrom(monthDay(from_date))}
                </Box>
              ))}
              <Box component="th" scope="col" sx={{ textAlign: 'left', pl: 1, width: '17%' }}>
                {LOAD.remark}
              </Box>
            </Box>
          </thead>
          <tbody>
            {shown.map((facility) => (
              <tr key={facility.facility_id}>
                <Box component="th" scope="row" sx={{ textAlign: 'left', fontWeight: 600, whiteSpace: 'nowrap', pr: 1 }}>
                  {FURNACES.units(facility.facility_name, facility.units)}
                </Box>
                {facility.weeks.map((week, index) => (
                  <Cell key={froms[index]} week={week} closed={weeks[index]?.working_days === 0} />
                ))}
                <Box component="td" sx={{ pl: 1, color: 'text.secondary', fontSize: '0.7rem', lineHeight: 1.1, textWrap: 'balance' }}>
                  {remarkOf(facility, froms)}
                </Box>
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
      {facilities.length > SHOWN_AT_FIRST ? (
        <ShowAll all={all} words={{ all: LOAD.all(facilities.length), fewer: LOAD.fewer }} onToggle={() => setAll(!all)} />
      ) : null}
    </Card>
  );
};
