import { HttpError } from 'react-admin';
import type { Instant } from '../../server/domain/ground/plant-time.ts';
import type { Refusal } from '../providers/client.ts';
import type { Plan } from '../providers/plan/published.ts';
import { ADOPT } from '../texts/plans.ts';

/** Why a plan was not published at once, and what it would be published with in spite of that. */
export interface Hindrance {
  message: string;
  /** The plan in whose place it would be. */
  from: number;
  /** Something is lost by it. */
  anyway: boolean;
}

/** That somebody published a plan, and when that was heard of. */
export interface Publishing {
  plan: number;
  by: string;
  at: Instant;
}

/** That this plan is published now, and by whom where that was heard. */
export const changedText = ({ id, name }: Pick<Plan, 'id' | 'name'>, told: Publishing | undefined): string =>
  told?.plan === id ? ADOPT.changedBy(told.by, told.at, name) : ADOPT.changed(name);

const isPlan = (value: unknown): value is Pick<Plan, 'id' | 'name'> => typeof value === 'object' && value !== null && 'id' in value;

/** What stands in the way of a plan that was chosen while `from` was published; undefined where it is no matter of plans. */
export function hindranceOf(error: unknown, from: number): Hindrance | undefined {
  if (!(error instanceof HttpError) || error.status !== 409) return undefined;
  const { current } = (error.body ?? {}) as Refusal;
  if (!isPlan(current)) return undefined;
  if (current.id === from) return { message: error.message, from, anyway: true };
  return { message: ADOPT.sentence(ADOPT.changed(current.name)), from: current.id, anyway: false };
}
