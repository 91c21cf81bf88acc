/** How long a line may become. */
interface Bounds {
  /** So many wait at most. */
  waiting: number;
  /** And no longer than this. */
  waitMs: number;
  /** What who finds no place in it, or has waited too long, is told. */
  refuse(): Error;
}

/**
 * Lets so many in at a time, in the order in which they come; whoever is let in is given what is called once, to leave. With bounds, what could not be let in
 * is refused, and never will be.
 */
export function entrance(most: number, bounds?: Bounds): () => Promise<() => void> {
  let inside = 0;
  const waiting: (() => void)[] = [];
  const leave = (): void => {
    const next = waiting.shift();
    // The place passes on; it never becomes free in between.
    if (next) next();
    else inside -= 1;
  };
  const wait = (): Promise<void> =>
    new Promise<void>((resolve, reject) => {
      if (!bounds) return void waiting.push(resolve);
      if (waiting.length >= bounds.waiting) return reject(bounds.refuse());
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(bounds.refuse());
      }, bounds.waitMs);
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      waiting.push(enter);
    });
  return async () => {
    if (inside < most) inside += 1;
    else await wait();
    return leave;
  };
}

/**
 * Lets so much work at a time go on, in the order in which it came. The rest waits here, not on a connection of the pool, a thread or memory: else those who
 * wait for one thing would leave nobody else any.
 */
export function turns(most: number, bounds?: Bounds): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const enter = entrance(most, bounds);
  return async (work) => {
    const leave = await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

/**
 * One reading at a time for all who ask: those who come while one is under way share the next, so that none is older than its question. `read` is given the
 * question of everybody who shares it.
 */
export function sharing<Question, Result>(
  read: (questions: readonly Question[]) => Promise<Result>,
): (question: Question) => Promise<Result> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;
  let questions: Question[] = [];
  const begin = (): Promise<Result> => {
    const asked = questions;
    next = undefined;
    questions = [];
    const reading = read(asked);
    underWay = reading;
    return reading;
  };
  return (question) => {
    questions.push(question);
    next ??= underWay.then(begin, begin);
    return next;
  };
}
