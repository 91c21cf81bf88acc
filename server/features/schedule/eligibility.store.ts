import type { Db } from '../../db/types.ts';
import { type AbleFacility, eligibleFacilities } from '../../domain/plant/eligibility.ts';

interface NamingRow {
  task_id: number;
  facility_id: number;
}

/** Ids of the facilities that may do each task of a product, by facility id (domain/plant/eligibility); without a product, those that do the task. */
export async function eligibilityOf(db: Db, productId: number | null): Promise<(task: number) => number[]> {
  const own = async (table: string): Promise<NamingRow[]> =>
    productId === null ? [] : db(table).where({ product_id: productId }).select('task_id', 'facility_id');
  const { rows: facilities } = (await db.raw(
    `select id, active, array(select task_id from facility_tasks where facility_id = f.id) as task_ids from facilities f where active order by id`,
  )) as { rows: AbleFacility[] };
  const [processings, treatments] = [await own('product_processings'), await own('heat_treatments')];
  return (task) => {
    const ofTask = ({ task_id }: NamingRow): boolean => task_id === task;
    const naming = { processings: processings.filter(ofTask), treatments: treatments.filter(ofTask) };
    return eligibleFacilities(facilities, task, naming).map(({ id }) => id);
  };
}
