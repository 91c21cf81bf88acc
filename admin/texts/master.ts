/** Words of the master screens: columns, searches, forms. */
export const PRODUCT_WORDS = {
  basics: '基本情報',
  heat: '熱処理',
  processing: '製品加工',
  demolding: '解枠',
  anyFacility: '指定なし',
  everyDay: '毎日',
} as const;

export const ORDER_WORDS = {
  deleteAll: '全オーダー削除',
  deleteAllBody: (orders: string, entries: string): string =>
    `オーダー${orders}件と、その工程情報・鋳込み情報・生産計画${entries}件を削除します。元に戻すことはできません。`,
  deleteAllLocked: (locked: string): string => `生産計画のうち${locked}件はロックされています。`,
  counting: '件数を確認しています…',
  deletedAll: '全オーダー情報を削除しました。画面がリロードされます。',
  deleteOne: 'オーダーを削除',
  deleteOneTitle: (serial: string): string => `製番 ${serial} を削除しますか？`,
  deleteLot: '追番を削除',
  deleteLotTitle: (serial: string, lot: string): string => `製番 ${serial} の追番「${lot}」を削除しますか？`,
  deleteOneBody: (tasks: string, entries: string): string =>
    `工程情報${tasks}件と、その鋳込み情報・生産計画${entries}件も削除します。元に戻すことはできません。`,
  deletedOne: '削除しました。',
  basics: 'オーダー情報',
  lots: '追番',
  tasks: '工程情報',
  entries: '生産計画',
  toProduct: '製品を開く',
  noLots: '追番がありません。',
  noEntries: '生産計画がありません。',
} as const;

export const ORDER_TASK_WORDS = {
  arrangement: '手配',
  deleteAll: '全工程情報削除',
  deleteAllBody: (tasks: string, entries: string): string =>
    `工程情報${tasks}件と、その生産計画${entries}件を削除します。元に戻すことはできません。`,
  deletedAll: '全工程情報を削除しました。画面がリロードされます。',
} as const;

export const CASTING_WORDS = {
  deleteAll: '全鋳込み削除',
  deleteAllBody: (castings: string): string => `鋳込み情報${castings}件を削除します。元に戻すことはできません。`,
  deletedAll: '全鋳込み情報を削除しました。画面がリロードされます。',
  deleteOneTitle: (lot: string): string => `${lot} の鋳込みを削除しますか？`,
  deleteOneBody: '元に戻すことはできません。',
} as const;

export const FACILITY_WORDS = {
  code: '設備コード',
  name: '設備名',
} as const;

export const EMPLOYEE_WORDS = {
  passwordHint: '変更する場合のみ入力',
  importSetting: 'CSVインポートを表示',
  resetLink: 'パスワード再設定リンクを発行',
  resetLinkTitle: 'パスワード再設定リンク',
  resetLinkHint: (until: string): string => `本人に渡してください。一度だけ、${until}まで使えます。`,
  copy: 'コピー',
  copied: 'コピーしました。',
  requests: (count: number): string => `パスワードの再設定の依頼が${count}件あります。`,
} as const;

/** Words for somebody who changes or deletes their own account. */
export const SELF_WORDS = {
  changeTitle: '自分の社員情報を変更しますか？',
  changeContent: '社員ID・権限・パスワードを変更すると、すぐにログアウトされます。変更後の内容でもう一度ログインしてください。',
  change: '変更してログアウト',
  changed: '自分の社員情報を変更したため、ログアウトしました。変更後の内容でログインしてください。',
  deleteTitle: '自分自身を削除しますか？',
  deleteContent: 'ログイン中のあなた自身の社員情報です。削除するとすぐにログアウトされ、この社員IDではログインできなくなります。',
  deleted: '自分の社員情報を削除したため、ログアウトしました。',
} as const;

export const RESET_WORDS = {
  intro: '社員IDを入力してください。マスタ管理者に再設定の依頼が届きます。',
  submit: '依頼する',
  sent: '依頼を受け付けました。マスタ管理者から再設定リンクを受け取ってください。',
  toLogin: 'ログイン画面へ戻る',
  newPassword: '新しいパスワード',
  repeat: '新しいパスワード(確認)',
  differs: 'パスワードが一致しません。',
  save: 'パスワードを変更',
  done: 'パスワードを変更しました。新しいパスワードでログインしてください。',
  badLink: 'このリンクは使用済みか、有効期限が切れています。もう一度依頼してください。',
  forWhom: (employee: string): string => `社員ID ${employee}`,
} as const;

export const CHECK_WORDS = {
  mend: '修正する',
  fine: '計画の妨げになる不備はありません。',
  levels: { error: '要修正', warning: '注意', info: '情報' },
  again: '再点検',
  join: '1つにまとめる',
  joined: '1つにまとめました。',
  joinHint: '桁の多い方を残します。同じ工程は、あとから取り込んだ内容になります。元に戻すことはできません。',
} as const;

export const IMPORT_HISTORY = {
  outcome: '結果',
  undo: 'この取込を取り消す',
  undoShort: '取り消す',
  undoColumn: '取り消し',
  changes: '変更された内容を見る',
  changesShort: '内容',
  changesColumn: '変更履歴',
  undoTitle: 'この取込を取り消しますか？',
  undone: '取込を取り消しました。',
  counting: '確認しています…',
  leftList: 'そのまま残すもの',
  messages: 'メッセージ',
  nothing: 'メッセージはありません。',
  saveMessages: 'メッセージをダウンロード',
  messageFile: (label: string, stamp: string): string => `${label}取込メッセージ${stamp}.txt`,
} as const;

export const TASK_WORDS = {
  abbreviationHint: (own: string): string => `工程名が入らない短いバーに表示する2文字です。空欄のときは「${own}」です。`,
} as const;
