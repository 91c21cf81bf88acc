/** A run whose plan need not be good: shorter than a call may ask for, and long enough for a search to begin. */
export const QUICK_RUN = { time_limit_seconds: 0.2 };
