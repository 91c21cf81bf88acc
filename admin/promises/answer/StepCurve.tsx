import { monthDay } from '../../figures/format.ts';
import { tint } from '../../layout/palette.ts';
import { EARLIER } from '../../texts/promises/answer.ts';
import type { Answer } from '../answered.ts';
import { type CurvePoint, curveOf } from './curve.ts';

const [WIDTH, HEIGHT] = [204, 168];
const BOX = { left: 34, right: WIDTH - 16, top: 26, bottom: HEIGHT - 24 };
/** Two days closer than this are not both named. */
const NAME_PX = 34;

/** How many orders move for which day of shipping; white points stand for days on which some become late. */
export const StepCurve = ({ answer }: { answer: Answer }) => {
  const curve = curveOf(answer, BOX);
  if (!curve) return null;
  const { points, path, wished, most } = curve;
  return (
    <svg
      role="img"
      aria-label={`${EARLIER.curve}: ${points.map(({ date, orders, late }) => EARLIER.point(date, orders, late)).join('、')}`}
      width={WIDTH}
      height={HEIGHT}
      style={{ display: 'block', flexShrink: 0, fontSize: 11 }}
    >
      <text x={4} y={13} style={{ fill: tint('soft') }}>
        {EARLIER.moved}
      </text>
      {[0, most].map((orders) => (
        <g key={orders}>
          <line
            x1={BOX.left}
            x2={WIDTH - 4}
            y1={orders === 0 ? BOX.bottom : BOX.top}
            y2={orders === 0 ? BOX.bottom : BOX.top}
            style={{ stroke: tint('line') }}
          />
          <text x={BOX.left - 6} y={(orders === 0 ? BOX.bottom : BOX.top) + 4} textAnchor="end" style={{ fill: tint('soft') }}>
            {orders}
          </text>
        </g>
      ))}
      {wished === undefined ? null : (
        <g style={{ fill: tint('late') }}>
          <rect x={wished - 0.75} y={16} width={1.5} height={BOX.bottom - 16} />
          <text x={Math.max(wished, 78)} y={13} style={{ fontWeight: 700 }}>
            {EARLIER.wished}
          </text>
        </g>
      )}
      <path d={path} fill="none" style={{ stroke: tint('primary'), strokeWidth: 2 }} />
      {points.map((point) => (
        <Point key={point.date} point={point} />
      ))}
      {namedOf(points).map(({ date, x }) => (
        <text key={date} x={x} y={HEIGHT - 8} textAnchor="middle" style={{ fill: tint('soft') }}>
          {monthDay(date)}
        </text>
      ))}
    </svg>
  );
};

const Point = ({ point: { x, y, late } }: { point: CurvePoint }) => (
  <circle
    cx={x}
    cy={y}
    r={late > 0 ? 4 : 4.5}
    style={late > 0 ? { fill: tint('paper'), stroke: tint('late'), strokeWidth: 2 } : { fill: tint('primary') }}
  />
);

/** The points whose days have room below the axis; the last one always has. */
function namedOf(points: readonly CurvePoint[]): CurvePoint[] {
  const named: CurvePoint[] = [];
  for (const point of points.toReversed()) if (named.every(({ x }) => x - point.x >= NAME_PX)) named.push(point);
  return named;
}
