import { useEffect, useRef, useState } from 'react';
import { HttpError, useNotify } from 'react-admin';
import { SCHEDULE_SNACKBAR_MS } from '../../../server/domain/ground/constants.ts';
import { SCHEDULE_TEXTS } from '../../../server/domain/texts/plan/schedule.ts';
import { messageOf, fieldsOf as refusedFields } from '../../providers/client.ts';
import { usePlantEvents } from '../../providers/events.ts';
import { freshenPlan } from '../../providers/schedule-writes.ts';
import { useSession } from '../../providers/session.ts';
import { FORM } from '../../texts/board/board.ts';
import { CHARGE_MOVE, GROUP_MOVE, MOVE_LINES } from '../../texts/board/moves.ts';
import type { ShownBoard } from '../chart/Board.tsx';
import type { Bar, Entry } from '../chart/scene/bars.ts';
import { leftOf } from '../chart/scene/group/again.ts';
import type { Change } from '../chart/scene/scene.ts';
import { type Changer, changedFirst, entriesOf, nameOf, wordOf } from './changed-first.ts';
import { errorLines, fieldsOf, type TaskFields, type WorkHours, workHoursOf } from './form/task-fields.ts';
import { type Moves, movesOf, movesOfGroup } from './moves.ts';
import { useSaved } from './undo/use-undo.tsx';

/** Where an edit stands: the dates of a drag are being confirmed, the form is open, or the deletion is being confirmed. */
type Step = 'confirm' | 'form' | 'delete';
interface Editing {
  step: Step;
  bar: Bar;
  initial: TaskFields;
  /** What a drag proposed; the bar goes back when it is not made. */
  change: Change | undefined;
}

interface Options {
  /** Writes the form; `modify_schedule` or its facility variant. */
  save(entry: Entry, fields: TaskFields): Promise<{ results: Entry[]; warnings?: string[] }>;
  remove(entry: Entry): Promise<unknown>;
  /** Fixes the clock times of a bar, or lets them go. */
  fixHours(entry: Entry, hours: WorkHours | undefined): Promise<{ results: Entry[] }>;
  /** Writes moves of several bars as one. */
  saveMoves(moves: Moves): Promise<{ results: Entry[]; warnings?: string[] }>;
  board: ShownBoard;
  /** The bar as the plan has it now; undefined where it is gone. */
  now(bar: Bar): Bar | undefined;
  /** Whether a bar that the board does not show any more is gone from the plan, too. */
  isGone(entry: Entry): Promise<boolean>;
  /** Whether its form may be open. */
  mayEdit(bar: Bar): boolean;
  onSaved(results: Entry[]): void;
  /** A bar is no more. */
  onRemoved(entry: Entry): void;
}

/** The versions of all that a bar stands for. */
const versionsOf = (bar: Bar): string =>
  entriesOf(bar)
    .map(({ id, version }) => `${id}:${version}`)
    .join();

/** Who changed a bar last, as events name him. */
function useChanger(bar: Bar | undefined): () => Changer {
  const ids = bar && new Set(entriesOf(bar).map(({ id }) => id));
  const last = useRef<Changer>({});
  usePlantEvents(['schedule', 'marks'], (heard) => {
    if (heard.kind === 'missed' || (heard.entries && !heard.entries.some((id) => ids?.has(id)))) return;
    last.current = { by: heard.by, floor: heard.kind === 'marks' };
  });
  useEffect(() => {
    if (!bar) last.current = {};
  }, [bar]);
  return () => last.current;
}

/** The drawn board follows its new scene by then. */
const drawnAnew = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));

/** The edit of a bar from the drag, or the click, to the answer of the server. */
export function useEditing({ save, saveMoves, remove, fixHours, board, now, isGone, mayEdit, onSaved, onRemoved }: Options) {
  const notify = useNotify();
  const saved = useSaved();
  const [editing, setEditing] = useState<Editing>();
  const [told, tell] = useState<string>();
  const [errors, setErrors] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const changer = useChanger(editing?.bar);
  const own = useSession().user?.name;

  const refused = async (error: unknown): Promise<void> => {
    const fields = refusedFields(error);
    if (Object.keys(fields).length > 0) {
      setErrors(errorLines(fields));
      return;
    }
    notify(messageOf(error), { type: 'error', autoHideDuration: SCHEDULE_SNACKBAR_MS });
    if (!(error instanceof HttpError) || ![404, 409].includes(error.status)) return;
    // A run has begun: nothing can be changed now.
    if (error.message === SCHEDULE_TEXTS.pending) return cancel();
    // Someone else was first: what stands here is old.
    await freshenPlan();
    await drawnAnew();
    renew.current(messageOf(error));
  };
  const close = (): void => {
    setEditing(undefined);
    tell(undefined);
  };
  /** Goes on with the bar as it is now: what was wished is offered again, what was typed stays. It ends where the bar is gone, or stays; gives whether it goes on. */
  const renew = useRef((_why?: string): boolean => false);
  renew.current = (why) => {
    if (!editing) return false;
    const { bar, change, step } = editing;
    const newer = now(bar);
    // The board has waited for the move: it is let go of, and taken again where it stands by then.
    if (change) board.current?.move()?.drop();
    const kept = change && board.current?.move()?.again(change);
    const goesOn = change ? kept !== undefined : newer !== undefined && mayEdit(newer);
    if (newer && goesOn && !change) setEditing({ ...editing, bar: newer, initial: fieldsOf(newer.entry) });
    // A move that was in the form already is there still.
    if (goesOn && change) setEditing((again) => again && { ...again, step });
    if (!goesOn) setEditing(undefined);
    const isPart = newer !== undefined && leftOf(bar, newer).length > 0;
    const said = why === undefined || isPart ? changedFirst(bar, newer, changer(), own, false) : why;
    tell(goesOn ? `${said}${kept ? MOVE_LINES.again[kept] : ''}` : undefined);
    return goesOn;
  };
  const newer = editing && now(editing.bar);
  const isOld = editing !== undefined && !busy && (newer === undefined || versionsOf(newer) !== versionsOf(editing.bar));
  useEffect(() => {
    if (!isOld || !editing || renew.current()) return;
    const { bar } = editing;
    const who = changer();
    const tellEnd = (gone: boolean): void =>
      notify(
        gone
          ? MOVE_LINES.deleted(nameOf(bar), who.by === undefined ? undefined : wordOf(who, own))
          : changedFirst(bar, newer, who, own, true),
        { type: 'warning' },
      );
    if (newer) tellEnd(false);
    else void isGone(bar.entry).then(tellEnd);
  });
  const cancel = (): void => {
    close();
    board.current?.move()?.drop();
  };
  const write = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    await work().catch(refused);
    setBusy(false);
  };
  return {
    editing,
    /** Who was first with the bar that is being edited. */
    told,
    errors,
    busy,
    cancel,
    closeErrors: () => setErrors([]),
    board,
    /** A bar was moved on the board, or moved on while it is being confirmed; nothing: it is back where it was. */
    propose: (change: Change | undefined) => {
      if (!change) return close();
      const { bar, wish, judgement } = change;
      const initial = fieldsOf(bar.entry, { place: judgement.place, facility: wish.facility });
      // What comes to be known after the confirmation does not take the form away.
      setEditing((before) =>
        before?.change && before.step !== 'confirm' ? { ...before, change } : { step: 'confirm', bar, change, initial },
      );
    },
    open: (bar: Bar) =>
      // A move that is being confirmed comes first.
      setEditing((before) => (before?.change ? before : { step: 'form', bar, change: undefined, initial: fieldsOf(bar.entry) })),
    to: (step: Step) => setEditing((before) => before && { ...before, step }),
    save: (fields: TaskFields) =>
      write(async () => {
        const { bar, change } = editing!;
        const moves = movesOf(change, fields);
        const { results, warnings = [] } = await (moves ? saveMoves(moves) : save(bar.entry, fields));
        board.current?.move()?.settle();
        close();
        saved(FORM.saved, { warnings });
        onSaved(results);
      }),
    /** 時間を実働に合わせる, and back to whole half days. */
    fixHours: () =>
      write(async () => {
        const { entry } = editing!.bar;
        const { results } = await fixHours(entry, entry.work_time_set ? undefined : workHoursOf(entry));
        close();
        saved(FORM.saved);
        onSaved(results);
      }),
    /** Moves the bars that are being confirmed as one. */
    saveGroup: () =>
      write(async () => {
        const change = editing!.change!;
        const { results, warnings = [] } = await saveMoves(movesOfGroup(change));
        board.current?.move()?.settle();
        close();
        saved(change.judgement.group?.charge ? CHARGE_MOVE.saved : GROUP_MOVE.saved, { warnings });
        onSaved(results);
      }),
    remove: () =>
      write(async () => {
        const { entry } = editing!.bar;
        await remove(entry);
        board.current?.move()?.settle();
        close();
        saved(FORM.deleted);
        onRemoved(entry);
      }),
  };
}
