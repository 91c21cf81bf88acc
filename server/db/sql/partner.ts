/**
 * The partner of an order task `ot` in SQL: joins the master as `partner`. Codes of the core system are compared as the master's keys are
 * folded; a code that the master lacks, or whose row sleeps, still has the name that the core system prints.
 */
export const PARTNER_JOIN = `left join outsourcings partner on ot.outsourcing_code <> ''
  and partner.code_key = upper(normalize(ot.outsourcing_code, NFKC))`;

/** Name of the partner, else the core system's name for it, else its code; null where none is named. */
export const PARTNER_NAME = `coalesce(partner.name, nullif(ot.order_name, ''), nullif(ot.outsourcing_code, ''))`;
