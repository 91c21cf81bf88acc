/** SQL: joins as `h` the treatment of a product's task on a facility, or on none, as domain/plant/eligibility says it. */
export const treatmentOn = (product: string, task: string, facility: string): string =>
  `left join lateral (select * from heat_treatments treatment where treatment.product_id = ${product} and treatment.task_id = ${task}
     and (treatment.facility_id = ${facility} or treatment.facility_id is null or ${facility} is null)
     order by treatment.facility_id is distinct from ${facility}, treatment.id limit 1) h on true`;
