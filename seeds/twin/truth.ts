import { chance, lognormal, streamOf, whole } from '../demo/random.ts';

/** How the plant really is, which no planner knows. Equal seeds are equal plants, whoever plans them. */
export interface Truth {
  /** Real hours over said hours of a process of a product, for one order task at its nth try. */
  hours(of: { product: number; task: number; id: number; nth: number }): number;
  /** The same for the heating up of a charge, named by one of its order tasks. */
  heating(id: number): number;
  /** Calendar days by which a partner misses what it promised. */
  partnerDelay(id: number): number;
  /** Pieces of so many that must be done again; 0: all are good. */
  rejected(id: number, nth: number, pieces: number): number;
  /** Working days by which a lot is cast later than it was to be. */
  castingSlip(lot: number): number;
  /** Calendar days before its casting on which an order comes. */
  notice(order: number): number;
  /** Whether an order is one that the customer wants at once. */
  isRush(order: number): boolean;
  /** Whether an order is one whose customer asks when it could leave, where customers ask. */
  isAsked(order: number): boolean;
  /** The breakdowns of a unit from a day on, for so many days, one after the other. */
  breakdowns(facility: number, unit: number, span: { from: number; days: number }): Breakdown[];
}

/** Days of a unit out of order, and the last of them that was said when it broke. */
export interface Breakdown {
  readonly from: number;
  readonly to: number;
  readonly saidTo: number;
}

/** A process of a product takes this much longer than its hours say in the middle, with this spread among products and then among lots. */
export const HOURS = { median: 1.03, products: 0.12, lots: 0.2 };
const HEATING_SPREAD = 0.08;
const LATE_PARTNER = { chance: 0.25, most: 6 };
/** Of so many lots some are done again, of their pieces from the least to the most. */
export const REJECT = { chance: 0.025, least: 0.1, most: 0.5 };
const SLIP_CHANCE = 0.06;
const RUSH_CHANCE = 0.04;
const ASKED_CHANCE = 0.25;
const NOTICE = [7, 21] as const;
/** Calendar days between breakdowns of a unit in the middle, and how long they last. */
const BREAKDOWN = { every: 90, longest: 6 };

/** The truth of a seed: every draw is named by what it is drawn for, so that no plan changes another draw. */
export function createTruth(seed: number): Truth {
  const stream = (name: string) => streamOf(seed, `twin ${name}`);
  return {
    hours({ product, task, id, nth }) {
      const own = lognormal(stream(`hours ${product}/${task}`), HOURS.median, HOURS.products);
      return own * lognormal(stream(`lot ${id}/${nth}`), 1, HOURS.lots);
    },
    heating: (id) => lognormal(stream(`heating ${id}`), 1, HEATING_SPREAD),
    partnerDelay(id) {
      const random = stream(`partner ${id}`);
      return chance(random, LATE_PARTNER.chance) ? whole(random, 1, LATE_PARTNER.most) : 0;
    },
    rejected(id, nth, pieces) {
      const random = stream(`reject ${id}/${nth}`);
      if (!chance(random, REJECT.chance)) return 0;
      return Math.max(1, Math.round(pieces * (REJECT.least + (REJECT.most - REJECT.least) * random())));
    },
    castingSlip(lot) {
      const random = stream(`casting ${lot}`);
      return chance(random, SLIP_CHANCE) ? whole(random, 1, 3) : 0;
    },
    notice: (order) => whole(stream(`notice ${order}`), ...NOTICE),
    isRush: (order) => chance(stream(`rush ${order}`), RUSH_CHANCE),
    isAsked: (order) => chance(stream(`asked ${order}`), ASKED_CHANCE),
    breakdowns(facility, unit, { from, days }) {
      const random = stream(`breakdown ${facility}/${unit}`);
      const found: Breakdown[] = [];
      for (let day = from; day < from + days; ) {
        const first = day + 1 + Math.floor(-Math.log(1 - random()) * BREAKDOWN.every);
        const to = first + whole(random, 0, BREAKDOWN.longest - 1);
        found.push({ from: first, to, saidTo: Math.max(first, to + whole(random, -2, 2)) });
        day = to + 1;
      }
      return found;
    },
  };
}
