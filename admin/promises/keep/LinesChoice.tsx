import { Segment } from '../../parts/Segment.tsx';
import { KEEP } from '../../texts/promises/keep.ts';

/** Which lines: those that are wanted, all that can be held, or the one whose answer is shown. */
export type Which = 'wanted' | 'all' | 'one';

/** The lines of each; those of one alone are always there. */
export type Choice = Partial<Record<Which, readonly number[]>> & { one: readonly number[] };

const ORDER: readonly Which[] = ['wanted', 'all', 'one'];

/** The ways of choosing that come to other lines than the next one does. */
const ways = (choice: Choice): Which[] =>
  ORDER.filter((which, at) => {
    const [own, next] = [choice[which], ORDER.slice(at + 1).flatMap((other) => choice[other]?.join() ?? [])];
    return own !== undefined && own.length > 0 && !next.includes(own.join());
  });

/** The lines that are chosen; where a way is none, those of the first. */
export const linesOf = (choice: Choice, which: Which): number[] => {
  const known = ways(choice);
  return [...choice[known.includes(which) ? which : known[0]!]!];
};

/** The choice of lines, where there is one. */
export const LinesChoice = ({ choice, which, onChange }: { choice: Choice; which: Which; onChange(which: Which): void }) => {
  const known = ways(choice);
  return known.length > 1 ? (
    <Segment<Which>
      label={KEEP.which}
      values={known}
      value={known.includes(which) ? which : known[0]!}
      show={(one) => (one === 'one' ? KEEP.one : KEEP[one](choice[one]!.length))}
      onChange={onChange}
    />
  ) : null;
};
