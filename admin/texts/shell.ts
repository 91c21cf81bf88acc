/** Words of the shell: bar, drawer, titles, login, snackbars. */
import { counted } from '../../server/domain/texts/numbers.ts';

export const PRODUCT = '生産計画立案システム';

export const TITLES = {
  gantt: '生産計画ガントチャート',
  facilityCalendar: '設備別カレンダー',
  promises: '納期回答',
  today: '今日の作業',
  outsourcingWork: '外注',
  figures: '指標',
  runHistory: '立案の履歴',
  holidays: '休日カレンダー',
  tasks: '工程一覧',
  orderTaskDetail: '工程情報詳細',
  facilityAvailability: '設備稼働',
  masterCheck: 'マスタ点検',
  imports: 'まとめて取込',
  terminals: '現場端末',
  logout: 'ログアウト',
  resetRequest: 'パスワードの再設定を依頼',
  resetPassword: 'パスワードの再設定',
  notFound: 'ページが見つかりません',
} as const;

export const SHELL = {
  menu: 'メニュー',
  /** A screen at which something waits. */
  waiting: (title: string, count: number): string => `${title} 要対応${counted(count)}件`,
  refresh: '再読み込み',
  notFound: 'ページが見つけられませんでした。',
  toProducts: '製品一覧へ戻る',
  account: (name: string): string => `利用者 ${name}`,
  leftElsewhere: '別のタブでログアウトしました。もう一度ログインしてください。',
  notAllowed: 'この操作を行う権限がありません。',
  sessionExpired: 'セッションの有効期限が切れました。もう一度ログインしてください。',
  broken: '画面を表示できませんでした。',
  brokenHint: '再読み込みしても直らないときは、管理者に連絡してください。',
} as const;

export const LOGIN = {
  employeeId: '社員ID',
  password: 'パスワード',
  submit: 'ログイン',
  forgot: 'パスワードを忘れたとき',
} as const;

/** Over a page that holds what is not saved. */
export const AGAIN = {
  title: 'もう一度ログイン',
  hint: '入力した内容はそのままです。',
  as: (id: string, name: string): string => `${id} ${name}`,
  leave: '入力を破棄してログイン画面へ',
} as const;

export const OWN_PASSWORD = {
  title: 'パスワードを変更',
  hint: '8文字以上で、推測されにくいものにしてください。変更すると、他の端末ではログアウトされます。',
  current: '現在のパスワード',
  password: '新しいパスワード',
  repeat: '新しいパスワード(確認)',
  differs: 'パスワードが一致しません。',
  done: 'パスワードを変更しました。',
} as const;

export const ERRORS = {
  failed: 'エラーが発生しました。',
  offline: 'サーバーに接続できません。通信を確認してください。',
  invalidForm: '入力内容に誤りがあります。',
} as const;
