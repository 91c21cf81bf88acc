import { type ImportKind, type ImportKindName, importKind } from '../../../server/domain/files/imports.ts';
import { awaitedBy, type Bringer, keysOf, onceBrought } from '../../../server/domain/files/waiting.ts';
import type { ImportAnswer } from '../send.ts';
import { mayImport, type Told, together } from '../together.ts';
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
  /** What is said of it once the chosen ones above it are taken in. */
  told?: Told;
  /** The files above it that bring what this one refers to. */
  waitsFor?: readonly Given[];
  /** How many of its rows do. */
  waiting?: number;
  /** The files above it that are not chosen and would bring all that it lacks. */
  wants?: readonly Given[];
}

/** A file that will be sent. */
export interface Sending {
  id: number;
  kind: ImportKind;
  seen: Seen;
  told: Told;
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

/** A file above another, with what it brings. */
interface Above extends Bringer {
  given: Given;
}

/** How each file stands: one that refers to what a chosen one above it brings can be chosen with it. Expects them in their order. */
export function standingsOf(files: readonly Given[]): Map<number, Standing> {
  const above: Above[] = [];
  const others: Above[] = [];
  const standings = new Map<number, Standing>();
  for (const given of files) {
    const standing = standingOf(given, above, others);
    standings.set(given.id, standing);
    const { kind, seen } = given;
    if (!kind || !seen?.answer || isEnded(standing)) continue;
    const left = seen.chosen.withoutBad ? (standing.told ?? seen.told).bad_rows : new Set<number>();
    (standing.ticked ? above : others).push({ given, kind, keys: keysOf(seen.answer, left) });
  }
  return standings;
}

function standingOf(given: Given, above: readonly Above[], others: readonly Above[]): Standing {
  const { kind: name, failure, seen, outcome, tick } = given;
  const still = (state: State): Standing => ({ state, may: false, ticked: false });
  const kind = name ? importKind(name) : undefined;
  if (failure !== undefined) return still('unreadable');
  if (name === null) return still('other');
  if (isDone(given)) return still('done');
  if (!seen || !kind) return still('reading');
  const { chosen, answer, undecided, unasked } = seen;
  if (chosen.state === 'unreadable') return still('unreadable');
  if (chosen.state === 'read' && (chosen.verdict?.refused || chosen.verdict?.row_count === 0)) return still('look');
  if (chosen.state !== 'read' || answer === undefined) return still(unasked ? 'unasked' : outcome ? 'refused' : 'reading');
  const toldOf = (left: ImportAnswer): Told => (left === answer ? seen.told : together(chosen, { answer: left, current: true }));
  const left = onceBrought(kind, answer, above);
  const told = toldOf(left);
  const waiting = (answer.bad_rows?.length ?? 0) - (left.bad_rows?.length ?? 0);
  const waitsFor = awaitedBy(kind, answer, above).map((one) => one.given);
  const may = !undecided && mayImport(chosen, told);
  const clean = may && told.warning_count === 0;
  const ticked = may && (tick ?? clean);
  const state = outcome ? 'refused' : !clean && !ticked ? 'look' : waitsFor.length > 0 ? 'waits' : 'ready';
  const wanted = may ? [] : awaitedBy(kind, answer, others);
  const wants =
    wanted.length > 0 && mayImport(chosen, toldOf(onceBrought(kind, answer, [...above, ...wanted])))
      ? wanted.map((one) => one.given)
      : undefined;
  return { state, may, ticked, told, ...(waitsFor.length > 0 && { waitsFor, waiting }), ...(wants && { wants }) };
}

/** The files that are chosen, in the order in which they are sent. */
export function chosenOf(files: readonly Given[], standings: ReadonlyMap<number, Standing>): Sending[] {
  return files.flatMap(({ id, kind: name, seen }) => {
    const { ticked = false, told = seen?.told, waitsFor = [] } = standings.get(id) ?? {};
    const kind = name ? importKind(name) : undefined;
    return ticked && seen && told && kind ? [{ id, kind, seen, told, waitsFor }] : [];
  });
}

/** The file that holds back one which waits for it: not among those that were written. */
export const holderOf = ({ waitsFor }: Sending, written: ReadonlySet<number>): Given | undefined =>
  waitsFor.find(({ id }) => !written.has(id));
