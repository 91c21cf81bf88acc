import type { Knex } from 'knex';
import type { Handlers } from '../../contract/handlers.ts';
import { PUBLISHED } from '../../db/plan.ts';
import type { Clock } from '../../domain/ground/plant-time.ts';
import { plantFigures } from './figures.service.ts';

/** The handler of the plant's figures. */
export function figuresHandlers({ db, clock }: { db: Knex; clock: Clock }): Handlers<'getFigures'> {
  return { getFigures: ({ query }) => plantFigures(db, PUBLISHED, clock, query) };
}
