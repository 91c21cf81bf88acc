import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate as isCron } from 'node-cron';
import { z } from 'zod';
import { LANDINGS, POST_LOGIN_PATH } from './domain/ground/constants.ts';
import { refused } from './domain/ground/errors.ts';
import { isPlantDate } from './domain/ground/plant-time.ts';
import { CONFIG_MAY, CRON_WITHOUT_INBOX, wrongVariable } from './domain/texts/program/config.ts';

/** One environment variable: how it is read, what stands where it is absent, and the sentence the README prints. */
interface Variable<Schema extends z.ZodType> {
  schema: Schema;
  fallback: string;
  sentence: string;
}
const variable = <Schema extends z.ZodType>(schema: Schema, fallback: string, sentence: string): Variable<Schema> => ({
  schema,
  fallback,
  sentence,
});

const optionalText = z.string().transform((text) => (text === '' ? undefined : text));
const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most);
/** A real day, with or without a time. */
const isMoment = (text: string): boolean => isPlantDate(text.slice(0, 10)) && /^(T([01]\d|2[0-3]):[0-5]\d)?$/.test(text.slice(10));
const longText = (least: number) => optionalText.refine((text) => text === undefined || text.length >= least);
const postgresUrl = (text: string | undefined): boolean => text === undefined || (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text));
const flag = z.enum(['', '0', '1']).transform((text) => (text === '' ? undefined : text === '1'));

/** Every environment variable the program reads. `config.ts` is the only reader of process.env. */
export const VARIABLES = {
  PORT: variable(wholeNumber(0, 65_535), '3000', 'Port; 0 takes a free one.'),
  HOST: variable(z.string().min(1), '127.0.0.1', 'Address to listen on.'),
  DATABASE_URL: variable(optionalText.refine(postgresUrl), '', 'PostgreSQL 15 or later; else an embedded one under DATA_DIR.'),
  DATA_DIR: variable(z.string().min(1), './data', 'Folder of the embedded database and the secret.'),
  DEMO: variable(
    flag,
    '',
    '`1` loads the demo foundry into an empty database, `0` never; else only without DATABASE_URL and outside production.',
  ),
  TODAY: variable(
    optionalText.refine((text) => text === undefined || isMoment(text)),
    '',
    'The clock starts on this day at 07:00 (YYYY-MM-DD), or at its own time (YYYY-MM-DDTHH:MM); for demonstrations and tests.',
  ),
  PUBLIC_URL: variable(
    optionalText.pipe(z.url({ protocol: /^https?$/ }).optional()),
    '',
    'Address in links such as a new password; else the one at which the server was reached.',
  ),
  PLANT_NAME: variable(z.string().max(100), '', 'Company and works in the head of workbooks; no password.'),
  LANDING: variable(
    z.enum(LANDINGS),
    POST_LOGIN_PATH,
    'The page after a login: `/gantt`, `/facility-calendar`, `/today`, `/orders`, `/outsourcing-work`, `/figures`.',
  ),
  INBOX_DIR: variable(optionalText, '', 'Where the core system puts its files; without it there are no nights.'),
  OUTBOX_DIR: variable(optionalText, '', 'Where a night writes its workbooks; else they stand in the list of files alone.'),
  NIGHTLY_CRON: variable(
    z
      .string()
      .trim()
      .refine((text) => text === '' || isCron(text)),
    '',
    'When a night begins (`30 2 * * *` is 02:30), in Japanese time; else by hand.',
  ),
  SECRET: variable(longText(32), '', 'Secret of the session tokens, 32 characters or more; else made once and kept in DATA_DIR.'),
  METRICS_TOKEN: variable(
    longText(16).refine((text) => !text?.match(/\s/)),
    '',
    'What other machines must bear to read /metrics, 16 characters or more; else only this one may.',
  ),
  LOG_LEVEL: variable(z.enum(['silent', 'error', 'warn', 'info', 'debug']), 'info', 'What is logged: silent, error, warn, info or debug.'),
  NODE_ENV: variable(z.string(), '', '`production`: nothing is built at the start, answers are not held against the contract.'),
  TRUST_PROXY: variable(wholeNumber(0, 100), '0', 'Reverse proxies in front; with 0 all callers behind one are one address.'),
  PROPOSAL_SECONDS: variable(wholeNumber(0, 60), '1', 'Seconds for each change that is tried of its own accord after a run; 0 tries none.'),
  ROLE: variable(z.enum(['all', 'api', 'worker']), 'all', '`api` answers calls, `worker` works on jobs, `all` does both.'),
} as const;

export type VariableName = keyof typeof VARIABLES;
type Values = { [Name in VariableName]: z.output<(typeof VARIABLES)[Name]['schema']> };

/** What the program is told from outside, read once at its start. */
export interface Config {
  port: number;
  host: string;
  databaseUrl: string | undefined;
  dataDir: string;
  demo: boolean;
  today: string | undefined;
  publicUrl: string | undefined;
  plantName: string;
  /** The page after a login. */
  landing: (typeof LANDINGS)[number];
  inboxDir: string | undefined;
  outboxDir: string | undefined;
  nightlyCron: string;
  secret: string | undefined;
  metricsToken: string | undefined;
  logLevel: Values['LOG_LEVEL'];
  production: boolean;
  trustProxy: number;
  /** For each change that is tried after a run; 0: none is. */
  proposalSeconds: number;
  role: Values['ROLE'];
}

/** The root of the project or of the installed image: the folder that holds package.json. */
export const ROOT = fileURLToPath(new URL(import.meta.url.endsWith('.js') ? '../..' : '..', import.meta.url));
/** The folder of the built admin. */
export const ADMIN_DIR = join(ROOT, 'dist', 'admin');
/** The version in package.json. */
export const VERSION: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;

/** Of these no value is ever shown: they hold secrets. */
const UNSHOWN: ReadonlySet<string> = new Set(['SECRET', 'METRICS_TOKEN', 'DATABASE_URL'] satisfies VariableName[]);

/** Reads the variables, `overrides` before the environment. Throws refused, with a sentence for each variable that is wrong: name, value, what it may be. */
export function readConfig(overrides: Partial<Record<VariableName, string>> = {}): Config {
  const env: Record<string, string | undefined> = { ...process.env, ...overrides };
  const values = {} as Record<string, unknown>;
  const errors: string[] = [];
  for (const [name, { schema, fallback }] of Object.entries(VARIABLES)) {
    const read = schema.safeParse(env[name] ?? fallback);
    if (read.success) values[name] = read.data;
    else errors.push(wrongVariable(name, UNSHOWN.has(name) ? undefined : env[name], CONFIG_MAY[name]));
  }
  if (errors.length === 0 && values.NIGHTLY_CRON !== '' && !values.INBOX_DIR) errors.push(CRON_WITHOUT_INBOX);
  if (errors.length > 0) throw refused(errors.join('\n'));
  const read = values as Values;
  const production = read.NODE_ENV === 'production';
  return {
    port: read.PORT,
    host: read.HOST,
    databaseUrl: read.DATABASE_URL,
    dataDir: resolve(read.DATA_DIR),
    demo: read.DEMO ?? (!production && read.DATABASE_URL === undefined),
    today: read.TODAY,
    publicUrl: read.PUBLIC_URL,
    plantName: read.PLANT_NAME,
    landing: read.LANDING,
    inboxDir: read.INBOX_DIR && resolve(read.INBOX_DIR),
    outboxDir: read.OUTBOX_DIR && resolve(read.OUTBOX_DIR),
    nightlyCron: read.NIGHTLY_CRON,
    secret: read.SECRET,
    metricsToken: read.METRICS_TOKEN,
    logLevel: read.LOG_LEVEL,
    production,
    trustProxy: read.TRUST_PROXY,
    proposalSeconds: read.PROPOSAL_SECONDS,
    role: read.ROLE,
  };
}
