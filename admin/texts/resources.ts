/** Success messages of forms, as react-admin looks them up: `resources.X.notifications.*`. */
export const RESOURCE_MESSAGES = {
  products: { notifications: { updated: '製品を変更しました。', deleted: '製品を削除しました。', created: '製品を追加しました。' } },
  facilities: { notifications: { updated: '設備を変更しました。', deleted: '設備を削除しました。', created: '設備を追加しました。' } },
  outsourcings: {
    notifications: { updated: '外注を変更しました。', deleted: '外注を削除しました。', created: '外注を追加しました。' },
  },
  employees: { notifications: { updated: '社員を変更しました。', deleted: '社員を削除しました。', created: '社員を追加しました。' } },
} as const;
