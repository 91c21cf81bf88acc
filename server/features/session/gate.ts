/** Lets at most `width` works run at once; the others wait in their order. */
export function createGate(width: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  const enter = (): Promise<void> | undefined => {
    if (running < width) {
      running++;
      return undefined;
    }
    return new Promise((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    // The place passes on; it never becomes free in between.
    if (next) next();
    else running--;
  };
  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
