import { useCallback, useState } from 'react';
import { type ImportKindName, importKind } from '../../../server/domain/files/imports.ts';
import { IMPORT } from '../../texts/parts.ts';
import { kindOf } from '../reader.ts';
import type { Given } from './standing.ts';

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
  return {
    files: files.toSorted((one, other) => orderOf(one) - orderOf(other) || one.id - other.id),
    add,
    change,
    /** What was decided of it as another kind is forgotten. */
    call: (id: number, kind: ImportKindName) => setFiles((all) => all.map((one) => (one.id === id ? { id, file: one.file, kind } : one))),
    remove: (id: number) => setFiles((all) => all.filter((one) => one.id !== id)),
    clear: () => setFiles([]),
  };
}
