/** The keys of the boards, as キー操作 lists them: one table. What a key does stands in admin/board/chart/hand/keyboard.ts, edit/undo-keys.ts and search/QuickField.tsx. */
export interface KeyRow {
  /** Keys that are pressed together stand in one row, `または` between ways to do the same. */
  keys: readonly (readonly string[])[];
  does: string;
}

export const KEY_HELP = {
  title: 'キー操作',
  open: 'キー操作',
  close: '閉じる',
  or: 'または',
  plus: '+',
  columns: { keys: 'キー', does: '操作' },
} as const;

export const KEY_GROUPS: readonly { title: string; rows: readonly KeyRow[] }[] = [
  {
    title: 'どこでも',
    rows: [
      { keys: [['Ctrl', 'K']], does: '製番・製品・設備を指定して移動' },
      { keys: [['Ctrl', 'Z']], does: '元に戻す' },
      {
        keys: [
          ['Ctrl', 'Y'],
          ['Ctrl', 'Shift', 'Z'],
        ],
        does: 'やり直す',
      },
      { keys: [['?']], does: 'このキー操作の一覧' },
    ],
  },
  {
    title: '表の中(表をクリックするか、Tabキーで選んでから)',
    rows: [
      { keys: [['←'], ['→'], ['↑'], ['↓']], does: '工程を順に選ぶ' },
      { keys: [['→'], ['←']], does: '完了した工程の行では、開く・たたむ' },
      { keys: [['Tab'], ['Enter']], does: '設備別カレンダーの行では、開く・たたむ' },
      { keys: [['Enter']], does: '選んだ工程の詳細を開く' },
      { keys: [['L']], does: '選んだ工程をロックする・解除する' },
      {
        keys: [
          ['Alt', '←'],
          ['Alt', '→'],
        ],
        does: '選んだ工程を半日ずつ動かす',
      },
      {
        keys: [
          ['Alt', '↑'],
          ['Alt', '↓'],
        ],
        does: '選んだ工程を、ほかの設備へ移す',
      },
      { keys: [['T']], does: '今日を表示' },
    ],
  },
  {
    title: 'マウスとともに',
    rows: [
      { keys: [['Ctrl', 'ホイール']], does: '半日・日・週の切り替え' },
      { keys: [['Shift', 'クリック'], ['Space']], does: '工程を選択に加える・外す' },
      { keys: [['ドラッグ']], does: '空いた所から囲んで、工程を選択' },
      { keys: [['右クリック']], does: '工程のメニュー(これ以降を選択、ロックなど)' },
      { keys: [['Shift', 'ドラッグ']], does: '後工程もいっしょに動かす' },
      { keys: [['Esc']], does: 'ドラッグをやめて元の位置に戻す、ダイアログを閉じる、選択を解除する' },
      { keys: [['ダブルクリック']], does: '設備別カレンダーの空いた所に工程を追加' },
    ],
  },
];
