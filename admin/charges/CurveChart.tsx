import { CHARGE_SHEET, chartText, clockAt, endMark, startMark, stretchText } from '../../server/domain/texts/plan/charges.ts';
import { tint } from '../layout/palette.ts';
import { curveOf } from './curve.ts';
import type { Run } from './run.ts';

const WIDTH = 702;
/** Narrower stretches bear no word of their own; the head of the sheet says all of them. */
const WORD_PX = 96;
const HOLD_WORD_PX = 128;

/** Temperature over time, as the furnace is to go. */
export const CurveChart = ({ run, height }: { run: Run; height: number }) => {
  if (run.recipe.temperature <= 0) return <div className="no-curve">{CHARGE_SHEET.noTreatment}</div>;
  const frame = { left: 46, right: WIDTH - 17, top: 17, bottom: height - 31 };
  const curve = curveOf(run, frame);
  const middle = (frame.top + frame.bottom) / 2;
  const holding = curve.stretches.find(({ kind }) => kind === 'holding');
  const nearEdge = frame.right - curve.end < WORD_PX;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={chartText(run)}>
      <text x={frame.left - 8} y={13} className="small" textAnchor="end">
        {CHARGE_SHEET.degrees}
      </text>
      {holding ? (
        <rect
          x={holding.left}
          y={frame.top}
          width={holding.right - holding.left}
          height={frame.bottom - frame.top}
          fill={tint('curve-hold')}
        />
      ) : null}
      {curve.degrees.map(({ value, y }) => (
        <g key={value}>
          <line x1={frame.left} x2={frame.right} y1={y} y2={y} stroke={tint('curve-degrees')} />
          <text x={frame.left - 6} y={y + 4} className="small" textAnchor="end">
            {value}
          </text>
        </g>
      ))}
      {curve.hours.map(({ minutes, x }) => (
        <g key={minutes}>
          <line x1={x} x2={x} y1={frame.top} y2={frame.bottom} stroke={tint('curve-hours')} />
          <text x={x} y={frame.bottom + 16} className="small" textAnchor="middle">
            {clockAt(minutes)}
          </text>
        </g>
      ))}
      <line x1={curve.end} x2={curve.end} y1={frame.top} y2={frame.bottom} stroke={tint('ink')} strokeWidth={1.5} />
      {curve.stretches.map(({ kind, path }) => (
        <path
          key={kind}
          d={path}
          fill="none"
          stroke={tint('primary')}
          strokeWidth={2.5}
          strokeDasharray={kind === 'cooling' || kind === 'waiting' ? '6 4' : undefined}
        />
      ))}
      <text x={frame.left + 5} y={frame.top + 11} className="word">
        {startMark(run)}
      </text>
      <text x={nearEdge ? curve.end - 5 : curve.end + 5} y={frame.top + 11} className="word" textAnchor={nearEdge ? 'end' : 'start'}>
        {endMark(run)}
      </text>
      {curve.stretches
        .filter(({ kind, left, right }) => right - left >= (kind === 'holding' ? HOLD_WORD_PX : WORD_PX))
        .map((stretch) => {
          const bent = stretch.kind !== 'holding' && stretch.kind !== 'waiting';
          return (
            <text
              key={stretch.kind}
              className={stretch.kind === 'holding' ? 'strong' : 'word'}
              x={stretch.kind === 'heating' ? (stretch.left * 3 + stretch.right) / 4 : (stretch.left + stretch.right) / 2}
              y={bent ? middle - 14 : frame.top + (frame.bottom - frame.top) * 0.115 + 22}
              textAnchor="middle"
            >
              {stretchText(stretch, run)}
            </text>
          );
        })}
    </svg>
  );
};
