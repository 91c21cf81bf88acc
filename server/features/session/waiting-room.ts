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
  const rounds = new Rounds();
  let serving = false;

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
    if (!attempt) return rounds.leave(line, 0);
    line.newestNext = !line.newestNext;
    line.allowed -= 1;
    await attempt.judge();
    rounds.leave(line, 1);
  }

  function sendAway(line: Line, attempts: readonly Attempt[], why: unknown): void {
    rounds.leave(line, attempts.length);
    for (const attempt of attempts) attempt.turnAway(why);
  }

  function serve(): void {
    if (serving) return;
    serving = true;
    void (async () => {
      for (let line = rounds.next(); line; line = rounds.next()) {
        try {
          await takeTurn(line);
        } catch (error) {
          sendAway(line, line.attempts.splice(0), error);
        }
        rounds.toTheEnd(line);
      }
      serving = false;
    })();
  }

  return (source, subject, attempt) => {
    rounds.enter(source, subject, attempt);
    const crowded = rounds.total > most ? rounds.longest() : undefined;
    // The middle one is the furthest from its turn, which comes from both ends.
    if (crowded) sendAway(crowded, crowded.attempts.splice(Math.floor(crowded.attempts.length / 2), 1), full());
    serve();
  };
}

/** Who stands in the room: sources with their lines, each in the order of its turns (a map keeps the order of its keys). */
class Rounds {
  /** Attempts in the room, those that are being judged among them. */
  total = 0;
  readonly #sources = new Map<string, Source>();

  enter(name: string, subject: string, attempt: Attempt): void {
    const source = this.#sources.get(name) ?? { count: 0, lines: new Map<string, Line>() };
    this.#sources.set(name, source);
    const line = source.lines.get(subject) ?? { source: name, subject, attempts: [], allowed: 0, asleep: false, newestNext: false };
    source.lines.set(subject, line);
    line.attempts.push(attempt);
    source.count += 1;
    this.total += 1;
  }

  /** Takes attempts out of the count; a line that is empty goes, unless another has taken its place already. */
  leave(line: Line, many: number): void {
    this.total -= many;
    const source = this.#sources.get(line.source);
    if (!source) return;
    source.count -= many;
    if (line.attempts.length === 0 && source.lines.get(line.subject) === line) source.lines.delete(line.subject);
    if (source.lines.size === 0) this.#sources.delete(line.source);
  }

  /** The longest line of the source with the most attempts. */
  longest(): Line | undefined {
    const fullest = greatest(this.#sources.values(), ({ count }) => count);
    return fullest && greatest(fullest.lines.values(), ({ attempts }) => attempts.length);
  }

  /** The next line that is awake. */
  next(): Line | undefined {
    for (const source of this.#sources.values()) for (const line of source.lines.values()) if (!line.asleep) return line;
    return undefined;
  }

  /** A line that has had its turn and its source go to the end of their rounds, behind those who came meanwhile. */
  toTheEnd(line: Line): void {
    const source = this.#sources.get(line.source);
    if (!source) return;
    if (source.lines.delete(line.subject)) source.lines.set(line.subject, line);
    this.#sources.delete(line.source);
    this.#sources.set(line.source, source);
  }
}

/** The first of those with the greatest measure. */
function greatest<Thing>(things: Iterable<Thing>, measure: (thing: Thing) => number): Thing | undefined {
  let best: Thing | undefined;
  for (const thing of things) if (best === undefined || measure(thing) > measure(best)) best = thing;
  return best;
}
