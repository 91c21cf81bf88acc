import { useMemo, useState } from 'react';
import type { ImportKind } from '../../server/domain/files/imports.ts';
import { useDryRun } from './preview/use-dry-run.ts';
import { together } from './together.ts';
import { type Chosen, useFile } from './use-file.ts';
import { useImport } from './use-import.ts';

const NOTHING = { verdict: undefined, skipped: new Set<number>(), repairs: [] };

/** The import of one kind: its file, what browser and server found in it, and the import itself. `asks`: the server, what it would do. */
export function usePanel(kind: ImportKind, onImported: (() => void) | undefined, asks = true) {
  const file = useFile(kind.name);
  const { chosen } = file;
  const importing = useImport(kind, onImported && (() => [file.discard(), onImported()]));
  const dryRun = useDryRun(kind, chosen, asks);
  const { answer, current } = dryRun;
  const told = useMemo(() => together(chosen ?? NOTHING, { answer, current }), [chosen, answer, current]);
  const [asking, setAsking] = useState(false);
  const run = (what: Chosen): void => void importing.run(what, told, current && what === chosen ? answer : undefined);
  return {
    kind,
    file,
    chosen,
    importing,
    dryRun,
    told,
    choose: (next: File): void => {
      importing.close();
      file.choose(next);
    },
    discard: (): void => {
      importing.close();
      file.discard();
    },
    /** Imports the file, unless lost zeros are to be asked about before. */
    press: (): void => {
      if (!chosen) return;
      if (told.repairs.length > 0) setAsking(true);
      else run(chosen);
    },
    /** Imports the file as it stands. */
    run,
    /** Whether it is being asked about lost zeros. */
    asking,
    stopAsking: (): void => setAsking(false),
  };
}

/** What `usePanel` gives. */
export type Panel = ReturnType<typeof usePanel>;
