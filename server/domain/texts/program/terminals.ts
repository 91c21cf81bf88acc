/** What is said about terminals of the shop floor. */
export const TERMINALS = {
  required: 'この項目は必須です。',
  nameTaken: 'この名前の端末は既にあります。',
  facilityUnknown: '登録されていない設備が含まれています。画面を読み込み直してください。',
  codeDead: '番号が正しくないか、有効期限が切れています。管理者に新しい番号の発行を依頼してください。',
  cutOff: 'この端末の登録は解除されました。続けて使うには、管理者に番号の発行を依頼し、つなぎ直してください。',
} as const;
