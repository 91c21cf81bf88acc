/** One attempt that waits to be judged. */
export interface Attempt {
  /** Judges it and answers; never throws. */
  judge(): Promise<void>;
  /** Answers that it was not judged. */
  turnAway(error: unknown): void;
}

/** What a line must keep to when its turn comes: so long a wait, then so many attempts. */
export interface Terms {
  delayMs: number;
  attempts: number;
}

export interface RoomOptions {
  /** Attempts that may wait at one moment. */
  most: number;
  terms(source: string, subject: string): Promise<Terms>;
  wait(ms: number): Promise<unknown>;
  /** What an attempt is told that must go because the room is full. */
  full(): unknown;
}

/** Attempts of one source on one subject, oldest first. */
interface Line {
  source: string;
  subject: string;
  attempts: Attempt[];
  /** Attempts that it may still make before it asks for terms again. */
  allowed: number;
  asleep: boolean;
  newestNext: boolean;
}

interface Source {
  /** Attempts in all its lines. */
  count: number;
  lines: Map<string, Line>;
}

/**
 * A room in which attempts wait and are judged one at a time. Each source (an address) has a line for each subject (an id); turns go round among the sources and,
 * inside a source, among its lines, so whoever stands alone waits for one attempt of every other source at most, however many those have sent.
 * A line keeps to its own terms; while it sleeps the others go on. In a line the oldest and the newest attempt take turns: one who comes after a heap of
 * attempts is heard soon, and one who came long ago is heard in the end.
 * The room holds `most` attempts. One too many, and the source with the most loses one of its longest line (longest queue drop, the policy of fair queueing):
 * a source that sent one attempt loses it only where nobody sent two.
 */
export function createWaitingRoom({ most, terms, wait, full }: RoomOptions): (source: string, subject: string, attempt: Attempt) => void {
  const sources = new Map<string, Source>();
  let total = 0;
  let serving = false;

  function lineOf(name: string, subject: string): Line {
    const source = sources.get(name) ?? { count: 0, lines: new Map<string, Line>() };
    sources.set(name, source);
    const line = source.lines.get(subject) ?? { source: name, subject, attempts: [], allowed: 0, asleep: false, newestNext: false };
    source.lines.set(subject, line);
    return line;
  }

  /** Takes attempts out of the count; a line that is empty goes, unless another has taken its place already. */
  function leave(line: Line, many: number): void {
    total -= many;
    const source = sources.get(line.source);
    if (!source) return;
    source.count -= many;
    if (line.attempts.length === 0 && source.lines.get(line.subject) === line) source.lines.delete(line.subject);
    if (source.lines.size === 0) sources.delete(line.source);
  }

  function sendOneAway(): void {
    const fullest = greatest(sources.values(), ({ count }) => count);
    const line = fullest && greatest(fullest.lines.values(), ({ attempts }) => attempts.length);
    if (!line) return;
    // The middle one is the furthest from its turn, which comes from both ends.
    const gone = line.attempts.splice(Math.floor(line.attempts.length / 2), 1);
    leave(line, gone.length);
    for (const attempt of gone) attempt.turnAway(full());
  }

  /** The next line that is awake. */
  function next(): Line | undefined {
    for (const source of sources.values()) for (const line of source.lines.values()) if (!line.asleep) return line;
    return undefined;
  }

  /** A line that has had its turn and its source go to the end of their rounds (a map keeps the order of its keys), behind those who came meanwhile. */
  function toTheEnd(line: Line): void {
    const source = sources.get(line.source);
    if (!source) return;
    if (source.lines.delete(line.subject)) source.lines.set(line.subject, line);
    sources.delete(line.source);
    sources.set(line.source, source);
  }

  async function agree(line: Line): Promise<void> {
    const { delayMs, attempts } = await terms(line.source, line.subject);
    line.allowed = Math.max(1, attempts);
    if (delayMs <= 0) return;
    line.asleep = true;
    void wait(delayMs).then(() => {
      line.asleep = false;
      serve();
    });
  }

  async function takeTurn(line: Line): Promise<void> {
    if (line.allowed === 0) await agree(line);
    if (line.asleep) return;
    const attempt = line.newestNext ? line.attempts.pop() : line.attempts.shift();
    if (!attempt) return leave(line, 0);
    line.newestNext = !line.newestNext;
    line.allowed -= 1;
    await attempt.judge();
    leave(line, 1);
  }

  function serve(): void {
    if (serving) return;
    serving = true;
    void (async () => {
      for (let line = next(); line; line = next()) {
        try {
          await takeTurn(line);
        } catch (error) {
          const all = line.attempts.splice(0);
          leave(line, all.length);
          for (const attempt of all) attempt.turnAway(error);
        }
        toTheEnd(line);
      }
      serving = false;
    })();
  }

  return (source, subject, attempt) => {
    const line = lineOf(source, subject);
    line.attempts.push(attempt);
    total += 1;
    const its = sources.get(source);
    if (its) its.count += 1;
    if (total > most) sendOneAway();
    serve();
  };
}

/** The first of those with the greatest measure. */
function greatest<Thing>(things: Iterable<Thing>, measure: (thing: Thing) => number): Thing | undefined {
  let best: Thing | undefined;
  for (const thing of things) if (best === undefined || measure(thing) > measure(best)) best = thing;
  return best;
}
