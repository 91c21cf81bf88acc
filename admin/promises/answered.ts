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

/** No more processes of an answer are listed, and no more of its lots drawn: of thousands the page would stand still. */
export const MOST_SHOWN = 50;

/** The lots that are drawn, in their order: the first ones, and the one that is done last, which decides the day. */
export function lotsShown(entries: readonly Pick<Entry, 'lot' | 'end_at'>[]): number[] {
  const lots = lotsOf(entries).sort((one, other) => one - other);
  if (lots.length <= MOST_SHOWN) return lots;
  const { lot } = entries.reduce((last, entry) => (entry.end_at > last.end_at ? entry : last));
  return [...new Set([...lots.slice(0, MOST_SHOWN - 1), lot])];
}
