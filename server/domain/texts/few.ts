import { counted } from './numbers.ts';

const LISTED = 3;

/** The first few, and how many more: 1号炉・2号炉・3号炉ほか2台. */
export const few = (all: readonly string[], unit: string): string =>
  `${all.slice(0, LISTED).join('・')}${all.length > LISTED ? `ほか${counted(all.length - LISTED)}${unit}` : ''}`;

/** The same of what is longer than a name: 1号炉 50kg、2号炉 80kg、3号炉 60kg ほか2台. */
export const fewListed = (all: readonly string[], unit: string): string =>
  `${all.slice(0, LISTED).join('、')}${all.length > LISTED ? ` ほか${counted(all.length - LISTED)}${unit}` : ''}`;

/** From the least to the greatest: 4〜6, 6. */
export const range = <Value>(ascending: readonly Value[], word: (value: Value) => string): string =>
  [...new Set([ascending[0], ascending.at(-1)].flatMap((value) => (value === undefined ? [] : word(value))))].join('〜');
