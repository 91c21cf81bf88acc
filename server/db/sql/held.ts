/** SQL: whether the order with an id only holds a promised day: it may never come, so nobody works for it yet. */
export const holdsDay = (order: string): string =>
  `exists (select 1 from kept_promises k where k.order_id = ${order} and k.state = 'kept')`;
