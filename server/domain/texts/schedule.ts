/** Sentences of the schedule screens and of schedule writes. */
export const SCHEDULE_TEXTS = {
  start_required: '開始日を設定して下さい。',
  end_required: '終了日を設定して下さい。',
  end_not_after_start: '終了日時は開始日時より後に設定してください。',
  not_a_date: '存在しない日付です。',
  not_an_hour: '選択できない時刻です。',
  facility_cannot: 'この工程を行えない設備です。',
  pending: '立案中のため変更できません。',
  locked: 'ロックされた工程は変更できません。',
  received_by_file: '受入済みの工程のため、工程終了を外せません。',
  order_unknown: 'この製番は登録されていません。',
  lot_unknown: 'この追番は登録されていません。',
  task_unknown: 'この工程は登録されていません。',
  order_task_unknown: 'この工程情報は登録されていません。',
  entry_unknown: 'この工程は生産計画にありません。',
  entry_exists: 'この工程は既に生産計画にあります。',
  required: 'この項目は必須です。',
  twice: '同じ工程が2回指定されています。',
  bad_clock: '08:00〜16:00の30分単位で入力してください。',
  both_clocks: '開始時刻と終了時刻は両方とも入力してください。',
} as const;

/** Warnings listed under the success message of a save. */
export const SCHEDULE_WARNINGS = {
  after_next: (task: string): string => `後工程「${task}」の開始より後に終わります。`,
  over_capacity: (facility: string): string => `設備「${facility}」の台数を超えています。`,
  past_deadline: (days: number): string => `納期を${days}日過ぎます。`,
  work_time_cleared: '日程を変更したため、作業時刻の指定を解除しました。',
  left_furnace_run: '炉チャージから外れました。同じチャージの他のロットはそのままです。',
} as const;

/** `寸法検査: 開始日が休日です。`: a warning of one of several bars. */
export const warningOfBar = (task: string, sentence: string): string => `${task}: ${sentence}`;

/** The kinds of labour of `schedule_details`. */
export const LABOR_KINDS = { setup: '段取', work: '作業' } as const;
