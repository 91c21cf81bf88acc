import { useCallback, useEffect, useRef, useState } from 'react';
import type { ImportKindName } from '../../server/domain/files/imports.ts';
import type { Repair } from '../../server/domain/files/issues.ts';
import { IMPORT } from '../texts/parts.ts';
import type { Opened, Verdict } from './protocol.ts';
import { type Reader, readerOf } from './reader.ts';

/** A file in the preview, and what was decided about it. */
export interface Chosen {
  file: File;
  reader: Reader;
  state: 'reading' | 'read' | 'unreadable';
  opened?: Opened;
  /** The verdict on what is left after the decisions. */
  verdict?: Verdict;
  failure?: string;
  skipped: ReadonlySet<number>;
  repairs: readonly Repair[];
  /** What is there with fewer zeros takes the spelling of the file. */
  joins: boolean;
  /** Whatever differs in zeros alone is taken in as it is. */
  asIs: boolean;
  withoutBad: boolean;
  sheet?: string;
  /** Another number for each file or sheet, and for each verdict. */
  opening: number;
  turn: number;
}

let turns = 0;
const turn = (): number => {
  turns += 1;
  return turns;
};

/** What a person decides about one sheet; nothing yet. */
const undecided = () => ({ skipped: new Set<number>(), repairs: [], joins: false, asIs: false, withoutBad: false });

const plain = (chosen: Pick<Chosen, 'skipped' | 'repairs'>) => ({ skip_rows: [...chosen.skipped], repairs: [...chosen.repairs] });

/** The decisions as the server takes them. */
export const decisionsOf = plain;

/** A chosen file of a kind: read in a worker, judged anew at each decision. */
export function useFile(kind: ImportKindName) {
  const [chosen, setChosen] = useState<Chosen>();
  const current = useRef<Reader>(undefined);

  const change = useCallback((reader: Reader, values: Partial<Chosen>) => {
    setChosen((before) => (before?.reader === reader ? { ...before, ...values } : before));
  }, []);

  const read = useCallback(
    async (reader: Reader, sheet?: string) => {
      try {
        const opened = await reader.open(sheet);
        change(reader, { state: 'read', opened, verdict: opened.verdict, sheet: opened.sheet, opening: turn(), turn: turn() });
      } catch (error) {
        change(reader, { state: 'unreadable', failure: error instanceof Error && error.message ? error.message : IMPORT.unreadable });
      }
    },
    [change],
  );

  const choose = useCallback(
    (file: File) => {
      current.current?.close();
      const reader = readerOf(kind, file);
      current.current = reader;
      setChosen({ file, reader, state: 'reading', ...undecided(), opening: 0, turn: 0 });
      void read(reader);
    },
    [kind, read],
  );

  const decide = useCallback(
    async (values: Partial<Pick<Chosen, 'skipped' | 'repairs' | 'joins' | 'asIs'>>) => {
      if (!chosen) return;
      const next = { ...chosen, ...values };
      change(chosen.reader, values);
      const verdict = await chosen.reader.judge(plain(next));
      change(chosen.reader, { verdict, turn: turn() });
    },
    [chosen, change],
  );

  const chooseSheet = (sheet: string) => {
    if (!chosen) return;
    change(chosen.reader, { state: 'reading', sheet, ...undecided() });
    void read(chosen.reader, sheet);
  };
  const setWithoutBad = (withoutBad: boolean) => chosen && change(chosen.reader, { withoutBad });
  const discard = useCallback(() => {
    current.current?.close();
    current.current = undefined;
    setChosen(undefined);
  }, []);
  useEffect(() => () => current.current?.close(), []);

  return { chosen, choose, decide, chooseSheet, setWithoutBad, discard };
}
