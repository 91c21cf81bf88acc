import { type Piece, pieceFits, piecesPerRun } from '../../../domain/plant/piece.ts';
import type { FacilityRow } from '../rows/input.ts';

/** How a lot goes into furnaces: the number of pieces of each run, and the facilities that take the largest of them. Empty parts: no furnace takes a piece. */
export function splitLot(piece: Piece, pieces: number, facilities: readonly FacilityRow[]): { parts: number[]; facilities: FacilityRow[] } {
  const fitting = facilities.filter((facility) => pieceFits(piece, facility));
  if (fitting.length === 0) return { parts: [], facilities: [] };
  const count = Math.min(...fitting.map((facility) => Math.ceil(pieces / piecesPerRun(piece, facility))), pieces);
  const largest = Math.ceil(pieces / Math.max(1, count));
  const parts = Array.from({ length: Math.max(1, count) }, (_, part) => Math.floor((pieces + part) / Math.max(1, count)));
  return { parts: parts.reverse(), facilities: fitting.filter((facility) => piecesPerRun(piece, facility) >= largest) };
}
