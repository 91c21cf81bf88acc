/** Words of task names that say nothing of the work itself: a bar bears them as a sign. */
export const SAID_BY_SIGN = ['外注'] as const;
