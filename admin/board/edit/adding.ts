import type { PlantDate } from '../../../server/domain/plant-time.ts';

/** Where a task is to be added. */
export interface Adding {
  facility: number | null;
  date: PlantDate;
}

/** A facility as the calendar and its form need it. */
export interface Facility {
  id: number;
  facility_name: string;
  task_ids: number[];
}
