import { useState } from 'react';
import { HttpError, useNotify } from 'react-admin';
import { SCHEDULE_SNACKBAR_MS, SNACKBAR_MS } from '../../../server/domain/constants.ts';
import { messageOf, fieldsOf as refusedFields } from '../../providers/client.ts';
import { FORM, savedText } from '../../texts/board.ts';
import type { Bar, Entry } from '../chart/bars.ts';
import type { Change } from '../chart/scene.ts';
import { errorLines, fieldsOf, type TaskFields } from './task-fields.ts';

/** Where an edit stands: the dates of a drag are being confirmed, the form is open, or the deletion is being confirmed. */
export type Step = 'confirm' | 'form' | 'delete';
export interface Editing {
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
  /** Puts a bar back where it was. */
  revert(bar: Bar): void;
  onSaved(results: Entry[]): void;
  /** The plan here is not the server's any more. */
  onStale(): void;
  /** The facility of the row that a bar was dropped on; undefined where rows are no facilities. */
  facilityOf?(change: Change): number | null | undefined;
}

/** The edit of a bar from the drag, or the click, to the answer of the server. */
export function useEditing({ save, remove, revert, onSaved, onStale, facilityOf }: Options) {
  const notify = useNotify();
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
    // Someone else was first, or a run has begun: what stands here is old.
    cancel();
    onStale();
  };
  const cancel = (): void => {
    if (editing?.change) revert(editing.bar);
    setEditing(undefined);
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
    /** A drag was released: its dates are shown before the form. */
    propose: (change: Change) =>
      setEditing({
        step: 'confirm',
        bar: change.bar,
        change,
        initial: fieldsOf(change.bar.entry, { span: change.span, facility: facilityOf?.(change) }),
      }),
    open: (bar: Bar) => setEditing({ step: 'form', bar, change: undefined, initial: fieldsOf(bar.entry) }),
    to: (step: Step) => setEditing((before) => before && { ...before, step }),
    save: (fields: TaskFields) =>
      write(async () => {
        const { results, warnings = [] } = await save(editing!.bar.entry, fields);
        setEditing(undefined);
        const autoHideDuration = warnings.length > 0 ? SNACKBAR_MS : SCHEDULE_SNACKBAR_MS;
        notify(savedText(warnings), { type: warnings.length > 0 ? 'warning' : 'success', autoHideDuration });
        onSaved(results);
      }),
    remove: () =>
      write(async () => {
        await remove(editing!.bar.entry);
        setEditing(undefined);
        notify(FORM.deleted, { type: 'success', autoHideDuration: SCHEDULE_SNACKBAR_MS });
        onStale();
      }),
  };
}
