import { DAY_MINUTES } from '../../server/domain/ground/constants.ts';
import { type SheetRun, type Stretch, stretchesOf, temperatureAt } from '../../server/domain/plant/charge-sheet.ts';

/** The chart's inner edges in its own units. */
interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The furnace's temperature over time, in the units of a frame. */
interface Curve {
  stretches: (Stretch & { left: number; right: number; path: string })[];
  /** Clock minutes and where they stand. */
  hours: { minutes: number; x: number }[];
  degrees: { value: number; y: number }[];
  /** The run's end. */
  end: number;
}

const DEGREES = 200;
/** Steps between hours, in minutes; at most so many of them. */
const STEPS = [60, 120, 240, 360, 720, 1440];
const MOST_STEPS = 8;
const POINTS = 16;

/** Shares of a stretch and the temperature there; a line needs its ends alone. */
function points(stretch: Stretch): [number, number][] {
  const bent = stretch.kind === 'cooling' || stretch.kind === 'furnace_cooling';
  const shares = bent ? Array.from({ length: POINTS + 1 }, (_, at) => at / POINTS) : [0, 1];
  return shares.map((share) => [share, temperatureAt(stretch, share)]);
}

/** Reckons the curve of a run. */
export function curveOf(run: SheetRun, { left, right, top, bottom }: Frame): Curve {
  const stretches = stretchesOf(run);
  const [from, to] = [stretches[0]?.from ?? 0, stretches.at(-1)?.to ?? 1];
  const highest = Math.max(DEGREES, run.recipe.temperature * 1.13);
  const x = (minutes: number): number => left + ((minutes - from) / (to - from)) * (right - left);
  const y = (degrees: number): number => bottom - (degrees / highest) * (bottom - top);
  const step =
    STEPS.find((minutes) => (to - from) / minutes <= MOST_STEPS) ?? (STEPS.at(-1) as number) * Math.ceil((to - from) / DAY_MINUTES / 8);
  const first = Math.ceil(from / 60) * 60;
  return {
    stretches: stretches.map((stretch) => {
      const line = points(stretch).map(([share, degrees]) => {
        const at = stretch.from + share * (stretch.to - stretch.from);
        return `${x(at).toFixed(1)} ${y(degrees).toFixed(1)}`;
      });
      return { ...stretch, left: x(stretch.from), right: x(stretch.to), path: `M ${line.join(' L ')}` };
    }),
    hours: Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, at) => first + at * step).map((minutes) => ({
      minutes,
      x: x(minutes),
    })),
    degrees: Array.from({ length: Math.floor(highest / DEGREES) + 1 }, (_, at) => at * DEGREES).map((value) => ({ value, y: y(value) })),
    end: x(stretches.findLast(({ kind }) => kind !== 'cooling')?.to ?? to),
  };
}
