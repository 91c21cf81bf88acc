import { type ImportKind, type ImportKindName, importKind } from '../../../server/domain/files/imports.ts';
import { awaitedBy, type Bringer, keysOf, onceBrought } from '../../../server/domain/files/waiting.ts';
import type { ImportAnswer } from '../send.ts';
import { mayImport, type Told, together } from '../together.ts';
import type { Chosen } from '../use-file.ts';

/** The result of sending a file: the answer of the server, or why it was not sent. */
export interface Outcome {
  answer?: ImportAnswer;
  failure?: string;
  /** The id of the file whose failure held this one back. */
  heldBackBy?: number;
}

/** A file as its row shows it, with the decisions made there. */
export interface Seen {
  chosen: Chosen;
  told: Told;
  /** The answer of the server to a dry run with these decisions. */
  answer: ImportAnswer | undefined;
  /** Whether a decision about lost zeros is open. */
  undecided: boolean;
  /** Whether the server could not be asked. */
  unasked: boolean;
}

/** A file that a person gave, and everything known about it. */
export interface Given {
  id: number;
  file: File;
  /** Undefined while the file is read, null where it is of no known kind. */
  kind: ImportKindName | null | undefined;
  failure?: string;
  seen?: Seen;
  /** Whether a person chose the file; undefined: it is chosen where it may be. */
  tick?: boolean;
  outcome?: Outcome;
}

export type State = 'reading' | 'unasked' | 'ready' | 'waits' | 'look' | 'other' | 'unreadable' | 'done' | 'refused';

/** The state of a file among the others, and what may be done with it. */
export interface Standing {
  state: State;
  may: boolean;
  ticked: boolean;
  /** The sentences about the file as they will be once the chosen files above it are taken in. */
  told?: Told;
  /** The files above that bring codes which this file refers to. */
  waitsFor?: readonly Given[];
  /** How many rows of this file refer to such codes. */
  waiting?: number;
  /** The files above that are not chosen and together would bring every code that this file lacks. */
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

/** Whether the page may be left without losing anything of the file. */
export const isEnded = ({ state }: Standing): boolean => ENDED.has(state);

/**
 * Gives the files with new values for one of them. Its last result is dropped, and so are the results of the files that it held back, directly or
 * through others.
 */
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

/**
 * Gives the files after one of them was looked at. Where its decisions differ, or a failed call was made again, its last result is dropped as in
 * `decidedAnew`. A tick for another sheet of the file does not count.
 */
export function seenAnew(files: readonly Given[], id: number, seen: Seen): Given[] {
  const before = files.find((one) => one.id === id)?.seen;
  if (before && (before.chosen !== seen.chosen || (before.unasked && !seen.unasked)))
    return decidedAnew(files, id, { seen, ...(before.chosen.opening !== seen.chosen.opening && { tick: undefined }) });
  return files.map((one) => (one.id === id ? { ...one, seen } : one));
}

/** A file above another, with the codes that it brings. */
interface Above extends Bringer {
  given: Given;
}

/**
 * Gives the standing of each file by its id. A file that refers to codes of a chosen file above it can be chosen as well; while they are `sending`,
 * also to those of one that was just taken in. Expects the files in the order in which they are shown.
 */
export function standingsOf(files: readonly Given[], sending = false): Map<number, Standing> {
  const above: Above[] = [];
  const others: Above[] = [];
  const standings = new Map<number, Standing>();
  for (const given of files) {
    const standing = standingOf(given, above, others);
    standings.set(given.id, standing);
    const { kind, seen } = given;
    const brought = sending && standing.state === 'done';
    if (!kind || !seen?.answer || (isEnded(standing) && !brought)) continue;
    const left = seen.chosen.withoutBad ? (standing.told ?? seen.told).bad_rows : new Set<number>();
    (standing.ticked || brought ? above : others).push({ given, kind, keys: keysOf(seen.answer, left) });
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

/** Gives the chosen files in the order in which they are sent. */
export function chosenOf(files: readonly Given[], standings: ReadonlyMap<number, Standing>): Sending[] {
  return files.flatMap(({ id, kind: name, seen }) => {
    const { ticked = false, told = seen?.told, waitsFor = [] } = standings.get(id) ?? {};
    const kind = name ? importKind(name) : undefined;
    return ticked && seen && told && kind ? [{ id, kind, seen, told, waitsFor }] : [];
  });
}

/**
 * Gives the first file that this one waits for and that was not written; undefined: nothing holds it back. `written` has the ids of the files written
 * so far.
 */
export const holderOf = ({ waitsFor }: Sending, written: ReadonlySet<number>): Given | undefined =>
  waitsFor.find(({ id }) => !written.has(id));
