import { Fragment, useId } from 'react';
import { formatDayBeside, toneOfDay, weekday } from '../../../server/domain/ground/plant-time.ts';
import { endMoment, moment } from '../../../server/domain/texts/dates.ts';
import { tint } from '../../layout/palette.ts';
import { CHAIN } from '../../texts/promises/answer.ts';
import type { Answer, Entry } from '../answered.ts';
import { type AxisDay, type Chain, type ChainBar, type ChainRow, MARK_PX, NUMBERED_PX, textPx } from './chain.ts';

/** Above the rows: the days that matter and the months, then all days. Where two that matter are close, each has a line of its own. */
const [HEAD_PX, MARK_LINE_PX] = [40, 15];
/** What the name of a day that matters takes. */
const CLOSE_PX = 92;
export const ROW_PX = 58;
export const BAR_TOP_PX = 7;
const BAR_PX = 18;

/** Whether the two days that matter are so close that their names would cover each other. */
const areClose = ({ marks: { wished, answered } }: Chain): boolean =>
  wished !== undefined && answered !== undefined && wished !== answered && Math.abs(wished - answered) < CLOSE_PX;
/** How high it is above the rows. */
export const headOf = (chain: Chain): number => HEAD_PX + (areClose(chain) ? MARK_LINE_PX : 0);

const stepText = ({ task_name, facility_name, start_at, end_at }: Entry): string =>
  CHAIN.bar(task_name, facility_name ?? '', moment(start_at), endMoment(end_at));

/** The way to a day, drawn: for eyes alone, what it says stands beside it as a table. */
export const ChainPicture = ({ chain, answer }: { chain: Chain; answer: Answer }) => {
  const hatch = useId();
  const { width, days, rows, marks, today, dayPx } = chain;
  const height = HEAD_PX + rows.length * ROW_PX;
  const above = headOf(chain) - HEAD_PX;
  return (
    <svg
      role="img"
      aria-label={CHAIN.spoken(answer.entries.filter(({ lot }) => rows.some((row) => row.lot === lot)).map(stepText))}
      width={width}
      height={above + height}
      style={{ display: 'block', flexShrink: 0, fontSize: 11 }}
    >
      <defs>
        <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={6} height={6} style={{ fill: tint('closed') }} />
          <rect width={2} height={6} style={{ fill: tint('hatch') }} />
        </pattern>
      </defs>
      <g transform={`translate(0 ${above})`}>
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
      </g>
      {marks.wished === undefined ? null : (
        <rect x={marks.wished - 1} y={14} width={2} height={above + height} style={{ fill: tint('late') }} />
      )}
      <Marks chain={chain} answer={answer} />
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
        <rect x={x} y={HEAD_PX - 19} width={Math.max(px, textPx(label, 11) + 6)} height={18} rx={4} style={{ fill: tint('primary') }} />
      ) : null}
      <text
        x={px >= NUMBERED_PX ? x + px / 2 : x + (isToday ? 3 : 0)}
        y={HEAD_PX - 6}
        textAnchor={px >= NUMBERED_PX ? 'middle' : 'start'}
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
      <Bar key={bar.x} bar={bar} />
    ))}
  </>
);

/** The look of a bar: with the last one it ships. */
const lookOf = ({ entries, isLast }: ChainBar): 'finished' | 'outsourced' | 'normal' =>
  isLast ? 'finished' : entries[0]?.outsourced ? 'outsourced' : 'normal';

const Bar = ({ bar }: { bar: ChainBar }) => {
  const look = lookOf(bar);
  return (
    <g>
      <title>{bar.entries.map(stepText).join('\n')}</title>
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

/** Which days the red line and the green mark are. */
const Marks = ({ chain, answer }: { chain: Chain; answer: Answer }) => {
  const marks = [
    { name: 'wished', date: answer.wished_date, ink: tint('late'), line: areClose(chain) ? 1 : 0 },
    { name: 'answered', date: answer.date, ink: tint('success'), line: 0 },
  ] as const;
  return marks.map(({ name, date, ink, line }) => {
    const x = chain.marks[name];
    // Kept to the day: one name is enough.
    if (x === undefined || date === null || (name === 'wished' && date === answer.date)) return <Fragment key={name} />;
    return (
      <text
        key={name}
        x={Math.min(Math.max(x + 5, MARK_PX), chain.width)}
        y={13 + line * MARK_LINE_PX}
        textAnchor="end"
        paintOrder="stroke"
        style={{ fill: ink, stroke: tint('paper'), strokeWidth: 4, fontWeight: 700, fontSize: 12 }}
      >
        {CHAIN[name](formatDayBeside(date, chain.days[0]!.date))}
      </text>
    );
  });
};
