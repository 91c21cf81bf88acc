import type { Success } from '../../../contract/handlers.ts';
import { notFound } from '../../../domain/ground/errors.ts';
import { databaseTexts } from '../../../domain/texts/program/database.ts';
import type { MisfitsContext } from '../misfits/misfits.service.ts';
import { lateDaysOf } from './advice.store.ts';

/** What would make a late order less late, and what that costs. Throws not found. */
export async function adviceFor({ db }: MisfitsContext, orderId: number): Promise<Success<'getAdvice'>> {
  const late_days = await lateDaysOf(db, orderId);
  if (late_days === undefined) throw notFound(databaseTexts.notFound);
  return { order_id: orderId, late_days, first: null, partner: null, capacity: null };
}
