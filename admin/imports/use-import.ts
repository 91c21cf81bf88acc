import { useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { RELOAD_AFTER_IMPORT_MS } from '../../server/domain/constants.ts';
import type { FieldErrors } from '../../server/domain/errors.ts';
import type { ImportKind } from '../../server/domain/imports.ts';
import { fieldsOf, messageOf } from '../providers/client.ts';
import type { PlannerDataProvider } from '../providers/data-provider.ts';
import { currentSession } from '../providers/session.ts';
import { COMMON, IMPORT_SUCCESS } from '../texts/parts.ts';
import { type ImportAnswer, sendImport } from './send.ts';
import type { Chosen } from './use-file.ts';

/** The rows that an import left out. */
export type LeftOut = NonNullable<ImportAnswer['left_out']>;

export interface Importing {
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
  run(chosen: Chosen): Promise<void>;
  /** Shows errors that are known already. */
  refuse(errors: readonly string[]): void;
  /** Forgets errors and failures. */
  close(): void;
}

/** Runs an import: a success is said and the page reloads (or `onImported` refreshes it), errors wait for their dialog, a failed request is said. */
export function useImport(kind: ImportKind, onImported: (() => void) | undefined): Importing {
  const notify = useNotify();
  const dataProvider = useDataProvider<PlannerDataProvider>();
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [fields, setFields] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [leftOut, setLeftOut] = useState<LeftOut>();

  const goOn = (afterMs: number) => {
    if (onImported) {
      setBusy(false);
      onImported();
    } else setTimeout(() => window.location.reload(), afterMs);
  };
  const succeed = (answer: ImportAnswer) => {
    notify(IMPORT_SUCCESS[kind.name] ?? '', { type: 'success' });
    if (answer.left_out) setLeftOut(answer.left_out);
    else goOn(RELOAD_AFTER_IMPORT_MS);
  };
  const seen = () => {
    setLeftOut(undefined);
    goOn(0);
  };
  const run = async (chosen: Chosen) => {
    setBusy(true);
    setFields({});
    setFailure(undefined);
    try {
      const answer = await sendImport(dataProvider, kind, chosen, { dryRun: false });
      if (answer.errors.length === 0) return succeed(answer);
      setErrors(answer.errors);
    } catch (error) {
      setFields(fieldsOf(error));
      if (Object.keys(fieldsOf(error)).length === 0 && messageOf(error) !== COMMON.failed) setFailure(messageOf(error));
      // A lost session leads to the login page, which says why.
      if (currentSession().token !== null) notify(COMMON.failed, { type: 'error' });
    }
    setBusy(false);
  };
  const close = () => {
    setErrors([]);
    setFields({});
    setFailure(undefined);
  };
  return { busy, errors, fields, failure, leftOut, seen, run, refuse: setErrors, close };
}
