import type { Db } from '../../db/types.ts';

/** A furnace that is in use. */
export interface Furnace {
  facility_id: number;
  facility_name: string;
  units: number;
}

/** Every active furnace, by code. */
export async function furnaces(db: Db): Promise<Furnace[]> {
  const { rows } = await db.raw(
    `select f.id as facility_id, f.facility_name, f.availability as units from facilities f where f.active and f.id in (select id from furnaces) order by f.facility_code, f.id`,
  );
  return rows;
}
