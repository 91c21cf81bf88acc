/** How the command line explains itself: its menu, its examples, its refusals. */
export const MENU_GROUPS = {
  daily: '日々の仕事:',
  files: '取込履歴とバックアップ:',
  plant: '設定と利用者:',
  operation: '運用:',
} as const;

/** Headings and words of the help, by what the library calls them. */
export const HELP_TITLES: Readonly<Record<string, string>> = {
  'Usage:': '使い方:',
  'Arguments:': '引数:',
  'Options:': 'オプション:',
  'Commands:': 'コマンド:',
};

export const HELP = {
  options: '[オプション]',
  command: '<コマンド>',
  help: '使い方を表示します',
  helpCommand: 'コマンドの使い方を表示します',
  version: 'バージョンを表示します',
  choices: (values: readonly string[]): string => `(${values.join(', ')})`,
  standard: (value: string): string => `(標準: ${value})`,
  examples: '例:',
  exits: [
    '終了コード: 0 完了、1 受け付けられない入力 (理由を表示)、2 失敗',
    'restore はサーバーをすべて停止してから使います。ほかのコマンドは、サーバーの起動中・停止中のどちらでも使えます。',
    '結果は標準出力に、進み具合・警告・エラーは標準エラー出力に出ます。--json の結果は1つの JSON です。',
  ],
  more: '各コマンドの詳しい使い方: planner <コマンド> --help',
  manualTitle: 'planner の使い方',
  manualIntro:
    '`npx planner` (ソースからは `npm run cli --`) で使います。どのコマンドも `--help` で使い方を表示します。このページは `npm run manual` がコマンドの定義から作ります。',
} as const;

/** An example for every command, by its words. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  '': [
    'planner import オーダー.xlsx 工程情報.xlsx --dry-run',
    'planner schedule run --wait',
    'planner export charges --from 2026-04-01 -o 炉チャージ表.xlsx',
  ],
  serve: ['planner serve --port 8080', 'planner serve --role worker'],
  import: [
    'planner import orders オーダー.xlsx --dry-run',
    'planner import 製品.xlsx オーダー.xlsx 工程情報.xlsx --left-out 除いた行.xlsx',
    'planner import order-tasks 工程情報.csv --skip-bad-rows --left-out 除いた行.xlsx',
  ],
  'import-history': ['planner import-history --limit 5', 'planner import-history 12 --left-out 除いた行.xlsx'],
  'import-undo': ['planner import-undo 12 --dry-run', 'planner import-undo 12'],
  schedule: ['planner schedule run --wait', 'planner schedule status --json'],
  'schedule run': [
    'planner schedule run --wait --time-limit 60',
    'planner schedule run --wait --moving least',
    'planner schedule run --wait --first 026Y0189',
  ],
  'schedule status': ['planner schedule status', 'planner schedule status --json'],
  'schedule adopt': ['planner schedule adopt 3'],
  'schedule cancel': ['planner schedule cancel'],
  export: ['planner export schedules --from 2026-04-01', 'planner export outsourcing -o 外注.xlsx'],
  promise: ['planner promise 見積.xlsx', 'planner promise 見積.csv --output 納期回答.xlsx'],
  nightly: ['planner nightly', 'planner nightly --check'],
  backup: ['planner backup /backup/plant.backup'],
  restore: ['planner restore /backup/plant.backup', 'planner restore /backup/plant.backup --replace'],
  settings: ['planner settings show', 'planner settings set frozen_days=3'],
  'settings show': ['planner settings show --json'],
  'settings set': ['planner settings set frozen_days=3 weights.late_order=5', 'planner settings set frozen_days='],
  user: ['planner user list'],
  'user add': ['planner user add 2001 --name "計画 花子" --permission planning_manager'],
  'user reset-password': ['planner user reset-password 2001'],
  'user list': ['planner user list --json'],
  db: ['planner db status'],
  'db migrate': ['planner db migrate'],
  'db status': ['planner db status --json'],
  demo: ['planner demo files ./demo --orders 50'],
  'demo load': ['planner demo load --orders 100 --today 2026-04-01'],
  'demo files': ['planner demo files ./demo --orders 50 --dirty 0.1'],
};

const listed = (values: readonly string[]): string => (values.length > 0 ? `次のいずれかを指定してください: ${values.join(', ')}。` : '');
const meant = (guess: string | undefined): string => (guess ? `もしかして: ${guess}。` : '');

/** What the command line says to words it does not take. */
export const REFUSALS = {
  option: (flag: string, guess: string | undefined, known: readonly string[]): string =>
    `オプション「${flag}」はありません。${meant(guess)}${listed(known)}`,
  command: (name: string, guess: string | undefined, known: readonly string[]): string =>
    `コマンド「${name}」はありません。${meant(guess)}${listed(known)}`,
  value: (name: string, value: string, known: readonly string[]): string => `${name}「${value}」は指定できません。${listed(known)}`,
  missingArgument: (name: string): string => `<${name}> を指定してください。`,
  missingValue: (flags: string): string => `オプション ${flags} に値を指定してください。`,
  missingOption: (flags: string): string => `オプション ${flags} は必ず指定してください。`,
  tooMany: '引数が多すぎます。',
  usage: (command: string): string => `(使い方: ${command} --help)`,
} as const;
