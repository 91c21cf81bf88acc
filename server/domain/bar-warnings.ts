import type { Finding } from './bar-judge.ts';
import { type BarFault, ruleOf } from './bar-rules.ts';
import type { Breach } from './occupancy.ts';
import { faultsSentence } from './texts/bar-faults.ts';
import { SCHEDULE_WARNINGS as WARNINGS, warningOfBars } from './texts/schedule.ts';

/** What goes along with a save and is neither a contradiction nor lateness, as a sentence. */
interface Aside {
  kind: 'aside';
  text: string;
}
type Thing = Finding | BarFault | Aside;

/** A bar and what is to be said of it (`sayOnce`). */
export interface SpokenOf {
  name: string;
  findings: readonly Finding[];
  faults: readonly BarFault[];
  asides?: readonly string[];
}

/** A sentence, and what it puts into words. */
export interface Warning {
  text: string;
  things: readonly Thing[];
}

/**
 * What is to be said of bars, a sentence a rule and facility, however many break it: contradictions, then lateness, then what goes along. The one list of
 * the confirmation, of a save, of a lock and of the 矛盾 above the boards. `named`: each sentence says of which bars.
 */
export function warningsOf(bars: readonly SpokenOf[], named: boolean): Warning[] {
  const groups = new Map<string, { names: Set<string>; things: [Thing, ...Thing[]] }>();
  for (const { name, findings, faults, asides = [] } of bars) {
    for (const thing of [...findings, ...faults, ...asides.map((text): Aside => ({ kind: 'aside', text }))]) {
      const key = causeOf(thing);
      const group = groups.get(key);
      if (group) {
        group.names.add(name);
        group.things.push(thing);
      } else groups.set(key, { names: new Set([name]), things: [thing] });
    }
  }
  const said = [...groups.values()].map(({ names, things }) => {
    const sentence = sentenceOf(things);
    return { text: named ? warningOfBars([...names], sentence) : sentence, things };
  });
  return said.sort((a, b) => rankOf(a.things[0]) - rankOf(b.things[0]));
}

const rankOf = ({ kind }: Thing): number => (kind === 'aside' ? 2 : kind === 'past_deadline' ? 1 : 0);

/** What things share that one sentence says. */
function causeOf(thing: Thing): string {
  switch (thing.kind) {
    case 'aside':
      return thing.text;
    case 'after_next':
      return `${thing.kind}/${thing.task_name}`;
    case 'over_capacity':
      return `${thing.kind}/${thing.facility_name}`;
    case 'past_deadline':
      return thing.kind;
    default:
      return ruleOf(thing);
  }
}

/** Things of one cause as a sentence. */
function sentenceOf(things: readonly [Thing, ...Thing[]]): string {
  const [first] = things;
  const alike = <Kind extends Thing['kind']>(kind: Kind) =>
    things.filter((thing): thing is Extract<Thing, { kind: Kind }> => thing.kind === kind);
  switch (first.kind) {
    case 'aside':
      return first.text;
    case 'after_next':
      return WARNINGS.after_next(
        first.task_name,
        alike('after_next').map(({ start_at }) => start_at),
      );
    case 'over_capacity':
      return WARNINGS.over_capacity(first.facility_name, worstOf(alike('over_capacity').flatMap(({ breaches }) => breaches)));
    case 'past_deadline':
      return WARNINGS.past_deadline(alike('past_deadline').map(({ days }) => days));
    default:
      return faultsSentence(things as readonly BarFault[]);
  }
}

/** Each half day once, as it is at its worst, in order of time. */
function worstOf(breaches: readonly Breach[]): Breach[] {
  const worst = new Map<number, Breach>();
  for (const breach of breaches) {
    const known = worst.get(breach.block);
    if (!known || breach.taken - breach.units > known.taken - known.units) worst.set(breach.block, breach);
  }
  return [...worst.values()].sort((one, other) => one.block - other.block);
}
