import type { MessagePort } from 'node:worker_threads';
import type { Plan } from '../../../db/plan.ts';
import type { Place } from '../../../db/share.ts';
import type { Instant, PlantDate } from '../../../domain/ground/plant-time.ts';
import type { PlanSettings } from '../../../domain/plant/plan-settings.ts';
import type { Problem, Routing } from '../../../scheduling/index.ts';
import type { RulesAround } from '../judge/bar-rules.ts';
import type { JudgedBar } from '../judge/judge.ts';
import type { LotChange } from '../judge/lot-rows.ts';
import type { MisfitBar } from '../misfits/misfits.store.ts';
import type { PlacedLine, PromisedLine, PromiseQuestion } from './promise.ts';

/** What the desk can be asked, and what it answers. All of it is plain data. */
export interface Questions {
  /** What is wrong with these bars, once a write that has not ended has changed its lots; null: it has changed none. */
  judge: { question: { plan: Plan; today: PlantDate; ids: readonly number[]; change: LotChange | null }; answer: JudgedBar[] };
  /** The open bars with which something is wrong. */
  conflicts: { question: { plan: Plan; today: PlantDate; now: Instant }; answer: JudgedBar[] };
  /** What bars would obey at each of these facilities. */
  rules: {
    question: { plan: Plan; today: PlantDate; facilities: ReadonlyMap<number, readonly (number | null)[]> };
    answer: RulesAround;
  };
  /** The bars that break a rule where they stand. */
  misfits: { question: { plan: Plan; today: PlantDate }; answer: MisfitBar[] };
  /** When something could ship; answered again as earlier days are found. */
  promise: { question: PromiseQuestion; answer: PromisedLine[] };
  /** Where the bars of what is asked would stand, and the rows of which they are; null: it has no routing, or there is no room. `told`: of what reading (isStillSo). */
  places: { question: PromiseQuestion; answer: { lines: (PlacedLine | null)[]; told: string } };
  /** The orders by whose processes a product can be made, the one that is taken first. */
  routings: { question: { product_id: number }; answer: Routing[] };
  /** Hands the problem of a plan as it stands to a thread that searches, through this port. `now` in plant minutes. */
  lend: { question: { plan: Plan; now: number; to: MessagePort }; answer: null };
}
export type Kind = keyof Questions;

/** The problem that is lent, and how a run would be asked for. */
export interface Lent {
  problem: Problem;
  settings: PlanSettings;
}

/** A question on its way to the desk. */
export type Asked = { [K in Kind]: { id: number; ask: K } & Questions[K]['question'] }[Kind];

/** What is told of an error: crossing threads it would lose by what code the database said it. */
export interface ErrorTold {
  message: string;
  code: string | undefined;
  stack: string | undefined;
}

/** An answer on its way back. */
export type Told =
  | { id: number; answer: Questions[Kind]['answer']; final: boolean; heap: number }
  | { id: number; error: ErrorTold; heap: number };

/** What the desk's thread is started with. */
export interface DeskData {
  connection: Place;
  /** How many questions were ever sent: who searches gives way to one that has not arrived yet. */
  sent: Int32Array;
}
