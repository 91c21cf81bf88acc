import { brokenLimits, limitOf, type Piece, sizeAgainst } from '../../../domain/plant/piece.ts';
import { type LotCase, subjectOf } from '../lots/steps.ts';
import type { Reading } from '../reading.ts';
import { productTask } from '../rows/facts.ts';
import type { FacilityRow, OrderTaskRow } from '../rows/input.ts';

/** E104: no facility does the task; `eligible` would do it if the piece were not too heavy for them. */
export function noteNoFacility(reading: Reading, lot: LotCase, row: OrderTaskRow, eligible: readonly FacilityRow[]): void {
  const { facts, notes } = reading;
  const { task_code = '', task_name = '' } = facts.tasks.get(row.task_id) ?? {};
  const { product_code } = lot.product;
  if (eligible.length > 0) {
    const weight = lot.order.weight ?? 0;
    const params = {
      why: 'weight',
      task_code,
      task_name,
      product_code,
      weight,
      furnaces: eligible.map(nameOf),
      most: eligible.map((facility) => limitOf(facility.max_weight)),
    };
    notes.add('E104', `${row.task_id}/${lot.product.id}/${weight}`, params, subjectOf(lot, row));
    return;
  }
  // Facilities that the product names, of which none is active.
  const key = productTask(lot.product.id, row.task_id);
  const named = facts.processings.has(key) || (facts.heatRows.get(key) ?? []).some((heat) => heat.facility_id !== null);
  const params = { why: named ? 'named' : 'none', task_code, task_name, product_code };
  notes.add('E104', named ? `${row.task_id}/${lot.product.id}` : String(row.task_id), params, subjectOf(lot, row));
}

const nameOf = (facility: FacilityRow): string => facility.facility_name;

/** E105: limits of furnaces that one piece exceeds, with the size of the piece and of the furnaces; `floor` is depth × width. */
export function noteTooLarge(reading: Reading, lot: LotCase, row: OrderTaskRow, piece: Piece, furnaces: readonly FacilityRow[]): void {
  const broken = furnaces.flatMap((furnace) => brokenLimits(piece, furnace).map((limit) => ({ furnace, limit })));
  const task_name = reading.facts.tasks.get(row.task_id)?.task_name ?? '';
  const params = {
    product_code: lot.product.product_code,
    task_name,
    furnaces: broken.map(({ furnace }) => nameOf(furnace)),
    limits: broken.map(({ limit }) => limit),
    values: broken.map(({ limit }) => sizeAgainst(limit, piece)),
    most: broken.map(({ furnace, limit }) => sizeAgainst(limit, { ...furnace, weight: furnace.max_weight })),
  };
  reading.notes.add('E105', `${lot.product.id}/${row.task_id}/${piece.weight}`, params, subjectOf(lot, row));
}

/** W217: a limit of a furnace that cannot be judged, because the weight or a size of the piece is not known. By product. */
export function noteUnknownSize(reading: Reading, lot: LotCase, row: OrderTaskRow, piece: Piece, furnaces: readonly FacilityRow[]): void {
  const unknown = (['weight', 'depth', 'width', 'height', 'volume'] as const).some(
    (size) =>
      piece[size] <= 0 && furnaces.some((facility) => Number.isFinite(limitOf(size === 'weight' ? facility.max_weight : facility[size]))),
  );
  if (unknown) reading.notes.add('W217', '', {}, { ...subjectOf(lot, row), lot: lot.product.product_code });
}
