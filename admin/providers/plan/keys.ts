/** First word of the keys of plans and of what compares them. */
export const PLANS_KEY = ['plans'];
/** Key of the published plan. */
export const PUBLISHED_KEY = [...PLANS_KEY, 'published'];
