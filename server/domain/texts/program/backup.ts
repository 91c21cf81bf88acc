import { systemError } from './system-errors.ts';

/** What `planner backup` and `planner restore` say. */
export const BACKUP = {
  backup: 'データベース全体をファイルに保存します (サーバーの稼働中も実行できます)',
  backupFile: '保存先のファイル',
  restore: '保存したファイルからデータベースを復元します (サーバーをすべて停止してから実行します)',
  restoreFile: 'planner backup で保存したファイル',
  replace: '今のデータを、別のファイルに保存した上で置き換えます',
  made: (file: string, tables: number, rows: number): string => `${file} に保存しました (表 ${tables}、行 ${rows})。`,
  restored: (file: string, tables: number, rows: number): string =>
    `${file} から復元しました (表 ${tables}、行 ${rows})。全員がもう一度ログインする必要があります。`,
  safety: (file: string): string => `復元前のデータを ${file} に保存しました。`,
  migrated: (names: readonly string[]): string => `データベースを最新の構造にしました: ${names.join(', ')}`,
  damaged: (file: string): string => `「${file}」は壊れているか、バックアップではありません。データベースは変更していません。`,
  unreadable: (file: string, code: string): string => `「${file}」を開けません(${systemError(code)})。`,
  unwritable: (file: string, code: string): string => `「${file}」に書き込めません(${systemError(code)})。`,
  otherFormat: (file: string, format: number): string => `「${file}」は別の版の形式 (${format}) です。データベースは変更していません。`,
  newer: (file: string, program: string): string =>
    `「${file}」はこのプログラムより新しい版 (${program}) で保存されています。新しい版のプログラムで復元してください。データベースは変更していません。`,
  outdated: (file: string): string =>
    `「${file}」は 1.0.0 より前の版で保存されており、そのままでは復元できません。1.0.0 の直前の版で空のデータベースに復元し、その版で保存し直したファイルを復元してください。データベースは変更していません。 / The backup is of a version before 1.0.0: restore it with the last version before 1.0.0 into an empty database, back that up, and restore this one here. Nothing was changed.`,
  notEmpty: 'データベースが空ではありません。置き換える場合は --replace を指定してください (今のデータは先に保存されます)。',
  /** Why a job that was open in the backup is over. */
  jobOver: 'バックアップから復元したため中断しました。',
} as const;
