/** SQL: the id of the newest complete run, or of the newest before the run whose id is the SQL `before`; null: there is none. */
export const newestCompleteRun = (before?: string): string =>
  `(select max(id) from jobs where kind = 'schedule' and status = 'complete'${before === undefined ? '' : ` and id < ${before}`})`;
