/** The field with the first day of the range whose last day this one is: `from_date` of `to_date`, `…_gte_search` of `…_lte_search`; undefined of any other field. */
export function startOfRange(name: string): string | undefined {
  const start = name.replace(/^to_/, 'from_').replace('_lte_', '_gte_');
  return start === name ? undefined : start;
}

/** Whether a range ends before it begins; one with an open end does not. */
export const isReversed = (from: string | null | undefined, to: string | null | undefined): boolean => Boolean(from && to && to < from);
