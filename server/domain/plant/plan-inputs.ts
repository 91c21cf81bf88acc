/** What a plan is made from, as people call its parts: the codes in which a plan says what it is stale of. */
export const PLAN_PARTS = ['holidays', 'availability', 'orders', 'products', 'facilities', 'tasks', 'outsourcing', 'settings'] as const;
export type PlanPart = (typeof PLAN_PARTS)[number];

/** The part that a change belongs to, by its kind in the history; kinds that no plan is made from are not named. */
const PART_OF_KIND: Readonly<Record<string, PlanPart>> = {
  holidays: 'holidays',
  facility_availabilities: 'availability',
  facility_stops: 'availability',
  orders: 'orders',
  order_tasks: 'orders',
  castings: 'orders',
  products: 'products',
  heat_treatments: 'products',
  product_processings: 'products',
  demoldings: 'products',
  facilities: 'facilities',
  facility_tasks: 'facilities',
  tasks: 'tasks',
  outsourcings: 'outsourcing',
  outsourcing_answers: 'outsourcing',
  settings: 'settings',
};

/** The part of what a plan is made from that rows of this kind belong to; undefined where plans do not read them. */
export const partOfKind = (kind: string): PlanPart | undefined => PART_OF_KIND[kind];
