/** Lets so many in at a time, in the order in which they come; whoever is let in is given what is called once, to leave. */
export function entrance(most: number): () => Promise<() => void> {
  let inside = 0;
  const waiting: (() => void)[] = [];
  const leave = (): void => {
    const next = waiting.shift();
    // The place passes on; it never becomes free in between.
    if (next) next();
    else inside -= 1;
  };
  return async () => {
    if (inside < most) inside += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return leave;
  };
}

/**
 * Lets so much work at a time go on, in the order in which it came. The rest waits here, not on a connection of the pool, a thread or memory: else those who
 * wait for one thing would leave nobody else any.
 */
export function turns(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const enter = entrance(most);
  return async (work) => {
    const leave = await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
