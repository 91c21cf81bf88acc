import { bookFiles } from './book-files.ts';
import { dateFiles } from './date-files.ts';
import { formatFiles } from './format-files.ts';
import type { HazardFile } from './parts.ts';
import { shapeFiles } from './shape-files.ts';
import { textFiles } from './text-files.ts';
import { valueFiles } from './value-files.ts';

/** The hazard corpus: at least three files for each hazard of real import files, with the verdict each must get. Today is 2026-04-01. */
export const hazardFiles = (): HazardFile[] => [
  ...textFiles(),
  ...dateFiles(),
  ...valueFiles(),
  ...formatFiles(),
  ...shapeFiles(),
  ...bookFiles(),
];
