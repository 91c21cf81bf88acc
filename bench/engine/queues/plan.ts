import { NONE } from '../../../server/scheduling/index.ts';
import type { Shop } from './shop.ts';

/**
 * A plan as queues: in front of every machine operations stand one behind the other, each as early as the one ahead and its job allow. `order` lists them all so
 * that whatever one waits for stands before it. All numbers are fields of one bank, so that a change can be taken back and a plan be kept by a copy.
 */
export interface Plan {
  readonly shop: Shop;
  readonly bank: Int32Array;
  /** By operation: the one ahead of it and the next in its queue, its place in `order`, its end. */
  readonly ahead: Int32Array;
  readonly next: Int32Array;
  readonly place: Int32Array;
  readonly end: Int32Array;
  readonly order: Int32Array;
  /** The last operation of each machine's queue. */
  readonly tail: Int32Array;
  /** Σ weight × ticks late. */
  cost: number;
  /** Index and old value of each change since the last move that stands. */
  readonly log: number[];
  /**
   * Operations that wait to be timed: `LATER` if they can only get later, else `ANYHOW`. How many wait, how many of them may get earlier, and the first of
   * their places.
   */
  readonly due: Uint8Array;
  waiting: number;
  hopeful: number;
  from: number;
  readonly marks: Uint8Array;
}

const [LATER, ANYHOW] = [1, 2];
/** First index of each field in the bank, in numbers of operations. */
const AT = { ahead: 0, next: 1, place: 2, end: 3, order: 4, tail: 5 };

/** The plan in which every queue has the order of these starts and ends. */
export function planOf(shop: Shop, machines: number, start: Int32Array, end: Int32Array): Plan {
  const { count } = shop;
  const bank = new Int32Array(AT.tail * count + machines).fill(NONE);
  const field = (at: number): Int32Array => bank.subarray(at * count, (at + 1) * count);
  const plan: Plan = {
    shop,
    bank,
    ahead: field(AT.ahead),
    next: field(AT.next),
    place: field(AT.place),
    end: field(AT.end),
    order: field(AT.order),
    tail: bank.subarray(AT.tail * count),
    cost: 0,
    log: [],
    due: new Uint8Array(count),
    waiting: 0,
    hopeful: 0,
    from: count,
    marks: new Uint8Array(count),
  };
  const order = Array.from(start, (_, a) => a).sort((a, b) => start[a]! - start[b]! || end[a]! - end[b]! || a - b);
  order.forEach((a, place) => {
    const machine = shop.machine[a]!;
    const ahead = plan.tail[machine]!;
    plan.order[place] = a;
    plan.place[a] = place;
    plan.ahead[a] = ahead;
    if (ahead !== NONE) plan.next[ahead] = a;
    plan.tail[machine] = a;
    plan.end[a] = startOf(plan, a) + shop.duration[a]!;
  });
  plan.cost = shop.last.reduce((sum, a) => sum + latenessOf(shop, a, plan.end[a]!), 0);
  return plan;
}

const latenessOf = ({ due, weight }: Shop, a: number, end: number): number => Math.max(0, end - due[a]!) * weight[a]!;

/** Whether the job that this operation ends is late. */
export const isLate = ({ shop, end }: Plan, last: number): boolean => latenessOf(shop, last, end[last]!) > 0;

/** Tick at which the job of an operation lets it start. */
export const readyOf = ({ shop, end }: Plan, a: number): number =>
  Math.max(shop.release[a]!, shop.before[a] === NONE ? 0 : end[shop.before[a]!]!);

function startOf(plan: Plan, a: number): number {
  const ready = readyOf(plan, a);
  const ahead = plan.ahead[a]!;
  return ahead === NONE || plan.end[ahead]! < ready ? ready : plan.end[ahead]!;
}

/** Changes a number, to be taken back. */
function write({ bank, log }: Plan, at: number, value: number): void {
  if (bank[at] === value) return;
  log.push(at, bank[at]!);
  bank[at] = value;
}

const set = (plan: Plan, field: number, a: number, value: number): void => write(plan, field * plan.shop.count + a, value);

/** Puts an operation ahead of another in its queue or, with NONE, last. False, and to be taken back: no order of all allows it. */
export function goAheadOf(plan: Plan, a: number, before: number): boolean {
  const machine = plan.shop.machine[a]!;
  join(plan, machine, plan.ahead[a]!, plan.next[a]!);
  const ahead = before === NONE ? plan.tail[machine]! : plan.ahead[before]!;
  join(plan, machine, ahead, a);
  join(plan, machine, a, before);
  wait(plan, a, ANYHOW);
  if (before !== NONE && plan.place[before]! < plan.place[a]!) return bringAhead(plan, a, before);
  if (ahead !== NONE && plan.place[ahead]! > plan.place[a]!) return putBehind(plan, a, ahead);
  return true;
}

/** Has an operation stand right behind another; NONE: it is first, or the other is last. */
function join(plan: Plan, machine: number, ahead: number, next: number): void {
  if (ahead !== NONE) set(plan, AT.next, ahead, next);
  if (next === NONE) set(plan, AT.tail, machine, ahead);
  else {
    set(plan, AT.ahead, next, ahead);
    wait(plan, next, ANYHOW);
  }
}

function wait(plan: Plan, a: number, how: number): void {
  const was = plan.due[a]!;
  if (was >= how) return;
  plan.due[a] = how;
  if (was === 0) plan.waiting += 1;
  if (how === ANYHOW) {
    plan.hopeful += 1;
    plan.from = Math.min(plan.from, plan.place[a]!);
  }
}

/** Changes `order` so that an operation, with all it waits for, stands ahead of another. False where it waits for that one. */
function bringAhead(plan: Plan, a: number, before: number): boolean {
  const { order, place, ahead, marks, shop } = plan;
  const [from, to] = [place[before]!, place[a]!];
  marks[a] = 1;
  for (let at = to; at >= from; at -= 1) {
    const other = order[at]!;
    if (marks[other] === 0) continue;
    for (const waitedFor of [ahead[other]!, shop.before[other]!]) if (waitedFor !== NONE && place[waitedFor]! >= from) marks[waitedFor] = 1;
  }
  return divide(plan, from, to, 1, before);
}

/** Changes `order` so that an operation, with all that waits for it, stands behind another. False where that one waits for it. */
function putBehind(plan: Plan, a: number, behind: number): boolean {
  const { order, place, ahead, marks, shop } = plan;
  const [from, to] = [place[a]!, place[behind]!];
  marks[a] = 1;
  for (let at = from + 1; at <= to; at += 1) {
    const other = order[at]!;
    for (const waitedFor of [ahead[other]!, shop.before[other]!]) if (waitedFor !== NONE && marks[waitedFor] === 1) marks[other] = 1;
  }
  return divide(plan, from, to, 0, behind);
}

/** Room to reorder in. */
const passed: number[] = [];

/**
 * Divides the operations of places [from, to] in two, the marked ones ahead (1) or behind (0), both in the order they have, and takes the marks off. False, and
 * nothing divided, where one is marked that must not be.
 */
function divide(plan: Plan, from: number, to: number, marksAhead: number, unmarked: number): boolean {
  const { order, marks } = plan;
  const isRefused = marks[unmarked] === 1;
  const put = (a: number, at: number): void => {
    set(plan, AT.order, at, a);
    set(plan, AT.place, a, at);
    if (plan.due[a]! > 0) plan.from = Math.min(plan.from, at);
  };
  passed.length = 0;
  let next = from;
  for (let at = from; at <= to; at += 1) {
    const other = order[at]!;
    const isAhead = marks[other] === marksAhead;
    marks[other] = 0;
    if (isRefused) continue;
    if (isAhead) {
      put(other, next);
      next += 1;
    } else passed.push(other);
  }
  for (const other of passed) {
    put(other, next);
    next += 1;
  }
  return !isRefused;
}

/** Times the operations that a move has changed or moves on. False as soon as the plan must cost more than `most`; then the move must be taken back. */
export function timeWithin(plan: Plan, most: number): boolean {
  const { order, due, end, shop } = plan;
  for (let place = plan.from; plan.waiting > 0; place += 1) {
    const a = order[place]!;
    if (due[a] === 0) continue;
    forget(plan, a);
    const was = end[a]!;
    const now = startOf(plan, a) + shop.duration[a]!;
    if (now === was) continue;
    set(plan, AT.end, a, now);
    const how = now > was ? LATER : ANYHOW;
    if (plan.next[a] !== NONE) wait(plan, plan.next[a]!, how);
    if (shop.behind[a] !== NONE) wait(plan, shop.behind[a]!, how);
    else plan.cost += latenessOf(shop, a, now) - latenessOf(shop, a, was);
    if (plan.hopeful === 0 && plan.cost > most) return false;
  }
  plan.from = shop.count;
  return plan.cost <= most;
}

function forget(plan: Plan, a: number): void {
  if (plan.due[a] === ANYHOW) plan.hopeful -= 1;
  plan.due[a] = 0;
  plan.waiting -= 1;
}

/** Lets a move stand. */
export function keep({ log }: Plan): void {
  log.length = 0;
}

/** Takes a move back, at whatever point it was given up; `cost`: what the plan cost before. */
export function takeBack(plan: Plan, cost: number): void {
  const { bank, log, order } = plan;
  for (let place = plan.from; plan.waiting > 0; place += 1) if (plan.due[order[place]!]! > 0) forget(plan, order[place]!);
  for (let i = log.length - 2; i >= 0; i -= 2) bank[log[i]!] = log[i + 1]!;
  log.length = 0;
  plan.from = plan.shop.count;
  plan.cost = cost;
}
