const TASK = '工程';
const FACILITY = '生産設備';
const WAITING_DAYS = '待ち日数(日)';
const SIZES = { depth: '奥行(m)', width: '幅(m)', height: '高さ(m)', volume: '容積(m³)' };

const sentences = (name: string) => ({
  updated: `${name}を変更しました。`,
  deleted: `${name}を削除しました。`,
  created: `${name}を追加しました。`,
});

const page = (name: string) => ({ list: `${name}一覧`, edit: `${name}編集 %{recordRepresentation}`, create: `${name}登録` });

const ORDER_SEARCHES = { serial_number_search: '製番', product_code_search: '製品コード', product_name_search: '製品名' };

const ORDER_TASK_FIELDS = {
  lot_number: '追番',
  task_sort: '工程順',
  task_code: '工程コード',
  task_name: '工程名',
  setup_hours: '段取時間(h)',
  work_hours: '作業時間(h)',
  solution_frame_days: '解枠LT(日)',
  received: '受入',
  last_reception_date: '最終受入日',
  order_quantity: '発注数',
  received_quantity: '受入数',
};

const ORDER_FIELDS = {
  ...ORDER_SEARCHES,
  serial_number: '製番',
  product_code: '製品コード',
  product_name: '製品名',
  number: '発注数',
  weight: '単重量(kg)',
  delivery_status: '納入状態',
  material: '材質',
  delivery_date: '製作納期',
  casting_date: '鋳込日',
  task_number: '工程数',
  shipping_date: '出荷予定日',
  late_days: '遅れ(日)',
  lots: { lot_number: '追番', casting_date: '鋳込日' },
  order_tasks: ORDER_TASK_FIELDS,
};

/**
 * The words of each resource, where react-admin looks them up: `resources.X.name`, `.page`, `.fields`, `.notifications`.
 */
export const RESOURCE_MESSAGES = {
  products: {
    name: '製品',
    page: page('製品'),
    notifications: sentences('製品'),
    fields: {
      product_code_search: '製品識別コード',
      product_name_search: '製品名',
      customer_name_search: '得意先名',
      product_code: '製品コード',
      product_name: '製品名',
      customer_name: '得意先名',
      volume_factor: '容積係数',
      ...SIZES,
      round_up: '切上容積(m³)',
      heat_treatments: {
        task: TASK,
        temperature: '温度(℃)',
        retention_time: '保持時間(h)',
        cooling_method: '冷却方法',
        cooling_time: '冷却時間(h)',
        work_settings: '基本実施曜日',
        waiting_days: WAITING_DAYS,
        facility: FACILITY,
      },
      product_processings: { task: TASK, facility: FACILITY, waiting_days: WAITING_DAYS },
      demoldings: { task: TASK, demolding_time: '解枠時間(h)' },
    },
  },
  tasks: {
    name: '工程',
    page: page('工程'),
    fields: {
      task_code_search: '工程コード',
      task_name_search: '工程名',
      task_code: '工程コード',
      task_name: '工程名',
      abbreviation: '略称',
    },
  },
  orders: { name: 'オーダー', page: { list: 'オーダー一覧', edit: 'オーダー詳細 %{recordRepresentation}' }, fields: ORDER_FIELDS },
  order_tasks: { name: '工程情報', page: { list: '工程情報一覧', edit: '工程情報詳細 %{recordRepresentation}' }, fields: ORDER_FIELDS },
  casting: {
    name: '鋳込み',
    page: page('鋳込み'),
    fields: {
      serial_number_search: '製番',
      lot_number_search: '追番',
      casting_date_gte_search: '鋳込日(開始)',
      casting_date_lte_search: '鋳込日(終了)',
      serial_number: '製番',
      lot_number: '追番',
      casting_date: '鋳込日',
    },
  },
  facilities: {
    name: '設備',
    page: page('設備'),
    notifications: sentences('設備'),
    fields: {
      facility_code_search: '設備コード',
      facility_name_search: '設備名',
      task_name_search: '工程名',
      facility_code: '設備コード',
      facility_name: '設備名',
      task_names: '工程名',
      task_codes: '工程コード',
      task_ids: '対応工程',
      availability: '設備数(台)',
      max_weight: '最大重量(kg)',
      ...SIZES,
    },
  },
  outsourcings: {
    name: '外注',
    page: page('外注'),
    notifications: sentences('外注'),
    fields: { outsourcing_code_search: '外注コード', name_search: '外注名', outsourcing_code: '外注コード', name: '外注先名' },
  },
  employees: {
    name: '社員',
    page: page('社員'),
    notifications: sentences('社員'),
    fields: {
      employee_id_search: '社員ID',
      name_furigana_search: 'フリガナ',
      permission_search: '権限',
      employee_id: '社員ID',
      name: '氏名',
      name_furigana: 'フリガナ',
      password: 'パスワード',
      permission: '権限',
    },
  },
  audit: {
    name: '変更履歴',
    page: { list: '変更履歴' },
    fields: {
      key_search: '対象',
      actor_search: '担当者',
      from_date: '日付(開始)',
      to_date: '日付(終了)',
      at: '日時',
      actor: '担当者',
      operation: '操作',
      kind: '種類',
      key: '対象',
      change: '変更内容',
    },
  },
  excels: {
    name: 'ファイルダウンロード',
    page: { list: 'ファイルダウンロード' },
    fields: { date: '作成日', file_type: '種類', status: 'ステータス', output_file: 'ファイル' },
  },
  'import-history': {
    name: '取込履歴',
    page: { list: '取込履歴', edit: '取込履歴 %{recordRepresentation}' },
    fields: {
      file_name_search: 'ファイル名',
      actor_search: '実行者',
      from_date: '日付(開始)',
      to_date: '日付(終了)',
      at: '日時',
      actor: '実行者',
      kind: '種類',
      file_name: 'ファイル',
      refused: '結果',
      row_count: '取込行数',
      new_count: '新規',
      changed_count: '変更',
      unchanged_count: '変更なし',
      warning_count: '警告',
      left_out_count: '除いた行',
    },
  },
  nights: {
    name: '夜間処理',
    page: { list: '過去の夜間処理', edit: '夜間処理 %{recordRepresentation}' },
    fields: {
      from_date: '日付(開始)',
      to_date: '日付(終了)',
      started_at: '開始',
      finished_at: '終了',
      requested_by: '実行',
      status: '結果',
      file_count: 'ファイル',
      failed_count: '取込不可',
      left_out_count: '除外した行',
      late_before_count: '納期遅れ(前)',
      late_after_count: '納期遅れ',
      moved_count: '動いた工程',
      files: {
        kind: '種類',
        name: 'ファイル',
        outcome: '結果',
        row_count: '行数',
        new_count: '新規',
        changed_count: '変更',
        left_out_count: '除外',
        message: '理由',
      },
      notes: { name: 'ファイル', text: '内容' },
      left_out: { kind: '種類', row: '行', reason: '理由' },
      newly_late: { serial_number: '製番', product_name: '製品名', late_days: '遅れ(日)', reason: '主な原因' },
      resolved: { serial_number: '製番', product_name: '製品名', late_days: '前回の遅れ(日)' },
      lost: { serial_number: '製番', product_name: '製品名', late_days: '前回の遅れ(日)', reason: '外れた理由' },
    },
  },
  'master-check': {
    fields: { level: '区分', code: 'コード', message: '内容', order_count: '影響オーダー(件)', place: '操作' },
  },
} as const;
