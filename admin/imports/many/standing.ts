import { type ImportKind, type ImportKindName, importKind } from '../../../server/domain/files/imports.ts';
import { mayBring, mayWaitFor } from '../../../server/domain/files/issues.ts';
import type { ImportAnswer } from '../send.ts';
import { mayImport, type Told } from '../together.ts';
import type { Chosen } from '../use-file.ts';

/** What came of a file. */
export interface Outcome {
  answer?: ImportAnswer;
  failure?: string;
  /** The file whose failure held this one back. */
  heldBackBy?: number;
}

/** What its row shows of a file, and what was decided there. */
export interface Seen {
  chosen: Chosen;
  told: Told;
  /** What the server said of the file as it was decided. */
  answer: ImportAnswer | undefined;
  /** Zeros that may be lost are to be decided about. */
  undecided: boolean;
  /** The server could not be asked. */
  unasked: boolean;
}

/** A file that was put down: one record for all that is known of it. */
export interface Given {
  id: number;
  file: File;
  /** Undefined while it is looked at, null where it is none. */
  kind: ImportKindName | null | undefined;
  failure?: string;
  seen?: Seen;
  /** Whether a person wants it; undefined: it is for the file to say. */
  tick?: boolean;
  outcome?: Outcome;
}

export type State = 'reading' | 'unasked' | 'ready' | 'waits' | 'look' | 'other' | 'unreadable' | 'done' | 'refused';

/** What may be done with a file where it stands among the others. */
export interface Standing {
  state: State;
  may: boolean;
  ticked: boolean;
  /** The files above it that bring what this one refers to. */
  waitsFor?: readonly Given[];
  /** The file above it that is not chosen and would bring it. */
  wants?: Given;
  /** The file above it that is to be taken in before anybody can say which rows this one leaves out. */
  after?: Given;
}

/** A file that will be sent. */
export interface Sending {
  id: number;
  kind: ImportKind;
  seen: Seen;
  waitsFor: readonly Given[];
}

export const isDone = ({ outcome }: Given): boolean => outcome?.answer?.errors.length === 0;

const ENDED: ReadonlySet<State> = new Set(['other', 'unreadable', 'done']);

/** Whether nothing is lost with a file that stands so. */
export const isEnded = ({ state }: Standing): boolean => ENDED.has(state);

/** The files, one of them with other values; what came of it at the last press counts no more, nor for those that it held back, and they in turn. */
export function decidedAnew(files: readonly Given[], id: number, values: Partial<Given> = {}): Given[] {
  const freed = new Set([id]);
  for (let before = 0; before < freed.size; ) {
    before = freed.size;
    for (const { id: own, outcome } of files) if (outcome?.heldBackBy !== undefined && freed.has(outcome.heldBackBy)) freed.add(own);
  }
  return files.map((one) => {
    const changed = one.id === id ? { ...one, ...values } : one;
    return freed.has(one.id) && !isDone(one) ? { ...changed, outcome: undefined } : changed;
  });
}

/** The files, more being known of one; decided otherwise, or asked about again where that failed, it is decided anew. Who wanted one sheet has not seen another. */
export function seenAnew(files: readonly Given[], id: number, seen: Seen): Given[] {
  const before = files.find((one) => one.id === id)?.seen;
  if (before && (before.chosen !== seen.chosen || (before.unasked && !seen.unasked)))
    return decidedAnew(files, id, { seen, ...(before.chosen.opening !== seen.chosen.opening && { tick: undefined }) });
  return files.map((one) => (one.id === id ? { ...one, seen } : one));
}

/** How each file stands: one that refers to what a chosen one above it brings can be chosen with it. Expects them in their order. */
export function standingsOf(files: readonly Given[]): Map<number, Standing> {
  const above: Given[] = [];
  const others: Given[] = [];
  const standings = new Map<number, Standing>();
  for (const given of files) {
    const standing = standingOf(given, above, others);
    if (standing.ticked) above.push(given);
    else if (!isEnded(standing)) others.push(given);
    standings.set(given.id, standing);
  }
  return standings;
}

function standingOf(given: Given, above: readonly Given[], others: readonly Given[]): Standing {
  const { kind: name, failure, seen, outcome, tick } = given;
  const still = (state: State): Standing => ({ state, may: false, ticked: false });
  const kind = name ? importKind(name) : undefined;
  if (failure !== undefined) return still('unreadable');
  if (name === null) return still('other');
  if (isDone(given)) return still('done');
  if (!seen || !kind) return still('reading');
  const { chosen, told, answer, undecided, unasked } = seen;
  if (chosen.state === 'unreadable') return still('unreadable');
  if (chosen.state === 'read' && (chosen.verdict?.refused || chosen.verdict?.row_count === 0)) return still('look');
  if (chosen.state !== 'read' || answer === undefined) return still(unasked ? 'unasked' : outcome ? 'refused' : 'reading');
  const bringers = (all: readonly Given[], issues: Told['warnings'] = told.errors.concat(told.warnings)): Given[] =>
    all.filter((one) => mayBring(one.kind, kind, issues));
  // Sent in the same press, rows that are shown as left out would be written with what it brings.
  const after = chosen.withoutBad ? bringers(above, told.errors)[0] : undefined;
  if (after) return { ...still('waits'), after };
  const waitsFor = bringers(above);
  const kinds = above.map((one) => one.kind);
  const mayWait = (before: typeof kinds): boolean =>
    !chosen.withoutBad && chosen.verdict?.error_count === 0 && told.error_count > 0 && mayWaitFor(kind, told.errors, before);
  const waits = mayWait(kinds);
  const may = !undecided && (waits || mayImport(chosen, told));
  // Bad rows that a person leaves out are looked at.
  const clean =
    may && (waits || told.error_count === 0 || chosen.withoutBad) && (told.warning_count === 0 || mayWaitFor(kind, told.warnings, kinds));
  const ticked = may && (tick ?? clean);
  const state = outcome ? 'refused' : !clean && !ticked ? 'look' : waitsFor.length > 0 ? 'waits' : 'ready';
  const wants =
    !may && mayWait([...kinds, ...others.map((one) => one.kind)]) ? bringers(others).find((one) => !kinds.includes(one.kind)) : undefined;
  return { state, may, ticked, ...(waitsFor.length > 0 && may && { waitsFor }), ...(wants && { wants }) };
}

/** The files that are chosen, in the order in which they are sent. */
export function chosenOf(files: readonly Given[], standings: ReadonlyMap<number, Standing>): Sending[] {
  return files.flatMap(({ id, kind: name, seen }) => {
    const { ticked = false, waitsFor = [] } = standings.get(id) ?? {};
    const kind = name ? importKind(name) : undefined;
    return ticked && seen && kind ? [{ id, kind, seen, waitsFor }] : [];
  });
}

/** The file that holds back one which waits for it: not among those that were written. */
export const holderOf = ({ waitsFor }: Sending, written: ReadonlySet<number>): Given | undefined =>
  waitsFor.find(({ id }) => !written.has(id));
