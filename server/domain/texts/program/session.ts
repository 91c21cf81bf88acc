/** What signing in, accounts and password resets say. */
export const SESSION = {
  wrongPair: '社員IDまたはパスワードが正しくありません。',
  signInAgain: 'セッションの有効期限が切れました。もう一度ログインしてください。',
  changedMeanwhile: '社員ID・権限・パスワードのいずれかが変更されたため、ログアウトしました。もう一度ログインしてください。',
  removedMeanwhile: '社員情報が削除されたため、ログアウトしました。',
  passwordTooShort: (least: number): string => `パスワードは${least}文字以上で入力してください。`,
  passwordIsId: '社員IDと同じ、または社員IDを繰り返しただけのパスワードは使用できません。',
  passwordOneCharacter: '同じ文字を繰り返しただけのパスワードは使用できません。',
  passwordOfPlant: '会社・工場・このシステムの名前はパスワードに使用できません。推測されにくいものにしてください。',
  passwordCommon: 'よく使われているパスワードのため使用できません。推測されにくいものにしてください。',
  samePassword: '現在のパスワードと違うものを入力してください。',
  wrongCurrent: '現在のパスワードが正しくありません。',
  required: 'この項目は必須です。',
  resetLinkDead: '再設定用のリンクが無効か、期限が切れています。',
  employeeExists: (id: string): string => `社員ID「${id}」は既に登録されています。`,
  employeeUnknown: (id: string): string => `社員ID「${id}」は登録されていません。`,
  notReady: (parts: readonly string[]): string => `準備中です（${parts.join('、')}）。しばらくしてからもう一度実行してください。`,
  stopping: 'サーバーを停止しています。しばらくしてからもう一度実行してください。',
  /** What readiness looks at, as an engineer names it. */
  parts: {
    database: 'データベースに接続できない',
    migrations: 'データベースの構造が合わない',
    disk: 'ディスクの空き不足',
    worker: 'ジョブの処理が止まっている',
  },
} as const;
