/**
 * A piece as a facility takes it: weight, effective volume and whether it goes in ("load of a lot" in docs/planning-rules.md). Kilograms, metres, cubic metres.
 */

/** The readings of the plant that a piece is measured by. */
export interface PieceSettings {
  /** A volume within this share of depth × width × height counts as that box. */
  volume_match_tolerance: number;
  /** Sizes of a product are millimetres when the largest exceeds this. */
  metre_limit: number;
}

export const DEFAULT_PIECE_SETTINGS: PieceSettings = { volume_match_tolerance: 0.02, metre_limit: 20 };

/** Sizes as they stand in the product master; null and 0: not said. */
export interface PieceSizes {
  depth: number | null;
  width: number | null;
  height: number | null;
}

/** A product as far as its piece is measured. */
export interface PieceProduct extends PieceSizes {
  volume_factor: number | null;
  volume: number | null;
  round_up: number | null;
}

/** What a facility takes; empty and 0 do not bind. */
export interface PieceLimits extends PieceSizes {
  max_weight: number | null;
  volume: number | null;
}

/** What one piece takes of a furnace. */
export interface Piece {
  readonly weight: number;
  /** Effective: what it takes of a chamber's volume. */
  readonly volume: number;
  readonly depth: number;
  readonly width: number;
  readonly height: number;
  /** depth × width × height. */
  readonly box: number;
  /** The volume is neither the box nor the box × factor. */
  readonly oddVolume: boolean;
}

const MM_PER_M = 1000;
const MM3_PER_M3 = 1e9;
const ROUNDING = 1e-9;
/** Volumes are kept to four decimals: what rounding alone explains is no difference. */
const VOLUME_STEP = 0.000_1;

/** A limit in kg below this was written in tonnes. */
const LEAST_WEIGHT_KG = 50;

/** Whether a weight limit looks like tonnes where kg are meant. */
export const inTonnes = (max_weight: number | null): boolean => (max_weight || LEAST_WEIGHT_KG) < LEAST_WEIGHT_KG;

/** Empty and 0 limits do not bind. */
export const limitOf = (value: number | null): number => value || Number.POSITIVE_INFINITY;

/** Depth, width and height in metres, 0 where not said: files in millimetres are told by their largest size. */
export function metresOf(product: PieceSizes, metreLimit: number): { sizes: [number, number, number]; millimetres: boolean } {
  const sizes: [number, number, number] = [product.depth ?? 0, product.width ?? 0, product.height ?? 0];
  const millimetres = Math.max(...sizes) > metreLimit;
  return { sizes: millimetres ? [sizes[0] / MM_PER_M, sizes[1] / MM_PER_M, sizes[2] / MM_PER_M] : sizes, millimetres };
}

/** The piece of an order: the weight that the order says, the sizes of its product. */
export function readPiece(order: { weight: number | null }, product: PieceProduct, settings: PieceSettings): Piece {
  const { sizes, millimetres } = metresOf(product, settings.metre_limit);
  const [depth, width, height] = sizes;
  const box = depth * width * height;
  const stated = statedVolume(product, millimetres);
  const { volume, oddVolume } = effectiveVolume(stated, box, product.volume_factor || 1, settings.volume_match_tolerance);
  return { weight: order.weight ?? 0, volume: Math.max(volume, product.round_up ?? 0), depth, width, height, box, oddVolume };
}

function statedVolume({ volume }: PieceProduct, millimetres: boolean): number {
  const stated = volume ?? 0;
  return millimetres && stated > MM_PER_M ? stated / MM3_PER_M3 : stated;
}

/** A volume that is the box means the box × factor; one that is that already, or neither, stands as it is. */
function effectiveVolume(stated: number, box: number, factor: number, tolerance: number): { volume: number; oddVolume: boolean } {
  if (stated === 0) return { volume: box * factor, oddVolume: false };
  const near = (expected: number): boolean => Math.abs(stated - expected) <= Math.max(tolerance * expected, VOLUME_STEP);
  if (box === 0 || near(box * factor)) return { volume: stated, oddVolume: false };
  return near(box) ? { volume: stated * factor, oddVolume: false } : { volume: stated, oddVolume: true };
}

/** Pieces of an order row still to do: its quantity less what was received, else the order's number over its lots. */
export function piecesOf(
  order: { number: number },
  row: { order_quantity: number; received_quantity: number } | null,
  lots: number,
): number {
  if (row && row.order_quantity > 0) return Math.max(1, row.order_quantity - row.received_quantity);
  return Math.max(1, Math.ceil(order.number / Math.max(1, lots)));
}

const piecesWithin = (limit: number | null, each: number): number => Math.floor(limitOf(limit) / each + ROUNDING);

/** Most pieces in one furnace run by weight and volume; infinite where neither binds. */
export const piecesPerRun = (piece: Piece, limits: PieceLimits): number =>
  Math.min(piecesWithin(limits.max_weight, piece.weight), piecesWithin(limits.volume, piece.volume));

/** A limit that keeps a piece out; `floor`: depth and width, in either rotation. */
export type BrokenLimit = 'weight' | 'floor' | 'height' | 'volume';

/** The limits of a furnace that one piece is beyond; none: it goes in. */
export function brokenLimits(piece: Piece, limits: PieceLimits): BrokenLimit[] {
  const [depth, width] = [limitOf(limits.depth), limitOf(limits.width)];
  const onFloor = (piece.depth <= depth && piece.width <= width) || (piece.depth <= width && piece.width <= depth);
  const broken: BrokenLimit[] = [];
  if (piecesWithin(limits.max_weight, piece.weight) < 1) broken.push('weight');
  if (!onFloor) broken.push('floor');
  if (piece.height > limitOf(limits.height)) broken.push('height');
  if (piecesWithin(limits.volume, piece.volume) < 1) broken.push('volume');
  return broken;
}

type Sizes = PieceSizes & { weight: number | null; volume: number | null };

/** What a limit is about, as it stands: of a piece, or of a furnace by what it bears. Of a floor `depth×width`, 0 for a side that does not bind. */
export const sizeAgainst = (limit: BrokenLimit, { weight, depth, width, height, volume }: Sizes): string | number =>
  limit === 'floor' ? `${depth ?? 0}×${width ?? 0}` : ({ weight, height, volume }[limit] ?? 0);

/** Whether one piece goes into a furnace. */
export const pieceFits = (piece: Piece, limits: PieceLimits): boolean => brokenLimits(piece, limits).length === 0;

/** Whether a facility that is no furnace carries a piece: by weight alone. */
export const carries = (weight: number | null, limits: Pick<PieceLimits, 'max_weight'>): boolean =>
  (weight ?? 0) <= limitOf(limits.max_weight);
