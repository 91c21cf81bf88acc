import Box from '@mui/material/Box';
import { useId } from 'react';
import { addDays, dayNumber, type PlantDate, plantDate, toneOfDay, weekday } from '../../../server/domain/ground/plant-time.ts';
import { endMoment, moment } from '../../../server/domain/texts/dates.ts';
import { useWidth } from '../../board/run/use-width.ts';
import { tint } from '../../layout/palette.ts';
import { now } from '../../providers/clock.ts';
import { useCall } from '../../providers/queries.ts';
import { CHAIN } from '../../texts/promises.ts';
import type { Answer, Entry } from '../answered.ts';
import { type AxisDay, axisOf, type ChainBar, type ChainRow, chainOf, type Chain as Laid, MARK_PX } from './chain.ts';

const HEAD_PX = 40;
const ROW_PX = 58;
const BAR_TOP_PX = 7;
const BAR_PX = 18;
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
  const several = new Set(answer.entries.map(({ lot }) => lot)).size > 1;
  const names = several ? NAMES_PX : 0;
  const chain = chainOf(answer, { from: askedOn, today: plantDate(now()), closed, width: Math.max(0, width - names) });
  return (
    <Box
      ref={element}
      tabIndex={0}
      role="group"
      aria-label={CHAIN.title}
      sx={{ display: 'flex', overflowX: 'auto', overflowY: 'hidden', minHeight: HEAD_PX + chain.rows.length * ROW_PX }}
    >
      {several ? <LotNames rows={chain.rows} /> : null}
      {width > 0 ? <Picture chain={chain} answer={answer} /> : null}
    </Box>
  );
};

const LotNames = ({ rows }: { rows: readonly ChainRow[] }) => (
  <Box aria-hidden sx={{ width: NAMES_PX, flexShrink: 0, pt: `${HEAD_PX}px`, fontSize: 12, fontWeight: 700 }}>
    {rows.map(({ lot }) => (
      <Box key={lot} sx={{ height: ROW_PX, pt: `${BAR_TOP_PX}px` }}>
        {CHAIN.lot(lot)}
      </Box>
    ))}
  </Box>
);

const stepText = ({ task_name, facility_name, start_at, end_at }: Entry): string =>
  CHAIN.bar(task_name, facility_name ?? '', moment(start_at), endMoment(end_at));

const Picture = ({ chain, answer }: { chain: Laid; answer: Answer }) => {
  const hatch = useId();
  const { width, days, rows, marks, today, dayPx } = chain;
  const height = HEAD_PX + rows.length * ROW_PX;
  return (
    <svg
      role="img"
      aria-label={CHAIN.spoken(answer.entries.map(stepText))}
      width={width}
      height={height}
      style={{ display: 'block', flexShrink: 0, fontSize: 11 }}
    >
      <defs>
        <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={6} height={6} style={{ fill: tint('closed') }} />
          <rect width={2} height={6} style={{ fill: tint('hatch') }} />
        </pattern>
      </defs>
      {days.map((day) => (
        <Day key={day.date} day={day} px={dayPx} height={height} hatch={hatch} isToday={day.x === today} />
      ))}
      <line x1={0} x2={width} y1={HEAD_PX - 0.5} y2={HEAD_PX - 0.5} style={{ stroke: tint('line') }} />
      {today === undefined ? null : <rect x={today - 1} y={HEAD_PX - 18} width={2} height={height} style={{ fill: tint('primary') }} />}
      {rows.map((row, index) => (
        <g key={row.lot} transform={`translate(0 ${HEAD_PX + index * ROW_PX})`}>
          <Row row={row} />
        </g>
      ))}
      <Marks chain={chain} answer={answer} height={height} />
      {marks.wished === undefined ? null : (
        <rect x={marks.wished - 1} y={HEAD_PX - 26} width={2} height={height} style={{ fill: tint('late') }} />
      )}
    </svg>
  );
};

interface DayProps {
  day: AxisDay;
  px: number;
  height: number;
  hatch: string;
  isToday: boolean;
}

const Day = ({ day: { date, x, closed, label, month }, px, height, hatch, isToday }: DayProps) => {
  const tone = toneOfDay(weekday(date), closed);
  const color = isToday ? tint('on-primary') : tone === 'saturday' ? tint('saturday') : tone ? tint('late') : tint('ink');
  return (
    <>
      {closed ? <rect x={x} y={HEAD_PX} width={px} height={height} fill={`url(#${hatch})`} /> : null}
      {isToday && label ? (
        <rect x={x} y={HEAD_PX - 19} width={Math.max(px, 20)} height={18} rx={4} style={{ fill: tint('primary') }} />
      ) : null}
      <text
        x={px >= 22 ? x + px / 2 : x}
        y={HEAD_PX - 6}
        textAnchor={px >= 22 ? 'middle' : 'start'}
        style={{ fill: color, fontWeight: isToday ? 700 : 500 }}
      >
        {label}
      </text>
      <text x={x} y={13} style={{ fill: tint('ink'), fontWeight: 700 }}>
        {month}
      </text>
    </>
  );
};

const Row = ({ row: { bars, waits } }: { row: ChainRow }) => (
  <>
    {waits.map(({ x, width, label }) => (
      <g key={x}>
        <line
          x1={x + 2}
          x2={x + width - 2}
          y1={BAR_TOP_PX + BAR_PX / 2}
          y2={BAR_TOP_PX + BAR_PX / 2}
          strokeDasharray="1.5 3"
          style={{ stroke: tint('soft'), strokeWidth: 1.5 }}
        />
        {label ? (
          <text
            x={x + width / 2}
            y={BAR_TOP_PX + BAR_PX / 2 + 4}
            textAnchor="middle"
            paintOrder="stroke"
            style={{ fill: tint('warning'), stroke: tint('paper'), strokeWidth: 4, fontWeight: 700 }}
          >
            {label}
          </text>
        ) : null}
      </g>
    ))}
    {bars.map((bar) => (
      <Bar key={bar.entry.start_at + bar.entry.task_id} bar={bar} />
    ))}
  </>
);

/** The look of a bar: with the last one it ships. */
const lookOf = ({ entry, isLast }: ChainBar): 'finished' | 'outsourced' | 'normal' =>
  isLast ? 'finished' : entry.outsourced ? 'outsourced' : 'normal';

const Bar = ({ bar }: { bar: ChainBar }) => {
  const look = lookOf(bar);
  return (
    <g>
      <title>{stepText(bar.entry)}</title>
      <rect
        x={bar.x + 0.5}
        y={BAR_TOP_PX}
        width={bar.width}
        height={BAR_PX}
        rx={4}
        style={{ fill: tint(look), stroke: tint(`${look}-edge`) }}
      />
      {bar.label ? (
        <text
          x={bar.label.x}
          y={BAR_TOP_PX + BAR_PX + 13 + bar.label.line * 13}
          paintOrder="stroke"
          style={{ fill: tint('ink'), stroke: tint('paper'), strokeWidth: 3 }}
        >
          {bar.label.text}
        </text>
      ) : null}
    </g>
  );
};

/** Which days the red line and the green mark are; the earlier one ends before the other begins. */
const Marks = ({ chain: { marks, width }, answer }: { chain: Laid; answer: Answer; height: number }) => (
  <>
    {(['wished', 'answered'] as const).map((mark) => {
      const date = mark === 'wished' ? answer.wished_date : answer.date;
      const x = marks[mark];
      if (x === undefined || date === null || (mark === 'wished' && date === answer.date)) return null;
      return (
        <text
          key={mark}
          x={Math.min(Math.max(x + 4, MARK_PX), width)}
          y={13}
          textAnchor="end"
          paintOrder="stroke"
          style={{
            fill: tint(mark === 'wished' ? 'late' : 'success'),
            stroke: tint('paper'),
            strokeWidth: 4,
            fontWeight: 700,
            fontSize: 12,
          }}
        >
          {mark === 'wished' ? CHAIN.wished(date) : CHAIN.answered(date)}
        </text>
      );
    })}
  </>
);
