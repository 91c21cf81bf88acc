/** Why pieces are no good ones: a plant adds its own here and in `Defect` of openapi.yaml. */
export const DEFECTS = {
  crack: '割れ',
  cavity: '巣・ピンホール',
  size: '寸法不良',
  surface: '肌不良',
  damage: '打こん・変形',
  other: 'その他',
} as const;
export type Defect = keyof typeof DEFECTS;

/** Why a facility stands: likewise `StopReason`. */
export const STOPS = {
  breakdown: '設備故障',
  material: '材料待ち',
  setup: '段取り',
  people: '人員不足',
  power: '停電・用役',
  other: 'その他',
} as const;
export type StopReason = keyof typeof STOPS;
