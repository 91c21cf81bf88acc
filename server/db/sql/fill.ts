/** SQL: the share of furnace `f` that the members `m` of a charge take, of weight or volume, whichever is more; null: it has neither limit. */
export const fillOf = (m: string): string => `greatest(sum(${m}.weight) / nullif(f.max_weight, 0), sum(${m}.volume) / nullif(f.volume, 0))`;
