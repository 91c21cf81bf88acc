import { useCallback, useMemo, useRef, useState } from 'react';
import { type ImportKindName, importKind } from '../../../server/domain/files/imports.ts';
import { IMPORT } from '../../texts/parts.ts';
import { kindOf } from '../reader.ts';
import { decidedAnew, type Given, isDone, type Seen, seenAnew } from './standing.ts';

let ids = 0;
const nextId = (): number => {
  ids += 1;
  return ids;
};

const LAST = 99;
const orderOf = ({ kind }: Given): number => (kind ? (importKind(kind)?.order ?? LAST) : LAST);

const isUnread = ({ failure, seen }: Given): boolean => failure !== undefined || seen?.chosen.state === 'unreadable';

/** Whether two files hold the same; one that was saved anew since it was put down cannot be read any more, and does not. */
async function holdTheSame(one: File, other: File): Promise<boolean> {
  if (one.size !== other.size) return false;
  try {
    const [bytes, others] = (await Promise.all([one.arrayBuffer(), other.arrayBuffer()])).map((buffer) => new Uint8Array(buffer));
    return bytes?.every((byte, at) => byte === others?.[at]) === true;
  } catch {
    return false;
  }
}

/** The chosen files that are not there yet, and the names of the others beside those that hold the same. */
async function partedFrom(there: readonly File[], chosen: Iterable<File>) {
  const fresh: File[] = [];
  const twice: { name: string; as: string }[] = [];
  for (const file of chosen) {
    const alike = await Promise.all([...there, ...fresh].map(async (one) => ((await holdTheSame(one, file)) ? one.name : undefined)));
    const as = alike.find((name) => name !== undefined);
    if (as === undefined) fresh.push(file);
    else twice.push({ name: file.name, as });
  }
  return { fresh, twice };
}

/** The files of the page in their natural order; each is recognised by its headers, or called by a person. */
export function useFiles() {
  const [files, setFiles] = useState<readonly Given[]>([]);
  const change = useCallback((id: number, values: Partial<Given>) => {
    setFiles((all) => all.map((one) => (one.id === id ? { ...one, ...values } : one)));
  }, []);
  const newest = useRef(files);
  newest.current = files;
  const put = async (chosen: readonly File[]) => {
    // One that could not be read gives way to its next try.
    const names = new Set(chosen.map(({ name }) => name));
    const stays = (one: Given): boolean => !(isUnread(one) && names.has(one.file.name));
    // One that was taken in may be taken in again, once that was taken back.
    const open = newest.current.filter((one) => stays(one) && !isDone(one)).map(({ file }) => file);
    const { fresh, twice } = await partedFrom(open, chosen);
    const given = fresh.map((file): Given => ({ id: nextId(), file, kind: undefined }));
    newest.current = [...newest.current.filter(stays), ...given];
    setFiles((before) => [...before.filter(stays), ...given]);
    for (const { id, file } of given) {
      kindOf(file).then(
        (kind) => change(id, { kind: kind ?? null }),
        (error: unknown) => change(id, { kind: null, failure: (error instanceof Error && error.message) || IMPORT.unreadable }),
      );
    }
    return twice;
  };
  // One after the other, or the same file put down twice at once would not be there yet.
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const add = (chosen: Iterable<File>) => {
    // A list that the browser gives is emptied once its event is over.
    const all = [...chosen];
    const added = last.current.then(() => put(all));
    last.current = added.catch(() => undefined);
    return added;
  };
  return {
    files: useMemo(() => files.toSorted((one, other) => orderOf(one) - orderOf(other) || one.id - other.id), [files]),
    /** Puts files down but those that hold what another there holds; gives their names. */
    add,
    change,
    see: useCallback((id: number, seen: Seen) => setFiles((all) => seenAnew(all, id, seen)), []),
    tick: (id: number, tick: boolean) => setFiles((all) => decidedAnew(all, id, { tick })),
    /** What was decided of it as another kind is forgotten. */
    call: (id: number, kind: ImportKindName) =>
      setFiles((all) => decidedAnew(all, id).map((one) => (one.id === id ? { id, file: one.file, kind } : one))),
    remove: (id: number) => setFiles((all) => decidedAnew(all, id).filter((one) => one.id !== id)),
    clear: () => setFiles([]),
  };
}
