import type { Knex } from 'knex';
import type { JobContext } from '../../db/jobs/worker.ts';
import type { Instant } from '../../domain/ground/plant-time.ts';
import type { RunBody } from '../runs/ask/runs.service.ts';
import type { NightRow } from './nightly.store.ts';

/** The folders of the night. */
export interface NightFolders {
  inbox: string;
  /** Without it the workbooks stand in the list of files alone. */
  outbox: string | undefined;
}

/** What a night is worked with, besides the job's context. */
export interface NightSetting {
  folders: NightFolders;
  /** For the head of the workbooks. */
  plantName?: string | undefined;
  /** Options of its run, where it shall not have the plant's. */
  run?: RunBody;
  /** How long a file must not have changed before it is read. */
  settleMs?: number;
  /** Hears of every step before it is taken; a test that throws here is a crash at that point. */
  at?: (point: NightPoint, subject: string) => void | Promise<void>;
}

/** The moments at which a night may be cut off, in their order; what stands between two of them happens as a whole or not at all. */
export const NIGHT_POINTS = [
  'begin',
  'listed',
  'read',
  'imported',
  'targeted',
  'moved',
  'said',
  'run-requested',
  'run-ended',
  'workbook-requested',
  'workbook-made',
  'workbook-written',
  'close',
] as const;
export type NightPoint = (typeof NIGHT_POINTS)[number];

/** A night under way. */
export interface NightWork extends JobContext, NightSetting {
  night: NightRow;
  /** Passes a point: throws where the night is no longer this process's to work. */
  pass(point: NightPoint, subject?: string): Promise<void>;
  /** Whatever a night writes: one transaction, which falls back where the night is another's by its end. */
  write<Result>(work: (trx: Knex.Transaction) => Promise<Result>): Promise<Result>;
  /** Throws where the night is another's; to be the end of a transaction that is none of `write`. */
  fence(trx: Knex | Knex.Transaction): Promise<void>;
  /** Adds a sentence to what went wrong, once. */
  blame(sentence: string): Promise<void>;
  /** How far it is: 0 to 1 and the phase. */
  tell(share: number, phase: NightPhase): void;
  now(): Instant;
}

export type NightPhase = 'files' | 'imports' | 'run' | 'workbooks' | 'summary';

/** The night belongs to another process by now, or this one stops: nothing more is done here. */
export class NightLost extends Error {}
