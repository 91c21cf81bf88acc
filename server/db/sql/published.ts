/** SQL: the id of the published plan, one at any time. */
export const PUBLISHED = '(select id from plans where published)';
