/** Main thread time of the frames of a piece of work, in milliseconds. */
export interface Frames {
  median: number;
  p95: number;
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
}

const MICROS_A_MS = 1000;

/**
 * What the thread that set the marks worked between each two of them: the processor time of its tasks, whatever else ran on the machine
 * (Chromium's trace, RunTask with its thread duration).
 */
export function framesOf(trace: Buffer, mark: string): Frames {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] };
  const marks = traceEvents.filter(({ name }) => name === mark).sort((a, b) => a.ts - b.ts);
  const first = marks[0];
  if (!first) throw new Error(`no ${mark} in the trace`);
  const work = marks.slice(1).map(() => 0);
  for (const { name, pid, tid, ts, dur, tdur } of traceEvents) {
    if (name !== 'RunTask' || pid !== first.pid || tid !== first.tid) continue;
    const at = marks.findLastIndex((each) => each.ts <= ts);
    if (at >= 0 && at < work.length) work[at]! += (tdur ?? dur ?? 0) / MICROS_A_MS;
  }
  const sorted = work.sort((a, b) => a - b);
  return { median: sorted[sorted.length >> 1] ?? 0, p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0 };
}
