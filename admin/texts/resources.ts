const TASK = '工程';
const FACILITY = '生産設備';
const WAITING_DAYS = '待ち日数(日)';
const SIZES = { depth: '奥行(m)', width: '幅(m)', height: '高さ(m)', volume: '容積(m³)' } as const;

/** Labels of fields and success messages, as react-admin looks them up: `resources.X.fields.*`, `resources.X.notifications.*`. */
export const RESOURCE_MESSAGES = {
  products: {
    fields: {
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
    notifications: { updated: '製品を変更しました。', deleted: '製品を削除しました。', created: '製品を追加しました。' },
  },
  facilities: {
    fields: {
      facility_code: '設備コード',
      facility_name: '設備名',
      task_ids: '対応工程',
      availability: '設備数(台)',
      max_weight: '最大重量(kg)',
      ...SIZES,
    },
    notifications: { updated: '設備を変更しました。', deleted: '設備を削除しました。', created: '設備を追加しました。' },
  },
  outsourcings: {
    fields: { outsourcing_code: '外注コード', name: '外注先名' },
    notifications: { updated: '外注を変更しました。', deleted: '外注を削除しました。', created: '外注を追加しました。' },
  },
  employees: {
    fields: { employee_id: '社員ID', name: '氏名', name_furigana: 'フリガナ', password: 'パスワード', permission: '権限' },
    notifications: { updated: '社員を変更しました。', deleted: '社員を削除しました。', created: '社員を追加しました。' },
  },
} as const;
