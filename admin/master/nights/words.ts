import type { RaRecord } from 'react-admin';
import { NIGHT } from '../../texts/nightly.ts';

/** Who asked for a night: a person's name, or the program's. */
export const byWhom = (row: RaRecord): string => row.requested_by_name ?? NIGHT.byProgram[row.requested_by] ?? row.requested_by;

/** How a night ended. */
export const statusOf = (row: RaRecord): string => NIGHT.statuses[row.status as keyof typeof NIGHT.statuses] ?? '';
