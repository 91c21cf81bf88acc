import type { Success } from '../../server/contract/handlers.ts';

/** A question of 納期回答 with its answers, and what they consist of. */
export type Answered = Success<'getPromise'>;
export type Answer = Answered['answers'][number];
export type Entry = Answer['entries'][number];
export type Cost = Answer['earlier'][number];
export type Wish = NonNullable<Answer['wished']>;
export type Routing = Pick<Success<'listRoutings'>['results'][number], 'order_id' | 'serial_number'>;

/** The last of the answered days, on which all lines can ship; undefined where a line has none. */
export function togetherOn(answers: readonly Pick<Answer, 'date'>[]): string | undefined {
  const days = answers.flatMap(({ date }) => date ?? []);
  return days.length < answers.length ? undefined : days.sort().at(-1);
}

/** The lots of an answer, each once, as they come. */
export const lotsOf = (entries: readonly Pick<Entry, 'lot'>[]): number[] => [...new Set(entries.map(({ lot }) => lot))];
