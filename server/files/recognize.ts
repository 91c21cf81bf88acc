import type { ImportKindName } from '../domain/files/imports.ts';
import { holdsAnyHeaders, kindOfGrid } from '../domain/files/layout.ts';
import { readGrid } from './grid.ts';

/** The kind of import that a file is, by its headers; undefined where it is none. Throws a refusal where it cannot be read. */
export const kindOfFile = (name: string, bytes: Uint8Array): ImportKindName | undefined =>
  kindOfGrid(readGrid(bytes, { name, accepts: holdsAnyHeaders }))?.name;
