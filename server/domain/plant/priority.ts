/** How urgent an order is beyond its due date, the most urgent first. */
export const PRIORITIES = ['rush', 'normal', 'deferred'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Place of a priority among them: the smaller, the more urgent. */
export const rankOf = (priority: Priority): number => PRIORITIES.indexOf(priority);
