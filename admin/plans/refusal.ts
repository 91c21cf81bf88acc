import { HttpError } from 'react-admin';
import type { Refusal } from '../providers/client.ts';
import type { Plan } from '../providers/plan/published.ts';
import { ADOPT } from '../texts/plans.ts';

/** Why a plan was not published at once, and whether it can be in spite of that. */
export interface Hindrance {
  message: string;
  mayGoOn: boolean;
}

const isPlan = (value: unknown): value is Pick<Plan, 'id' | 'name'> => typeof value === 'object' && value !== null && 'id' in value;

/** What stands in the way of a plan that was chosen while `from` was published; undefined where it is no matter of plans. */
export function hindranceOf(error: unknown, from: number): Hindrance | undefined {
  if (!(error instanceof HttpError) || error.status !== 409) return undefined;
  const { current } = (error.body ?? {}) as Refusal;
  if (!isPlan(current)) return undefined;
  return current.id === from ? { message: error.message, mayGoOn: true } : { message: ADOPT.meanwhile(current.name), mayGoOn: false };
}
