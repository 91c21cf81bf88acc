import Box from '@mui/material/Box';
import { Fragment } from 'react';
import { partInBrief } from '../../../../server/domain/texts/plan/late.ts';
import { tint } from '../../../layout/palette.ts';
import { useWidth } from '../../../parts/hooks/use-width.ts';
import { daysText } from '../../../texts/board/story.ts';
import { onDay, partsOf, spokenParts, WHY } from '../../../texts/board/why.ts';
import { CAUSE_COLORS, type Lateness, LOW, type Segment, segmentsOf, segmentWords } from './layout.ts';
import { Swatch } from './Swatch.tsx';

/** How wide the bar is for each day, and at most. */
const DAY_PX = 21;
const MOST_PX = 504;

/** 24日の内訳: what the days late are made of, in words and as one bar from the due date to the shipment. */
export const DaysRow = ({ lateness }: { lateness: Lateness }) => {
  const { parts, late_days, cause } = lateness;
  const segments = segmentsOf(parts);
  if (segments.length === 0) return <Box sx={{ color: 'text.secondary', py: 1 }}>{cause === null ? WHY.unknown : WHY.unknownDays}</Box>;
  const main = segments.find(({ name }) => cause !== null && name === partInBrief(cause)) ?? segments[0];
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        flexWrap: { xs: 'wrap', lg: 'nowrap' },
        columnGap: 1.5,
        minHeight: 32,
        [LOW]: { minHeight: 27 },
      }}
    >
      <Box component="h2" sx={{ m: 0, fontSize: 13.5, fontWeight: 700, whiteSpace: 'nowrap' }}>
        {partsOf(late_days)}
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: { xs: 'wrap', lg: 'nowrap' },
          columnGap: 1,
          alignItems: 'center',
          flex: { xs: '1 1 auto', lg: '1 0 auto' },
        }}
      >
        {segments.map((segment, at) => (
          <Fragment key={segment.name}>
            {at > 0 ? <span aria-hidden>·</span> : null}
            <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, whiteSpace: 'nowrap' }}>
              <Swatch colors={CAUSE_COLORS[segment.cause]} />
              <Box component="span" sx={{ fontWeight: segment === main ? 700 : 400 }}>
                {segment.name} {segment.days}
              </Box>
            </Box>
          </Fragment>
        ))}
      </Box>
      <DaysBar lateness={lateness} segments={segments} />
    </Box>
  );
};

const DaysBar = ({ lateness, segments }: { lateness: Lateness; segments: readonly Segment[] }) => {
  const { deadline_date, shipping_date, late_days } = lateness;
  const [bar, width] = useWidth<HTMLDivElement>();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flex: '0 1 auto', minWidth: 0, fontSize: 12, whiteSpace: 'nowrap' }}>
      <Box component="span" sx={{ color: 'error.main', fontWeight: 700 }}>
        {onDay(WHY.due, deadline_date)}
      </Box>
      <Box
        ref={bar}
        role="img"
        aria-label={spokenParts(segments)}
        sx={{ display: 'flex', width: Math.min(MOST_PX, Math.max(120, DAY_PX * late_days)), minWidth: 60, flexShrink: 1, height: 20 }}
      >
        {segments.map((segment) => {
          const [ground, edge] = CAUSE_COLORS[segment.cause];
          const sx = {
            flex: `${segment.days} 1 0`,
            minWidth: 0,
            overflow: 'hidden',
            textAlign: 'center',
            lineHeight: '18px',
            fontSize: 11,
          };
          return (
            <Box
              key={segment.name}
              title={`${segment.name} ${daysText(segment.days)}`}
              sx={{ ...sx, bgcolor: tint(ground), border: `1px solid ${tint(edge)}`, color: tint('ink'), '& + &': { borderLeft: 0 } }}
            >
              {segmentWords(segment, (width * segment.days) / Math.max(1, late_days), daysText)}
            </Box>
          );
        })}
      </Box>
      <span>{onDay(WHY.ships, shipping_date)}</span>
    </Box>
  );
};
