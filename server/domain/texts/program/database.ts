import { systemError, systemErrorOr } from './system-errors.ts';

/** Sentences about the database itself, for the CLI and the log. */
export const databaseTexts = {
  folderInUse: (pid: number): string =>
    `このデータフォルダーは別のサーバー（PID ${pid}）が使用中です。 / Another server (PID ${pid}) uses this DATA_DIR.`,
  folderUnusable: (folder: string, code: string): string =>
    `DATA_DIR のフォルダー「${folder}」に書き込めません（${systemError(code)}）。書き込めるフォルダーを指定してください。 / DATA_DIR=${folder} cannot be written to (${code}): name a folder that can.`,
  /** `seconds`: so long it was waited for; 0: it was not. */
  unreachable: (place: string, why: string, seconds: number): string =>
    `DATABASE_URL のデータベース ${place} に${seconds > 0 ? `${seconds}秒待っても` : ''}接続できません（${systemErrorOr(why)}）。 / The database of DATABASE_URL, ${place}, cannot be reached${seconds > 0 ? ` within ${seconds} s` : ''} (${why}).`,
  cut: (place: string, seconds: number): string =>
    `データベース ${place} との接続が切られました${seconds > 0 ? `（${seconds}秒待っても接続できません）` : ''}。データベースが動作しているか確認し、もう一度起動してください。 / The database ${place} closed the connection${seconds > 0 ? `, also after ${seconds} s` : ''}: see whether it runs, then start again.`,
  silent: (place: string, seconds: number): string =>
    `データベース ${place} が${seconds}秒待っても応答しません。コンピューターの負荷とデータベースの状態を確認し、もう一度起動してください。 / The database ${place} has not answered within ${seconds} s: see how busy the machine and the database are, then start again.`,
  settingsNotTaken: (names: readonly string[]): string =>
    `データベースのセッションに設定できません（${names.join('、')}）。接続プーラーを使う場合は session モードにしてください。 / The sessions of the database do not take ${names.join(', ')}: a pooler in front of it must be in session mode.`,
  notOwnSession: (place: string): string =>
    `データベース ${place} の前にある接続プーラーが、接続ごとのセッションを保ちません。PgBouncer などは session モードにしてください。 / A pooler in front of the database ${place} gives each connection no session of its own: put it into session mode.`,
  noBinaries: (platform: string): string =>
    `組み込みデータベースの実行ファイルがありません（${platform}）。npm ci をやり直すか、DATABASE_URL を指定してください。`,
  unreachableFolder: (folder: string, user: string): string =>
    `データフォルダー ${folder} をユーザー ${user} から開けません。DATA_DIR を変更するか、root 以外で起動してください。`,
  startFailed: (lines: string): string => `組み込みデータベースを起動できませんでした。\n${lines}`,
  initFailed: (lines: string): string => `組み込みデータベースを作成できませんでした。\n${lines}`,
  newerSchema: (names: string): string =>
    `データベースはこのプログラムより新しい版のものです（${names}）。新しい版のプログラムで起動してください。前の版に戻すときは、前の版のバックアップを空のデータベースに復元してください。 / The database belongs to a newer version of this program: start that one, or restore a backup of this one into an empty database.`,
  outdatedSchema: (reached: string): string =>
    `データベースは 1.0.0 より前の版のもので、そのままでは使えません（${reached}）。これまでの版のプログラムで planner backup を実行してから、1.0.0 の直前の版で起動して最新の構造（0048_whole_plan）にし、その後でこの版を起動してください。データベースは変更していません。 / The database is of a version before 1.0.0 that cannot be taken over (${reached}). Run planner backup with its own version, start the last version before 1.0.0 on it (schema 0048_whole_plan) or restore the backup with that one, then start this version. Nothing was changed.`,
  heldByOthers: (what: string): string =>
    `このプログラムのビューや表を、ほかで作られたものが参照しているため、データベースを最新の構造にできません（${what}）。それを削除してから起動し、後で作り直してください。データベースは変更していません。 / Something made by others rests on views or tables of this program (${what}): drop it, start again, then make it anew. Nothing was changed.`,
  served: 'サーバーがこのデータベースを使用しています。すべてのサーバーを停止してから実行してください。',
  notUtf8: (encoding: string): string =>
    `データベースの文字コードが UTF8 ではありません（${encoding}）。 / The database's encoding must be UTF8, not ${encoding}.`,
  tooOld: (version: string): string =>
    `PostgreSQL 15 以降が必要です（${version}）。 / PostgreSQL 15 or later is needed, this is ${version}.`,
  notFound: '該当のデータが存在しません。',
  changedByOther: 'ほかの人が先に変更しました。最新の内容を確認してください。',
  notSortable: 'この項目では並べ替えできません。',
  unavailable: 'データベースに接続できません。しばらくしてからもう一度実行してください。',
  busy: 'ほかの処理が同じデータを更新しています。しばらくしてからもう一度実行してください。',
  slow: '処理に時間がかかりすぎたため中断しました。条件を絞ってもう一度実行してください。',
  inUse: 'このデータは使用中のため変更できません。',
  duplicate: '同じキーのデータが既に存在します。',
  outOfRange: '値が範囲を超えています。',
} as const;

/** The error of a job whose worker was killed or whose thread died, by kind of job. */
export const JOB_INTERRUPTED = {
  schedule: '立案処理が中断しました。もう一度実行して下さい。',
  scenario: 'シナリオの立案が中断しました。もう一度立案してください。',
  proposals: '改善提案の計算が中断しました。',
  export: 'ファイルの作成が中断しました。もう一度出力してください。',
  nightly: '夜間処理が中断しました。もう一度実行してください。',
} as const;
