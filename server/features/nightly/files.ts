import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { PUBLISHED } from '../../db/plan.ts';
import { takenInWords } from '../../domain/files/change-words.ts';
import { importKind } from '../../domain/files/imports.ts';
import { MAX_UPLOAD_BYTES } from '../../domain/ground/constants.ts';
import { DomainError } from '../../domain/ground/errors.ts';
import { fileMessage, NIGHT_TEXTS as TEXTS } from '../../domain/texts/nightly.ts';
import { kindInThread } from '../../files/read-file.ts';
import { importFile } from '../imports/imports.service.ts';
import { baselineNow } from '../runs/story/report.service.ts';
import { NightLost, type NightWork } from './context.ts';
import { errorCode, type Found, freePath, hashOf, inOrder, lookInto, moveTo, readWhole, sizeOf, textOf, writeWhole } from './inbox.ts';
import { messageFileOf } from './names.ts';
import {
  advanceFile,
  forgetUnread,
  importOutcome,
  insertFiles,
  leftOutRows,
  type NightFile,
  openFiles,
  strandedFiles,
  updateNight,
} from './nightly.store.ts';
import { fileNotes } from './summary.ts';

const SETTLE_MS = 3_000;
const ACTOR = 'nightly';
/** Left-out rows that a message file names; the history keeps them all. */
const NAMED_ROWS = 200;
/** Things in the inbox that are no files, of which each has its sentence. */
const NAMED_STRAYS = 20;

/** Reads the inbox once a night and keeps what it found, with the plan as it stood. */
export async function listInbox(work: NightWork): Promise<void> {
  const { db, night, folders, clock, blame, write } = work;
  if (night.listed) return;
  work.tell(0, 'files');
  const { found, strays } = await lookInto(folders.inbox, work.settleMs ?? SETTLE_MS).catch(async (error: unknown) => {
    await blame(TEXTS.inboxUnreadable(folders.inbox, errorCode(error)));
    return { found: [], strays: [] };
  });
  for (const { name, is } of strays.slice(0, NAMED_STRAYS)) await blame(TEXTS.stray(name, is));
  if (strays.length > NAMED_STRAYS) await blame(TEXTS.moreStrays(strays.length - NAMED_STRAYS));
  for (const file of found) if (file.kind === null && !file.growing) Object.assign(file, await recognize(folders.inbox, file.name));
  const baseline = await db.transaction((trx) => baselineNow(trx, PUBLISHED, clock()));
  await write(async (trx) => {
    await forgetUnread(trx, night.id);
    await insertFiles(
      trx,
      night.id,
      inOrder(found).map(({ name, kind, why, growing }) => ({
        name,
        kind,
        ...(why !== undefined && { sentence: why }),
        ...(growing ? ({ stage: 'settled', outcome: 'left', sentence: TEXTS.stillWritten } as const) : {}),
      })),
    );
    await updateNight(trx, night.id, { listed: true, baseline });
  });
  Object.assign(night, { listed: true, baseline });
}

/** What a file is whose name does not say it. */
async function recognize(inbox: string, name: string): Promise<Pick<Found, 'kind' | 'why'>> {
  const path = join(inbox, name);
  const size = await sizeOf(path);
  const bytes = size === undefined || size > MAX_UPLOAD_BYTES ? 'gone' : await readWhole(path).catch(() => 'gone' as const);
  if (typeof bytes === 'string') return { kind: null };
  try {
    return { kind: (await kindInThread(name, bytes)) ?? null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { kind: null, why: error.message };
  }
}

const SHARE = { from: 0.05, to: 0.4 } as const;

/** Imports the night's files in their order and moves each to done/ or failed/; first what an earlier night imported but did not move. */
export async function takeFiles(work: NightWork): Promise<void> {
  const { db, night } = work;
  for (const file of await strandedFiles(db, night.id)) await settle(work, file);
  const files = await openFiles(db, night.id);
  for (const [index, file] of files.entries()) {
    work.tell(SHARE.from + ((SHARE.to - SHARE.from) * index) / files.length, 'imports');
    await work.pass('read', file.name);
    const judged = file.stage === 'found' ? await judge(work, file) : file;
    await work.pass('imported', file.name);
    if (judged) await settle(work, judged);
  }
}

/** Imports the file or refuses it. Gives the file as it is then; undefined where it stays in the inbox. */
async function judge(work: NightWork, file: NightFile): Promise<NightFile | undefined> {
  const path = join(work.folders.inbox, file.name);
  try {
    const size = await sizeOf(path);
    if (size === undefined) return leave(work, file, TEXTS.vanished, 'failed');
    if (file.kind === null || size > MAX_UPLOAD_BYTES)
      return refuse(work, file, await hashOf(path), file.kind === null ? (file.sentence ?? TEXTS.foreign) : TEXTS.tooLarge);
    const bytes = await readWhole(path);
    if (bytes === 'gone') return leave(work, file, TEXTS.vanished, 'failed');
    if (bytes === 'changed') return leave(work, file, TEXTS.stillWritten, 'left');
    return await imported(work, { ...file, kind: file.kind }, bytes);
  } catch (error) {
    if (error instanceof NightLost || !errorCode(error) || error instanceof DomainError) throw error;
    const why = TEXTS.unreadable(errorCode(error));
    await work.blame(TEXTS.notImported(file.name, why));
    return leave(work, file, why, 'left');
  }
}

/** The file stays where it is, or is nowhere: nothing is left to do with it. */
async function leave({ write }: NightWork, file: NightFile, sentence: string, outcome: 'left' | 'failed'): Promise<undefined> {
  await write((trx) => advanceFile(trx, file, { stage: 'settled', outcome, sentence }));
}

async function refuse(
  work: NightWork,
  file: NightFile,
  content_hash: string | undefined,
  sentence: string,
): Promise<NightFile | undefined> {
  if (content_hash === undefined) return leave(work, file, TEXTS.vanished, 'failed');
  const judged = { stage: 'judged', outcome: 'failed', sentence, content_hash } as const;
  if (!(await work.write((trx) => advanceFile(trx, file, judged)))) throw new NightLost();
  return { ...file, ...judged };
}

/** The import and the file's stage are one transaction: cut off before it nothing is there, after it the file is never imported again. */
async function imported(
  work: NightWork,
  file: NightFile & { kind: NonNullable<NightFile['kind']> },
  bytes: Uint8Array,
): Promise<NightFile | undefined> {
  const { db, clock } = work;
  const content_hash = createHash('sha256').update(bytes).digest('hex');
  let judged: Pick<NightFile, 'stage' | 'outcome' | 'sentence' | 'import_id' | 'content_hash'> | undefined;
  try {
    await importFile(
      db,
      file.kind,
      { name: file.name, bytes },
      {
        actor: ACTOR,
        clock,
        skipBadRows: true,
        questionsAreBad: true,
        recorded: async (trx, import_id) => {
          const outcome = await importOutcome(trx, import_id);
          const isTaken = outcome !== undefined && !outcome.refused && (outcome.row_count > 0 || outcome.left_out_count === 0);
          const sentence = isTaken || outcome?.refused ? null : TEXTS.noGoodRow;
          judged = { stage: 'judged', outcome: isTaken ? 'done' : 'failed', sentence, import_id, content_hash };
          if (!(await advanceFile(trx, file, judged))) throw new NightLost();
          await work.fence(trx);
        },
      },
    );
  } catch (error) {
    if (error instanceof NightLost) throw error;
    // A file that cannot be read through is refused, and the history has said why; any other trouble is none of the file's.
    if (!judged) {
      if (!(error instanceof DomainError)) throw error;
      await work.blame(TEXTS.notImported(file.name, error.message));
      return leave(work, file, error.message, 'left');
    }
  }
  return judged && { ...file, ...judged };
}

/** Moves a judged file to done/ or failed/ with its message file beside it. May be asked again after a crash at any moment. */
async function settle(work: NightWork, file: NightFile): Promise<void> {
  const { night, folders, blame, write } = work;
  const source = join(folders.inbox, file.name);
  const message = await messageOf(work, file);
  let { target } = file;
  try {
    for (;;) {
      if (target === null) {
        const folder = file.outcome === 'done' ? 'done' : 'failed';
        target = (await freePath(join(folders.inbox, folder, night.day, file.name))).slice(folders.inbox.length + 1);
        const chosen = target;
        if (!(await write((trx) => advanceFile(trx, file, { target: chosen })))) throw new NightLost();
      }
      await work.pass('targeted', file.name);
      const moved = await moveTo(source, join(folders.inbox, target), file.content_hash ?? '').catch((error: unknown) => {
        if (errorCode(error) === 'EEXIST') return 'taken' as const;
        throw error;
      });
      if (moved !== 'taken') break;
      target = null;
    }
  } catch (error) {
    if (!errorCode(error) || error instanceof DomainError) throw error;
    // It stays judged: the next night moves it, and does not import it again.
    await blame(TEXTS.notMoved(file.name, errorCode(error)));
    return;
  }
  await work.pass('moved', file.name);
  await writeWhole(messageFileOf(join(folders.inbox, target)), textOf(message)).catch((error: unknown) =>
    blame(TEXTS.noMessageFile(file.name, errorCode(error))),
  );
  await work.pass('said', file.name);
  if (file.outcome === 'failed') work.log?.warn({ night: night.id, file: file.name, kind: file.kind, why: message }, 'file refused');
  await write((trx) => advanceFile(trx, file, { stage: 'settled' }));
}

/** What the message file beside a file says. */
async function messageOf({ db, night }: NightWork, file: NightFile): Promise<string[]> {
  const outcome = file.import_id === null ? undefined : await importOutcome(db, file.import_id);
  const { left_out_count = 0, errors = [], warnings = [] } = outcome ?? {};
  return fileMessage({
    at: night.started_at,
    name: file.name,
    label: file.kind === null ? null : (importKind(file.kind)?.label ?? file.kind),
    taken: file.outcome === 'done',
    sentence: file.sentence,
    counts: outcome
      ? {
          rows: takenInWords(file.kind === null ? undefined : importKind(file.kind), outcome),
          new_count: outcome.new_count ?? 0,
          changed_count: outcome.changed_count ?? 0,
          unchanged_count: outcome.unchanged_count ?? 0,
          deleted_count: outcome.deleted_count ?? 0,
          left_out_count,
        }
      : null,
    errors,
    left_out: file.import_id === null ? [] : await leftOutRows(db, file.import_id, NAMED_ROWS),
    notes: fileNotes(warnings),
  });
}
