import { NONE } from './problem.ts';

/** A binary heap of integers, smallest key first; equal keys: smaller integer first, so that the order is always total. */
interface Heap {
  push(item: number, key: number): void;
  /** NONE when empty. */
  pop(): number;
}

export function createHeap(capacity: number): Heap {
  const items = new Int32Array(capacity + 1);
  const keys = new Float64Array(capacity + 1);
  let size = 0;
  const before = (key: number, item: number, at: number): boolean => key < keys[at]! || (key === keys[at] && item < items[at]!);
  return {
    push(item, key) {
      let at = size;
      size += 1;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (!before(key, item, parent)) break;
        items[at] = items[parent]!;
        keys[at] = keys[parent]!;
        at = parent;
      }
      items[at] = item;
      keys[at] = key;
    },
    pop() {
      if (size === 0) return NONE;
      const top = items[0]!;
      size -= 1;
      const item = items[size]!;
      const key = keys[size]!;
      let at = 0;
      for (;;) {
        let child = 2 * at + 1;
        if (child >= size) break;
        if (child + 1 < size && before(keys[child + 1]!, items[child + 1]!, child)) child += 1;
        if (before(key, item, child)) break;
        items[at] = items[child]!;
        keys[at] = keys[child]!;
        at = child;
      }
      items[at] = item;
      keys[at] = key;
      return top;
    },
  };
}
