import { holdsAnyHeaders, type Recognized, recognized } from '../domain/files/layout.ts';
import { readGrid } from './grid.ts';

/** What a file is by its headers. Throws a refusal where it cannot be read. */
export const recognizedFile = (name: string, bytes: Uint8Array): Recognized =>
  recognized(readGrid(bytes, { name, accepts: holdsAnyHeaders }));
