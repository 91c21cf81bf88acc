import type { PlanSettings } from '../settings.ts';
import type { FacilityRow, OrderRow, OrderTaskRow, ProductRow } from './input.ts';
import { limitOf } from './machines.ts';

/** What one piece takes of a furnace. Metres, cubic metres, kilograms. */
export interface Piece {
  readonly weight: number;
  readonly volume: number;
  readonly depth: number;
  readonly width: number;
  readonly height: number;
  /** The volume is neither the box nor the box × factor. */
  readonly oddVolume: boolean;
}

const MM_PER_M = 1000;
const MM3_PER_M3 = 1e9;
const ROUNDING = 1e-9;

/** Depth, width and height of a piece in metres: files in millimetres are told by their largest size. */
export function metresOf(
  product: Pick<ProductRow, 'depth' | 'width' | 'height'>,
  limit: number,
): { sizes: [number, number, number]; millimetres: boolean } {
  const sizes: [number, number, number] = [product.depth ?? 0, product.width ?? 0, product.height ?? 0];
  const millimetres = Math.max(...sizes) > limit;
  return { sizes: millimetres ? [sizes[0] / MM_PER_M, sizes[1] / MM_PER_M, sizes[2] / MM_PER_M] : sizes, millimetres };
}

/** Effective size of one piece: see "load of a lot" in docs/scheduling.md. */
export function readPiece(order: OrderRow, product: ProductRow, settings: PlanSettings): Piece {
  const { sizes, millimetres } = metresOf(product, settings.metre_limit);
  const [depth, width, height] = sizes;
  const box = depth * width * height;
  const factor = product.volume_factor !== null && product.volume_factor > 0 ? product.volume_factor : 1;
  const given =
    product.volume === null || product.volume <= 0
      ? 0
      : millimetres && product.volume > MM_PER_M
        ? product.volume / MM3_PER_M3
        : product.volume;
  const near = (a: number, b: number): boolean => Math.abs(a - b) <= settings.volume_match_tolerance * b;
  let volume = given;
  let oddVolume = false;
  if (given === 0) volume = box * factor;
  else if (box > 0 && !near(given, box * factor)) {
    if (near(given, box)) volume = given * factor;
    else oddVolume = true;
  }
  if (product.round_up !== null && product.round_up >= volume) volume = product.round_up;
  return { weight: order.weight ?? 0, volume, depth, width, height, oddVolume };
}

/** Pieces still to do: the row's quantity less what was received, else the order's number over its lots. */
export function piecesOf(order: OrderRow, row: OrderTaskRow, lots: number): number {
  if (row.order_quantity > 0) return Math.max(1, row.order_quantity - row.received_quantity);
  return Math.max(1, Math.ceil(order.number / Math.max(1, lots)));
}

/** Whether one piece fits through the furnace's sizes (either way round in plan) and limits. */
export function pieceFits(piece: Piece, facility: FacilityRow): boolean {
  const [depth, width] = [limitOf(facility.depth), limitOf(facility.width)];
  const inPlan = (piece.depth <= depth && piece.width <= width) || (piece.depth <= width && piece.width <= depth);
  return inPlan && piece.height <= limitOf(facility.height) && piecesPerRun(piece, facility) >= 1;
}

/** Most pieces in one run of a furnace by weight and volume. */
export function piecesPerRun(piece: Piece, facility: FacilityRow): number {
  const byWeight = piece.weight > 0 ? Math.floor(limitOf(facility.max_weight) / piece.weight + ROUNDING) : Number.POSITIVE_INFINITY;
  const byVolume = piece.volume > 0 ? Math.floor(limitOf(facility.volume) / piece.volume + ROUNDING) : Number.POSITIVE_INFINITY;
  return Math.min(byWeight, byVolume);
}

/** How a lot goes into furnaces: the number of pieces of each run, and the facilities that take the largest of them. Empty parts: no furnace takes a piece. */
export function splitLot(piece: Piece, pieces: number, facilities: readonly FacilityRow[]): { parts: number[]; facilities: FacilityRow[] } {
  const fitting = facilities.filter((facility) => pieceFits(piece, facility));
  if (fitting.length === 0) return { parts: [], facilities: [] };
  const count = Math.min(...fitting.map((facility) => Math.ceil(pieces / piecesPerRun(piece, facility))), pieces);
  const largest = Math.ceil(pieces / Math.max(1, count));
  const parts = Array.from({ length: Math.max(1, count) }, (_, part) => Math.floor((pieces + part) / Math.max(1, count)));
  return { parts: parts.reverse(), facilities: fitting.filter((facility) => piecesPerRun(piece, facility) >= largest) };
}
