import { NONE } from './problem.ts';

/** A binary heap of integers, smallest key first; equal keys: smaller integer first, so that the order is always total. */
export interface Heap {
  push(item: number, key: number): void;
  /** NONE when empty. */
  pop(): number;
}

export function createHeap(capacity: number): Heap {
  const items = new Int32Array(capacity + 1);
  const keys = new Float64Array(capacity + 1);
  let size = 0;
  const before = (key: number, item: number, at: number): boolean =>
    key < (keys[at] as number) || (key === keys[at] && item < (items[at] as number));
  return {
    push(item, key) {
      let at = size;
      size += 1;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (!before(key, item, parent)) break;
        items[at] = items[parent] as number;
        keys[at] = keys[parent] as number;
        at = parent;
      }
      items[at] = item;
      keys[at] = key;
    },
    pop() {
      if (size === 0) return NONE;
      const top = items[0] as number;
      size -= 1;
      const item = items[size] as number;
      const key = keys[size] as number;
      let at = 0;
      for (;;) {
        let child = 2 * at + 1;
        if (child >= size) break;
        if (child + 1 < size && before(keys[child + 1] as number, items[child + 1] as number, child)) child += 1;
        if (before(key, item, child)) break;
        items[at] = items[child] as number;
        keys[at] = keys[child] as number;
        at = child;
      }
      items[at] = item;
      keys[at] = key;
      return top;
    },
  };
}
