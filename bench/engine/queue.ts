/** What happens next: items by time, equal times in the order they came. */
export function createQueue(): { push(item: number, time: number): void; pop(): { item: number; time: number } | null } {
  const heap: { item: number; time: number; came: number }[] = [];
  let came = 0;
  const before = (a: number, b: number): boolean =>
    heap[a]!.time < heap[b]!.time || (heap[a]!.time === heap[b]!.time && heap[a]!.came < heap[b]!.came);
  const swap = (a: number, b: number): void => {
    [heap[a], heap[b]] = [heap[b]!, heap[a]!];
  };
  return {
    push(item, time) {
      heap.push({ item, time, came });
      came += 1;
      for (let at = heap.length - 1; at > 0; ) {
        const up = (at - 1) >> 1;
        if (!before(at, up)) break;
        swap(at, up);
        at = up;
      }
    },
    pop() {
      if (heap.length === 0) return null;
      swap(0, heap.length - 1);
      const { item, time } = heap.pop()!;
      for (let at = 0; ; ) {
        let least = at;
        for (const child of [2 * at + 1, 2 * at + 2]) if (child < heap.length && before(child, least)) least = child;
        if (least === at) return { item, time };
        swap(at, least);
        at = least;
      }
    },
  };
}
