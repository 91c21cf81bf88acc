import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Log } from '../../log.ts';
import type { NightFolders } from './context.ts';
import { errorCode } from './inbox.ts';

/** A folder of the night by the variable that names it, and the operating system's word for why it cannot be used; null where it can. */
export interface NightFolder {
  variable: 'INBOX_DIR' | 'OUTBOX_DIR';
  folder: string;
  code: string | null;
}

async function lookAt(variable: NightFolder['variable'], folder: string): Promise<NightFolder> {
  // What stands after the slash is there in a folder alone.
  const refusal = await access(`${folder}/.`, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => null,
    (error: unknown) => errorCode(error) ?? 'EIO',
  );
  return { variable, folder, code: refusal };
}

/** Whether the folders of the night are there and may be read and written. */
export const lookAtFolders = ({ inbox, outbox }: NightFolders): Promise<NightFolder[]> =>
  Promise.all([lookAt('INBOX_DIR', inbox), ...(outbox === undefined ? [] : [lookAt('OUTBOX_DIR', outbox)])]);

/** Warns of folders that the next night could not use: whoever starts the program is still there to mend them. */
export async function warnOfFolders(folders: NightFolders, log: Pick<Log, 'warn'>): Promise<void> {
  for (const folder of await lookAtFolders(folders)) if (folder.code) log.warn(folder, 'the night cannot use its folder');
}
