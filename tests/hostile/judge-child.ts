import { readFileSync } from 'node:fs';
import { judgeInThread } from '../../server/files/read-file.ts';
import { KIND } from './parts.ts';

/** A process that reads and judges one file as a server does, in its thread, and says what came of it and what it took. */
const bytes = new Uint8Array(readFileSync(process.argv[2] as string));
const before = process.resourceUsage().maxRSS;
const used = process.cpuUsage();
const options = { kind: KIND, today: '2026-04-01', skip_rows: [], repairs: [], keep_source: false } as const;
const { summary, close } = await judgeInThread({ form: 'file', name: 'x.xlsx', bytes }, options);
const { user, system } = process.cpuUsage(used);
const ms = (user + system) / 1_000;
await close();
const { errors, warnings, row_count } = summary;
const said = [...errors, ...warnings].map(({ text }) => text).join(' / ');
process.send?.({ said: said === '' ? null : said, rows: row_count, ms, kilobytes: process.resourceUsage().maxRSS - before });
