import { conflictsSentence } from '../texts/plan/conflicts.ts';
import { SCHEDULE_WARNINGS as WARNINGS, warningOfBars } from '../texts/plan/schedule.ts';
import { type Conflict, ruleOf } from './conflicts.ts';

/** What goes along with a save and is neither a conflict nor lateness, as a sentence. */
interface Aside {
  kind: 'aside';
  text: string;
}
/** That a bar ends so many days after its deadline. */
interface Late {
  kind: 'past_deadline';
  days: number;
}
type Thing = Conflict | Late | Aside;

/** A bar with its warnings (`sayOnce`), and the days by which it ends after its deadline. */
export interface SpokenOf {
  name: string;
  conflicts: readonly Conflict[];
  days_late?: number;
  asides?: readonly string[];
}

/** A sentence, and what it puts into words. */
export interface Warning {
  text: string;
  things: readonly Thing[];
}

/**
 * What is to be said of bars, a sentence a rule and facility, however many break it: conflicts, then lateness, then what goes along. The one list of
 * the confirmation, of a save, of a lock and of the 矛盾 above the boards. `named`: each sentence says of which bars.
 */
export function warningsOf(bars: readonly SpokenOf[], named: boolean): Warning[] {
  const groups = new Map<string, { names: Set<string>; things: [Thing, ...Thing[]] }>();
  for (const bar of bars) {
    for (const thing of thingsOf(bar)) {
      const key = causeOf(thing);
      const group = groups.get(key);
      if (group) {
        group.names.add(bar.name);
        group.things.push(thing);
      } else groups.set(key, { names: new Set([bar.name]), things: [thing] });
    }
  }
  const said = [...groups.values()].map(({ names, things }) => {
    const sentence = sentenceOf(things);
    return { text: named ? warningOfBars([...names], sentence) : sentence, things };
  });
  return said.sort((a, b) => rankOf(a.things[0]) - rankOf(b.things[0]));
}

/** What bars are called among each other: within a lot by their tasks, of one task by their lots, else by both. */
export function namesAmong(bars: readonly { unique_order: string; task_name: string }[]): string[] {
  const one = (field: 'unique_order' | 'task_name'): boolean => new Set(bars.map((bar) => bar[field])).size <= 1;
  if (one('unique_order')) return bars.map(({ task_name }) => task_name);
  if (one('task_name')) return bars.map(({ unique_order }) => unique_order);
  return bars.map(({ unique_order, task_name }) => `${unique_order} ${task_name}`);
}

const thingsOf = ({ conflicts, days_late = 0, asides = [] }: SpokenOf): Thing[] => [
  ...conflicts,
  ...(days_late > 0 ? [{ kind: 'past_deadline' as const, days: days_late }] : []),
  ...asides.map((text): Aside => ({ kind: 'aside', text })),
];

const rankOf = ({ kind }: Thing): number => (kind === 'aside' ? 2 : kind === 'past_deadline' ? 1 : 0);

/** The common part of warnings that one sentence says. */
const causeOf = (thing: Thing): string =>
  thing.kind === 'aside' ? thing.text : thing.kind === 'past_deadline' ? thing.kind : ruleOf(thing);

/** Things of one cause as a sentence. */
function sentenceOf(things: readonly [Thing, ...Thing[]]): string {
  const [first] = things;
  if (first.kind === 'aside') return first.text;
  if (first.kind !== 'past_deadline') return conflictsSentence(things as readonly Conflict[]);
  return WARNINGS.past_deadline(things.flatMap((thing) => (thing.kind === 'past_deadline' ? thing.days : [])));
}
