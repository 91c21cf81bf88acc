/** SQL: that every lot of the order `o` has processes, so that a promise can be asked by them. */
export const EVERY_LOT_ROUTED =
  'not exists (select 1 from lots l where l.order_id = o.id and not exists (select 1 from order_tasks t where t.lot_id = l.id))';
