/** Who waits for the answer about one key. */
interface Asking<Key, Value> {
  key: Key;
  resolve(value: Value | undefined): void;
  reject(error: unknown): void;
}

/**
 * One question at a time for all who ask: those who come while one is under way are answered by the next, so that no answer is older than its
 * question. `ask` tells of many keys, each by the text that `nameOf` gives it; its error is everybody's who asked with it.
 */
export function together<Key, Value>(
  nameOf: (key: Key) => string,
  ask: (keys: readonly Key[]) => Promise<ReadonlyMap<string, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let waiting: Asking<Key, Value>[] = [];
  let underWay = false;

  const answerAll = async (): Promise<void> => {
    underWay = true;
    while (waiting.length > 0) {
      const asking = waiting;
      waiting = [];
      try {
        const answers = await ask([...new Map(asking.map(({ key }) => [nameOf(key), key])).values()]);
        for (const { key, resolve } of asking) resolve(answers.get(nameOf(key)));
      } catch (error) {
        for (const { reject } of asking) reject(error);
      }
    }
    underWay = false;
  };

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!underWay) void answerAll();
    });
}
