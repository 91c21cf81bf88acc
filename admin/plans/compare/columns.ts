import { beginningOf } from '../../../server/domain/ground/cut.ts';
import type { ColorName } from '../../layout/palette.ts';
import { shortName } from '../../texts/plans.ts';
import type { Compared } from './load.ts';

/** A compared plan as it stands in the page: the base first. */
export interface Column {
  plan: Compared;
  /** Its place in what the server answers. */
  at: number;
  /** How it is called where there is little room. */
  short: string;
  color: ColorName;
}

/** Letters of a name where there is little room. */
const MOST_LETTERS = 10;
const brief = (name: string): string => (name.length > MOST_LETTERS ? `${beginningOf(name, MOST_LETTERS)}…` : name);

const COLORS = ['first-plan', 'second-plan', 'third-plan'] as const;

/** The plans as columns: what differences are held against first, then the others in their order. */
export function columnsOf(plans: readonly Compared[]): Column[] {
  const shorts = plans.map((plan) => brief(shortName(plan)));
  // Two former plans are called alike, and names may begin alike.
  const isOne = (short: string): boolean => shorts.filter((other) => other === short).length === 1;
  const named = plans.map((plan, at) => ({ plan, at, short: isOne(shorts[at]!) ? shorts[at]! : plan.name }));
  const isBase = ({ plan }: { plan: Compared }): boolean => plan.beside_base === null;
  return [...named.filter(isBase), ...named.filter((one) => !isBase(one))].map((one, place) => ({
    ...one,
    color: COLORS[place] ?? COLORS[0],
  }));
}
