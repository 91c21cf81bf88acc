import type { components } from '../../../server/contract/types.ts';
import type { Place } from '../../../server/domain/bars/moves.ts';
import { composedInstants } from '../../../server/domain/bars/task-form.ts';
import { instantOfMinutes, plantMinutes } from '../../../server/domain/ground/plant-time.ts';
import type { Bar } from '../chart/scene/bars.ts';
import type { Around } from '../chart/scene/group/arounds.ts';
import type { LaterMove } from '../chart/scene/group/later.ts';
import { type Held, type Judgement, judgePlace, NO_WISH } from '../chart/scene/judging.ts';
import type { Change } from '../chart/scene/scene.ts';
import type { TaskFields } from './form/task-fields.ts';

/** Bars that move together, in one call. */
export type Moves = components['schemas']['Moves']['moves'];

const NOTHING_CLOSED: ReadonlySet<number> = new Set();

/** The place that a form gives a bar; undefined while one of its dates is missing. */
export function placeIn(fields: TaskFields): Place | undefined {
  const { start_date, end_date } = composedInstants(fields);
  return start_date && end_date ? { start: plantMinutes(start_date), end: plantMinutes(end_date) } : undefined;
}

const isSame = (one: Place, other: Place): boolean => one.start === other.start && one.end === other.end;

/** The bar as a change with the dates of the form would leave it. */
function judged({ bar, wish, judgement }: Change, fields: TaskFields): Judgement {
  const place = placeIn(fields);
  if (!place) return judgement;
  return judgePlace(bar.entry, place, { ...wish, facility: fields.facility }, judgement.known, { closed: NOTHING_CLOSED });
}

/** What is known of a bar whose form is open. */
interface Known {
  /** What it is judged against. */
  around: Around | undefined;
  /** The present, in plant minutes. */
  now: number | undefined;
}

/** A bar where its form puts it, as a drag would be judged (`change`: the one that led here); undefined while it stays where it is. */
export function judgedIn(
  { entry }: Bar,
  fields: TaskFields,
  change: Change | undefined,
  { around, now }: Known,
): Pick<Held, 'wish' | 'judgement'> | undefined {
  const place = placeIn(fields);
  const before = { start: plantMinutes(entry.start_date), end: plantMinutes(entry.end_date) };
  const facility = fields.facility === entry.facility ? undefined : fields.facility;
  if (!place || (isSame(place, before) && facility === undefined)) return undefined;
  if (change && isSame(place, change.judgement.place) && (change.wish.facility ?? entry.facility) === fields.facility) return change;
  const wish = { ...(change?.wish ?? NO_WISH), facility };
  const beside = { closed: NOTHING_CLOSED, ...(now === undefined ? {} : { now }) };
  return { wish, judgement: judgePlace(entry, place, wish, change?.judgement.known ?? around, beside) };
}

/** How many later tasks go with the bar when the form is saved. */
export const countAlong = (change: Change | undefined, fields: TaskFields): number =>
  change?.wish.push ? judged(change, fields).pushed.length : 0;

/** The bars that move as one, in one call; the lots of a furnace run stay one, or join the one that stands there. */
export function movesOfGroup({ wish, judgement: { group } }: Change): Moves {
  if (!group) return [];
  const { going, charge } = group;
  const bars = going.map(({ id, version, place, facility, run }) => ({
    id,
    version: version ?? null,
    start_date: instantOfMinutes(place.start),
    end_date: instantOfMinutes(place.end),
    facility: wish.facility === undefined || !charge ? facility : wish.facility,
    furnace_run: charge?.joins && charge.mate ? charge.mate.run.id : (run ?? null),
  }));
  return [...bars, ...(wish.push ? group.pushed.map(asMove) : [])];
}

const asMove = ({ id, after, bar: { version }, run }: LaterMove): Moves[number] => ({
  id,
  version,
  start_date: instantOfMinutes(after.start),
  end_date: instantOfMinutes(after.end),
  furnace_run: run ?? null,
});

/** Bars as they were read, locked or unlocked where they stand, in one call; those that are so already are left out. */
export const lockMoves = (arounds: readonly Around[], locked: boolean): Moves =>
  arounds.flatMap(({ id, lot }) => {
    const bar = lot.find((one) => one.id === id);
    if (!bar || bar.locked === locked || bar.finished) return [];
    return { id, version: bar.version, start_date: bar.start_at, end_date: bar.end_at, locked };
  });

/** The bar of the form and the later tasks that make room for it, as one move; undefined where none has to. */
export function movesOf(change: Change | undefined, fields: TaskFields): Moves | undefined {
  if (!change?.wish.push) return undefined;
  const { pushed, place } = judged(change, fields);
  if (pushed.length === 0) return undefined;
  const { entry } = change.bar;
  const { facility, locked, received_locked } = fields;
  return [
    {
      id: entry.id,
      version: entry.version,
      start_date: instantOfMinutes(place.start),
      end_date: instantOfMinutes(place.end),
      facility,
      locked,
      received_locked,
    },
    ...pushed.map(asMove),
  ];
}
