/**
 * The partner of an order task `ot` in SQL, joined from the master as `partner`. Codes of the core system are compared by the master's
 * folding. A code without an active row of the master keeps the name printed by the core system.
 */
export const PARTNER_JOIN = `left join outsourcings partner on ot.outsourcing_code <> ''
  and partner.code_key = code_fold(ot.outsourcing_code)`;

/** Name of the partner, else the core system's name for it, else its code; null where none is named. */
export const PARTNER_NAME = `coalesce(partner.name, nullif(ot.order_name, ''), nullif(ot.outsourcing_code, ''))`;
