import { useCallback, useState } from 'react';
import { type ImportKindName, importKind } from '../../../server/domain/files/imports.ts';
import { IMPORT } from '../../texts/parts.ts';
import { kindOf } from '../reader.ts';

/** A file that was put down, and what it seems to be. */
export interface Given {
  id: number;
  file: File;
  /** Undefined while it is looked at, null where it is none. */
  kind: ImportKindName | null | undefined;
  failure?: string;
}

let ids = 0;
const nextId = (): number => {
  ids += 1;
  return ids;
};

const LAST = 99;
const orderOf = ({ kind }: Given): number => (kind ? (importKind(kind)?.order ?? LAST) : LAST);

/** The files of the page in their natural order; each is recognised by its headers, or called by a person. */
export function useFiles() {
  const [files, setFiles] = useState<readonly Given[]>([]);
  const change = useCallback((id: number, values: Partial<Given>) => {
    setFiles((all) => all.map((one) => (one.id === id ? { ...one, ...values } : one)));
  }, []);
  const add = useCallback(
    (chosen: Iterable<File>) => {
      const fresh = [...chosen].map((file): Given => ({ id: nextId(), file, kind: undefined }));
      setFiles((all) => [...all, ...fresh]);
      for (const { id, file } of fresh) {
        kindOf(file).then(
          (kind) => change(id, { kind: kind ?? null }),
          (error: unknown) => change(id, { kind: null, failure: (error instanceof Error && error.message) || IMPORT.unreadable }),
        );
      }
    },
    [change],
  );
  const sorted = files.toSorted((one, other) => orderOf(one) - orderOf(other) || one.id - other.id);
  return {
    files: sorted,
    add,
    call: (id: number, kind: ImportKindName) => change(id, { kind }),
    remove: (id: number) => setFiles((all) => all.filter((one) => one.id !== id)),
    clear: () => setFiles([]),
  };
}
