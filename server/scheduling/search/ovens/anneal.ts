import type { Random } from '../../random.ts';
import { construct } from './construct.ts';
import { judge, keep, retire } from './edits.ts';
import { createMover, draw, type Mover, NEIGHBOURHOODS } from './moves.ts';
import { NOWHERE, newMemory, type OvenPlan, recall, remember } from './ovens.ts';

/** Tried, accepted and improving moves of one neighbourhood. */
export interface MoveCount {
  tried: number;
  accepted: number;
  better: number;
}

export interface SearchOptions {
  readonly random: Random;
  /** Share of the budget used, 0..1. */
  readonly share: number;
  /** Counts moves; false: stop now. */
  spend(moves: number): boolean;
  counts: Record<string, MoveCount>;
  onBetter?: (total: number) => void;
}

const ROUND = 256;
const SHARES = [0.2, 0.28, 0.5, 0.56, 0.62, 0.77, 0.9, 0.92, 0.95, 1];
const E = (name: string, fallback: number): number => Number(process.env[name] ?? fallback);

function pickKind(random: Random): number {
  const drawn = random.next();
  let kind = 0;
  while (drawn >= SHARES[kind]!) kind++;
  return kind;
}

export function search(plan: OvenPlan, options: SearchOptions): void {
  const { random } = options;
  const mover = createMover(plan, random);
  construct(plan, mover.edits);
  const memory = newMemory(plan);
  remember(plan, memory);
  const hotCold = calibrate(plan, mover);
  const hot = hotCold * E('HOT', 0.5);
  const cold = hot / E('RANGE', 3000);
  for (const name of NEIGHBOURHOODS) options.counts[name] = { tried: 0, accepted: 0, better: 0 };
  const counts = NEIGHBOURHOODS.map((name) => options.counts[name]!);
  let best = plan.total;
  let unsaved = false;
  const stats = { t: [] as number[] };
  while (options.spend(ROUND)) {
    const share = options.share;
    const temperature = hot * (cold / hot) ** share;
    let acc = 0;
    for (let round = 0; round < ROUND; round++) {
      const kind = pickKind(random);
      const count = counts[kind]!;
      count.tried++;
      const bound = -temperature * Math.log(random.next() + 1e-300);
      if (!draw(mover, kind)) continue;
      const delta = judge(plan, mover.edits, bound);
      if (delta > bound) continue;
      count.accepted++;
      if (delta > 1e-7 && unsaved) {
        remember(plan, memory);
        unsaved = false;
      }
      keep(plan, mover.edits, delta);
      if (mover.emptied !== NOWHERE) retire(plan, mover.emptied);
      if (delta !== 0) acc++;
      if (plan.total < best - 1e-6) {
        count.better++;
        best = plan.total;
        unsaved = true;
      }
    }
    if (process.env.TR && Math.random() < E('TR', 0.001))
      console.log(share.toFixed(2), temperature.toPrecision(3), plan.total.toFixed(1), best.toFixed(1), (acc / 256).toFixed(3));
  }
  if (unsaved) remember(plan, memory);
  recall(plan, memory);
  void stats;
}

function calibrate(plan: OvenPlan, mover: Mover): number {
  const rises: number[] = [];
  for (let at = 0; at < 3000 && rises.length < 300; at++) {
    if (!draw(mover, pickKind(mover.random))) continue;
    const delta = judge(plan, mover.edits, Number.POSITIVE_INFINITY);
    if (delta > 0 && delta < plan.ovens.outside / 10) rises.push(delta);
  }
  rises.sort((a, b) => a - b);
  return rises[Math.floor(rises.length / 4)] ?? 1;
}
