import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { ImportKind } from '../../server/domain/files/imports.ts';
import { RELOAD_AFTER_IMPORT_MS } from '../../server/domain/ground/constants.ts';
import type { FieldErrors } from '../../server/domain/ground/errors.ts';
import { CHANGE_TEXTS, DELETED } from '../../server/domain/texts/files/imports.ts';
import { fieldsOf, messageOf } from '../providers/client.ts';
import { useCalls } from '../providers/queries.ts';
import { currentSession } from '../providers/session.ts';
import { COMMON, IMPORT, IMPORT_SUCCESS } from '../texts/parts.ts';
import { sendAsShown } from './as-shown.ts';
import { DRY_RUN_KEY } from './preview/use-dry-run.ts';
import { type ImportAnswer, sendImport } from './send.ts';
import type { Told } from './together.ts';
import type { Chosen } from './use-file.ts';

/** The rows that an import left out, and how many records it deleted. */
export type LeftOut = NonNullable<ImportAnswer['left_out']> & { deleted: number };

/** What an import would delete. */
export interface Foreseen {
  chosen: Chosen;
  deleted: number;
  /** The first of them. */
  gone: NonNullable<ImportAnswer['changed']>;
  told: Told;
  known: ImportAnswer | undefined;
}

function foreseenOf(chosen: Chosen, { errors, deleted = 0, changed = [] }: ImportAnswer): Omit<Foreseen, 'told' | 'known'> | undefined {
  // With errors nothing is written at all.
  if (deleted === 0 || (errors.length > 0 && !chosen.withoutBad)) return undefined;
  const gone = changed.filter((change) => change.field in CHANGE_TEXTS.records && (change.new ?? null) === null);
  return { chosen, deleted, gone };
}

interface Importing {
  busy: boolean;
  /** The errors that the server answered; none when it imported. */
  errors: readonly string[];
  /** Field errors of a refused request. */
  fields: FieldErrors;
  /** Why a request failed, where the answer says it. */
  failure: string | undefined;
  /** Rows that the import left out; the success goes on once they were seen. */
  leftOut: LeftOut | undefined;
  seen(): void;
  /** What the import would delete, while it is being asked about. */
  deletions: Foreseen | undefined;
  /** Imports what was shown of the file, or asks first where that deletes something. `known` is what a dry run has said of the file as it stands. */
  run(chosen: Chosen, told: Told, known: ImportAnswer | undefined): Promise<void>;
  agree(): void;
  stop(): void;
  /** Forgets errors and failures. */
  close(): void;
}

/** Runs an import: a success is said and the page reloads (or `onImported` refreshes it), errors wait for their dialog, a failed request is said. */
export function useImport(kind: ImportKind, onImported: (() => void) | undefined): Importing {
  const notify = useNotify();
  const dataProvider = useCalls();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [fields, setFields] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [leftOut, setLeftOut] = useState<LeftOut>();
  const [deletions, setDeletions] = useState<Foreseen>();

  const goOn = (afterMs: number) => {
    if (onImported) {
      setBusy(false);
      onImported();
    } else setTimeout(() => window.location.reload(), afterMs);
  };
  const succeed = (answer: ImportAnswer) => {
    const { left_out, deleted = 0 } = answer;
    notify((IMPORT_SUCCESS[kind.name] ?? '') + CHANGE_TEXTS.deleted(kind.name, deleted), { type: 'success' });
    if (left_out) setLeftOut({ ...left_out, deleted });
    else goOn(RELOAD_AFTER_IMPORT_MS);
  };
  const seen = () => {
    setLeftOut(undefined);
    goOn(0);
  };
  const write = async (chosen: Chosen, told: Told, answer: ImportAnswer | undefined): Promise<void> => {
    const said = chosen.withoutBad
      ? await sendAsShown(dataProvider, kind, chosen, { told, answer, deleted: Number.POSITIVE_INFINITY })
      : await sendImport(dataProvider, kind, chosen, { dryRun: false });
    if (said?.errors.length === 0) return succeed(said);
    setErrors(said?.errors ?? []);
    if (!said) {
      setFailure(IMPORT.otherwise);
      void queries.invalidateQueries({ queryKey: DRY_RUN_KEY });
    }
    setBusy(false);
  };
  const runOrAsk = async (chosen: Chosen, told: Told, known: ImportAnswer | undefined): Promise<void> => {
    if (!(kind.name in DELETED)) return write(chosen, told, known);
    const foreseen = foreseenOf(chosen, known ?? (await sendImport(dataProvider, kind, chosen, { dryRun: true })));
    if (foreseen === undefined) return write(chosen, told, known);
    setDeletions({ ...foreseen, told, known });
    setBusy(false);
  };
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setFields({});
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFields(fieldsOf(error));
      if (Object.keys(fieldsOf(error)).length === 0 && messageOf(error) !== COMMON.failed) setFailure(messageOf(error));
      // A lost session leads to the login page, which says why.
      if (currentSession().token !== null) notify(COMMON.failed, { type: 'error' });
      setBusy(false);
    }
  };
  const stop = () => setDeletions(undefined);
  const close = () => {
    setErrors([]);
    setFields({});
    setFailure(undefined);
  };
  return {
    busy,
    errors,
    fields,
    failure,
    leftOut,
    seen,
    deletions,
    run: (chosen, told, known) => attempt(() => runOrAsk(chosen, told, known)),
    agree: () => {
      stop();
      if (deletions) void attempt(() => write(deletions.chosen, deletions.told, deletions.known));
    },
    stop,
    close,
  };
}
