import { useState } from 'react';
import { HttpError, useNotify } from 'react-admin';
import { SCHEDULE_SNACKBAR_MS } from '../../../server/domain/ground/constants.ts';
import { SCHEDULE_TEXTS } from '../../../server/domain/texts/plan/schedule.ts';
import { messageOf, fieldsOf as refusedFields } from '../../providers/client.ts';
import { freshenPlan } from '../../providers/schedule-writes.ts';
import { FORM } from '../../texts/board/board.ts';
import { CHARGE_MOVE, GROUP_MOVE } from '../../texts/board/moves.ts';
import type { ShownBoard } from '../chart/Board.tsx';
import type { Bar, Entry } from '../chart/scene/bars.ts';
import type { Change } from '../chart/scene/scene.ts';
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
  onSaved(results: Entry[]): void;
  /** A bar is no more. */
  onRemoved(entry: Entry): void;
}

/** The edit of a bar from the drag, or the click, to the answer of the server. */
export function useEditing({ save, saveMoves, remove, fixHours, board, onSaved, onRemoved }: Options) {
  const notify = useNotify();
  const saved = useSaved();
  const [editing, setEditing] = useState<Editing>();
  const [errors, setErrors] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);

  const refused = (error: unknown): void => {
    const fields = refusedFields(error);
    if (Object.keys(fields).length > 0) {
      setErrors(errorLines(fields));
      return;
    }
    notify(messageOf(error), { type: 'error', autoHideDuration: SCHEDULE_SNACKBAR_MS });
    if (!(error instanceof HttpError) || ![404, 409].includes(error.status)) return;
    // Someone else was first, or a run has begun: what stands here is old, and read anew by now.
    const change = editing?.change;
    cancel();
    if (change && error.status === 409 && error.message !== SCHEDULE_TEXTS.pending) void offerAgain(change);
  };
  /** What was wished is offered again, of the bar as it is by then. */
  const offerAgain = async ({ bar, wish }: Change): Promise<void> => {
    await freshenPlan();
    // The new scene is drawn by then.
    requestAnimationFrame(() => requestAnimationFrame(() => board.current?.move()?.again(bar.id, wish)));
  };
  const cancel = (): void => {
    setEditing(undefined);
    board.current?.move()?.drop();
  };
  const write = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    await work().catch(refused);
    setBusy(false);
  };
  return {
    editing,
    errors,
    busy,
    cancel,
    closeErrors: () => setErrors([]),
    board,
    /** A bar was moved on the board, or moved on while it is being confirmed; nothing: it is back where it was. */
    propose: (change: Change | undefined) => {
      if (!change) {
        setEditing(undefined);
        return;
      }
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
        setEditing(undefined);
        saved(FORM.saved, { warnings });
        onSaved(results);
      }),
    /** 時間を実働に合わせる, and back to whole half days. */
    fixHours: () =>
      write(async () => {
        const { entry } = editing!.bar;
        const { results } = await fixHours(entry, entry.work_time_set ? undefined : workHoursOf(entry));
        setEditing(undefined);
        saved(FORM.saved);
        onSaved(results);
      }),
    /** Moves the bars that are being confirmed as one. */
    saveGroup: () =>
      write(async () => {
        const change = editing!.change!;
        const { results, warnings = [] } = await saveMoves(movesOfGroup(change));
        board.current?.move()?.settle();
        setEditing(undefined);
        saved(change.judgement.group?.charge ? CHARGE_MOVE.saved : GROUP_MOVE.saved, { warnings });
        onSaved(results);
      }),
    remove: () =>
      write(async () => {
        const { entry } = editing!.bar;
        await remove(entry);
        board.current?.move()?.settle();
        setEditing(undefined);
        saved(FORM.deleted);
        onRemoved(entry);
      }),
  };
}
