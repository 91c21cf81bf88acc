import Box from '@mui/material/Box';
import { addDays, dayNumber, type PlantDate, plantDate, weekday } from '../../../server/domain/ground/plant-time.ts';
import { useWidth } from '../../parts/hooks/use-width.ts';
import { now } from '../../providers/clock.ts';
import { useCall } from '../../providers/queries.ts';
import { CHAIN } from '../../texts/promises/answer.ts';
import { type Answer, lotsOf } from '../answered.ts';
import { BAR_TOP_PX, ChainPicture, headOf, ROW_PX } from './ChainPicture.tsx';
import { axisOf, type ChainRow, chainOf } from './chain.ts';

/** More lots than these scroll. */
const MOST_ROWS = 7.5;
/** Beside the axis, for the names of several lots. */
const NAMES_PX = 56;

/** The closed days of the axis; weekends until they are known. */
function useClosed(first: PlantDate, last: PlantDate): ReadonlySet<PlantDate> {
  const { data } = useCall('getClosedDays', { query: { from_date: first, to_date: last } });
  if (data) return new Set(data.days);
  const days = Array.from({ length: dayNumber(last) - dayNumber(first) + 1 }, (_, index) => addDays(first, index));
  return new Set(days.filter((date) => [0, 6].includes(weekday(date))));
}

/** What an answer waits for until it ships, a row a lot, on a day axis. */
export const Chain = ({ answer, askedOn }: { answer: Answer; askedOn: PlantDate }) => {
  const [element, width] = useWidth<HTMLDivElement>();
  const { first, last } = axisOf(answer, askedOn);
  const closed = useClosed(first, last);
  const lots = lotsOf(answer.entries).length;
  const several = lots > 1;
  const names = several ? NAMES_PX : 0;
  const chain = chainOf(answer, { from: askedOn, today: plantDate(now()), closed, width: Math.max(0, width - names) });
  return (
    <>
      <Box
        ref={element}
        tabIndex={0}
        role="group"
        aria-label={CHAIN.title}
        sx={{
          display: 'flex',
          overflowX: 'auto',
          overflowY: chain.rows.length > MOST_ROWS ? 'auto' : 'hidden',
          minHeight: headOf(chain) + Math.min(MOST_ROWS, chain.rows.length) * ROW_PX,
          maxHeight: headOf(chain) + MOST_ROWS * ROW_PX,
        }}
      >
        {several ? <LotNames rows={chain.rows} head={headOf(chain)} /> : null}
        {width > 0 ? <ChainPicture chain={chain} answer={answer} /> : null}
      </Box>
      {lots > chain.rows.length ? (
        <Box sx={{ pt: 0.5, fontSize: 12.5, color: 'text.secondary' }}>{CHAIN.more(lots - chain.rows.length)}</Box>
      ) : null}
    </>
  );
};

const LotNames = ({ rows, head }: { rows: readonly ChainRow[]; head: number }) => (
  <Box aria-hidden sx={{ width: NAMES_PX, flexShrink: 0, pt: `${head}px`, fontSize: 12, fontWeight: 700 }}>
    {rows.map(({ lot }) => (
      <Box key={lot} sx={{ height: ROW_PX, pt: `${BAR_TOP_PX}px` }}>
        {CHAIN.lot(lot)}
      </Box>
    ))}
  </Box>
);
