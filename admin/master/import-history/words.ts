import type { RaRecord } from 'react-admin';
import { HISTORY_TEXTS, outcomeOf } from '../../../server/domain/texts/files/imports.ts';

/** Who imported: a person's name, or the program's. */
export const actorName = (row: RaRecord): string => row.actor_name ?? HISTORY_TEXTS.programs[row.actor] ?? row.actor;

/** What became of the import. */
export const outcome = (row: RaRecord): string => outcomeOf(row as Parameters<typeof outcomeOf>[0] & RaRecord);
