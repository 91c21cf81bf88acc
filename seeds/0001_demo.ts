import type { Knex } from 'knex';
import { plantDate } from '../server/domain/ground/plant-time.ts';
import { generateDemo } from './demo/index.ts';
import { loadDemo } from './demo/load.ts';

/** `knex seed:run`: the demo foundry of today in an empty database. */
export async function seed(knex: Knex): Promise<void> {
  const clock = (): number => Date.now();
  await loadDemo(knex, generateDemo({ today: plantDate(clock()) }), { clock, partners: true });
}
