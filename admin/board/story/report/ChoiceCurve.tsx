import Box from '@mui/material/Box';
import { counted } from '../../../../server/domain/texts/numbers.ts';
import { tint } from '../../../layout/palette.ts';
import { CHOICE } from '../../../texts/board/runs.ts';
import type { RunReport } from './use-report.ts';

type Offered = RunReport['alternatives'][number];

/** The drawing and the room of its axes, in pixels. */
const [WIDTH, HEIGHT] = [176, 98];
const ROOM = { left: 34, right: 16, top: 12, bottom: 16 } as const;

/** Where the plans stand on the curve: moved orders to the right, late days upwards, between the least and the most of each. */
export function curvePoints(plans: readonly Pick<Offered, 'moved_orders' | 'late_days'>[]): { x: number; y: number }[] {
  const between = (value: number, all: readonly number[], from: number, to: number): number => {
    const [least, most] = [Math.min(...all), Math.max(...all)];
    return most === least ? (from + to) / 2 : from + ((value - least) / (most - least)) * (to - from);
  };
  const [moved, late] = [plans.map(({ moved_orders }) => moved_orders), plans.map(({ late_days }) => late_days)];
  return plans.map(({ moved_orders, late_days }) => ({
    x: between(moved_orders, moved, ROOM.left, WIDTH - ROOM.right),
    y: between(late_days, late, HEIGHT - ROOM.bottom, ROOM.top),
  }));
}

interface Props {
  alternatives: readonly Offered[];
  /** The plan that is looked at. */
  looked: number;
}

/** What fewer late days cost in moved orders. The figures stand beside it: it is no more than a picture of them. */
export const ChoiceCurve = ({ alternatives, looked }: Props) => {
  const points = curvePoints(alternatives);
  const late = alternatives.map(({ late_days }) => late_days);
  const ends = [...new Set([Math.max(...late), Math.min(...late)])];
  return (
    <Box component="svg" role="img" aria-label={CHOICE.curve} width={WIDTH} height={HEIGHT} sx={{ flexShrink: 0, alignSelf: 'center' }}>
      <path
        d={`M${ROOM.left - 6} ${ROOM.top - 6}V${HEIGHT - ROOM.bottom + 6}H${WIDTH - 4}`}
        fill="none"
        style={{ stroke: tint('locked-edge') }}
        strokeWidth={1}
      />
      {ends.map((days) => (
        <text
          key={days}
          x={ROOM.left - 9}
          y={points[late.indexOf(days)]!.y + 3}
          textAnchor="end"
          style={{ fontSize: 9.5, fill: tint('soft') }}
        >
          {counted(days)}
        </text>
      ))}
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} fill="none" style={{ stroke: tint('normal-edge') }} />
      {alternatives.map(({ id, moved_orders, published }, at) => (
        <g key={id}>
          <circle
            cx={points[at]!.x}
            cy={points[at]!.y}
            r={id === looked ? 6 : 5}
            strokeWidth={id === looked ? 3 : 1.5}
            style={{ stroke: tint('normal-edge'), fill: published ? tint('normal-edge') : tint('paper') }}
          />
          <text x={points[at]!.x} y={HEIGHT - 2} textAnchor="middle" style={{ fontSize: 9.5, fill: tint('soft') }}>
            {counted(moved_orders)}
          </text>
        </g>
      ))}
    </Box>
  );
};
