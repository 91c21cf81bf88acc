import type { Random } from '../random.ts';

/** Which neighbourhood comes next: each has its share of the work, and half of all work goes where work has lately gained most. */
export interface Draws {
  next(random: Random): number;
  /** A move of the one that was drawn lifted so many activities and made the best plan cheaper by so much. */
  note(drawn: number, lifted: number, gain: number): void;
  /** Shares the work anew by what was noted. */
  renew(): void;
}

/** Share of the work that is divided evenly. */
const EVEN = 0.5;
/** Work of a move beside the activities it lifts, counted in activities. */
const OWN_WORK = 4;
const FIRST_WORK = OWN_WORK + 10;
/** Part of a try that a draw without a move counts: such neighbourhoods are drawn more rarely, although they cost little. */
const IDLE = 0.05;
/** Share of older notes that is kept at each renewal. */
const FADE = 0.9;

/** Draws among so many neighbourhoods. Work is counted in lifted activities and never by a clock: the same seed draws the same. */
export function createDraws(count: number): Draws {
  const work = new Float64Array(count).fill(FIRST_WORK);
  const tries = new Float64Array(count).fill(1);
  const gains = new Float64Array(count);
  const upTo = new Float64Array(count);
  const renew = (): void => {
    const rates = gains.map((gain, i) => Math.sqrt(gain / work[i]!));
    const total = rates.reduce((sum, rate) => sum + rate, 0);
    let sum = 0;
    for (let i = 0; i < count; i += 1) {
      const share = total === 0 ? 1 / count : EVEN / count + ((1 - EVEN) * rates[i]!) / total;
      sum += (share * tries[i]!) / work[i]!;
      upTo[i] = sum;
    }
    for (const noted of [work, tries, gains]) for (let i = 0; i < count; i += 1) noted[i]! *= FADE;
  };
  renew();
  return {
    next(random) {
      const at = random.next() * upTo[count - 1]!;
      let drawn = 0;
      while (drawn < count - 1 && upTo[drawn]! <= at) drawn += 1;
      return drawn;
    },
    note(drawn, lifted, gain) {
      work[drawn]! += lifted + OWN_WORK;
      tries[drawn]! += lifted > 0 ? 1 : IDLE;
      gains[drawn]! += gain;
    },
    renew,
  };
}
