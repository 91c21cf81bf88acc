import { readFileSync } from 'node:fs';
import { DomainError } from '../../server/domain/ground/errors.ts';
import { judgeInThread } from '../../server/files/read-file.ts';
import { KIND } from './parts.ts';

/** A process that reads and judges one file as a server does, in its thread, and says what came of it and what it took. */
const bytes = new Uint8Array(readFileSync(process.argv[2] as string));
/** Kilobytes that this process has held at most. The system's own count begins with what its parent held. */
const peak = (): number => Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
const before = peak();
const used = process.cpuUsage();
const options = { kind: KIND, today: '2026-04-01', skip_rows: [], repairs: [], keep_source: false } as const;
const { said, rows } = await judged();
const { user, system } = process.cpuUsage(used);
process.send?.({ said, rows, ms: (user + system) / 1_000, kilobytes: peak() - before });

async function judged(): Promise<{ said: string | null; rows: number }> {
  try {
    const { summary, close } = await judgeInThread({ form: 'file', name: 'x.xlsx', bytes }, options);
    await close();
    const { errors, warnings, row_count } = summary;
    const sentences = [...errors, ...warnings].map(({ text }) => text).join(' / ');
    return { said: sentences === '' ? null : sentences, rows: row_count };
  } catch (error) {
    // What is refused before it is read, for its size, has no row to be told of.
    if (!(error instanceof DomainError)) throw error;
    return { said: error.message, rows: 0 };
  }
}
