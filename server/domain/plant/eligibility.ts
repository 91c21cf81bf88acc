import { carries, type Piece, type PieceLimits, pieceFits } from './piece.ts';

/**
 * Eligibility: the facilities that may do a task of a product, and those large enough for its piece. Engine, form, calendar and マスタ点検 ask
 * here.
 */

/** A facility as far as it is chosen. */
export interface AbleFacility {
  id: number;
  active: boolean;
  task_ids: readonly number[];
}

/** The rows of one product and task that name facilities; a treatment may name none. */
export interface Naming {
  readonly processings: readonly { facility_id: number }[];
  readonly treatments: readonly { facility_id: number | null }[];
}

/** Whether the rows name any facility. */
export const namesFacilities = ({ processings, treatments }: Naming): boolean =>
  processings.length > 0 || treatments.some(({ facility_id }) => facility_id !== null);

/**
 * The active facilities that may do a task, in the order given. The product's processings decide if it has any, then its treatments; where no treatment names a
 * facility, or one is for all, the tasks of the facility do.
 */
export function eligibleFacilities<Facility extends AbleFacility>(
  facilities: readonly Facility[],
  task: number,
  { processings, treatments }: Naming,
): Facility[] {
  const isProcessed = processings.length > 0;
  const named = new Set((isProcessed ? processings : treatments).map(({ facility_id }) => facility_id));
  const forAll = !isProcessed && (named.size === 0 || named.has(null));
  return facilities.filter(({ id, active, task_ids }) => active && (named.has(id) || (forAll && task_ids.includes(task))));
}

/** Whether a facility takes a piece: a furnace by weight, sizes and volume, any other by weight alone. */
export const takesPiece = (facility: PieceLimits, isHeat: boolean, piece: Piece): boolean =>
  isHeat ? pieceFits(piece, facility) : carries(piece.weight, facility);

/** The treatment of a task on a facility: its own row, else the row for all; without a facility the row for all, else the first. Null where there is none. */
export const treatmentOn = <Row extends { facility_id: number | null }>(rows: readonly Row[], facility: number | null): Row | null =>
  rows.find(({ facility_id }) => facility_id === facility) ??
  rows.find(({ facility_id }) => facility_id === null || facility === null) ??
  null;
