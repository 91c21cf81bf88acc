import type { FacilityRow, TaskRow } from '../types.ts';

/** Codes with their steps: department 320 casts steel, 340 iron (docs/glossary.md). */
const TASKS: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    '320-3121',
    [
      ['010', '造型'],
      ['020', '中子'],
      ['030', '型合せ'],
      ['040', '溶解'],
      ['050', '鋳込'],
      ['060', '解枠'],
      ['070', '型バラシ後冷却(廃止)'],
    ],
  ],
  [
    '320-3122',
    [
      ['010', '砂落し'],
      ['020', '押湯切断'],
      ['030', 'ガウジング'],
      ['040', '湯口折り(廃止)'],
    ],
  ],
  [
    '320-3123',
    [
      ['010', '焼なまし'],
      ['020', '焼ならし'],
      ['030', '焼入れ'],
      ['040', '焼戻し'],
      ['050', '溶体化(水靭)'],
      ['060', '応力除去'],
    ],
  ],
  ['320-3124', [['010', 'ショットブラスト']]],
  [
    '320-3125',
    [
      ['010', 'グラインダー仕上'],
      ['020', '溶接補修'],
    ],
  ],
  [
    '320-4111',
    [
      ['010', '外観検査'],
      ['020', '浸透探傷(PT)'],
      ['030', '磁粉探傷(MT)'],
      ['040', '超音波探傷(UT)'],
      ['050', '寸法検査'],
      ['060', '最終検査'],
    ],
  ],
  [
    '320-5131',
    [
      ['010', '荒加工'],
      ['020', '中仕上加工'],
      ['030', '仕上加工'],
      ['040', '穴あけ・タップ'],
    ],
  ],
  [
    '320-6111',
    [
      ['010', '梱包'],
      ['020', '出荷'],
    ],
  ],
  [
    '320-9111',
    [
      ['010', '外注加工'],
      ['020', '外注塗装'],
      ['030', '外注めっき'],
      ['040', '外注熱処理'],
      ['050', '外注木型修理'],
    ],
  ],
  [
    '340-3151',
    [
      ['010', '造型'],
      ['020', '型合せ'],
      ['030', '鋳込'],
      ['040', '解枠'],
      ['050', '型バラシ後冷却(廃止)'],
    ],
  ],
  [
    '340-3152',
    [
      ['010', '砂落し'],
      ['020', '押湯切断'],
      ['030', 'ガウジング'],
    ],
  ],
  [
    '340-3153',
    [
      ['010', '焼なまし'],
      ['020', '焼ならし'],
      ['060', '応力除去'],
    ],
  ],
  ['340-3154', [['010', 'ショットブラスト']]],
  [
    '340-3155',
    [
      ['010', 'グラインダー仕上'],
      ['020', '溶接補修'],
    ],
  ],
];

/** Short forms of processes whose names give poor ones. */
export const ABBREVIATIONS: Record<string, string> = {
  焼なまし: '焼鈍',
  焼ならし: '焼準',
  '溶体化(水靭)': '水靭',
  グラインダー仕上: '研削',
  '浸透探傷(PT)': 'PT',
  '磁粉探傷(MT)': 'MT',
  '超音波探傷(UT)': 'UT',
  '穴あけ・タップ': '穴明',
  外注めっき: '鍍金',
};

/** The processes, by code. */
export const demoTasks = (): TaskRow[] =>
  TASKS.flatMap(([group, steps]) => steps.map(([step, name]) => ({ task_code: `${group}-${step}`, task_name: name })));

/** Name of a process by code. Throws RangeError for an unknown one. */
export function taskName(code: string): string {
  const name = TASK_NAMES.get(code);
  if (name === undefined) throw new RangeError(`no such task: ${code}`);
  return name;
}
const TASK_NAMES = new Map(demoTasks().map((task) => [task.task_code, task.task_name]));

export type FacilitySpec = {
  code: string;
  name: string;
  units: number;
  max_weight: number;
  /** depth, width, height in metres; null where nothing is measured. */
  box: readonly [number, number, number] | null;
  tasks: readonly string[];
};
const tasksOf = (group: string, ...steps: string[]): string[] => steps.map((step) => `${group}-${step}`);
/** Code, name, units, maximum weight, box and processes. */
type FacilityLine = readonly [string, string, number, number, FacilitySpec['box'], readonly string[]];

const FACILITY_LINES: readonly FacilityLine[] = [
  ['320-01-06', '320解枠場', 3, 12000, [6, 4, 3], tasksOf('320-3121', '060')],
  ['320-02-01', '320砂落し場', 3, 12000, null, tasksOf('320-3122', '010')],
  ['320-02-02', '320押湯切断場', 4, 12000, null, tasksOf('320-3122', '020')],
  ['320-02-03', '320ガウジング場', 2, 12000, null, tasksOf('320-3122', '030')],
  ['320-03-01', 'ハンガーショット', 1, 3000, null, tasksOf('320-3124', '010')],
  ['320-03-02', 'テーブルショット', 2, 8000, null, tasksOf('320-3124', '010')],
  ['320-04-01', '320グラインダー職場', 10, 8000, null, tasksOf('320-3125', '010')],
  ['320-05-01', '1号台車式焼鈍炉', 1, 6000, [2.6, 1.8, 1.5], tasksOf('320-3123', '010', '020', '060')],
  ['320-05-02', '2号台車式焼鈍炉', 1, 12000, [3.6, 2.4, 1.8], tasksOf('320-3123', '010', '020', '060')],
  ['320-05-03', '3号焼ならし炉', 1, 5000, [2.2, 1.8, 1.4], tasksOf('320-3123', '020', '030')],
  ['320-05-04', '4号溶体化炉(水槽付)', 1, 5000, [2.2, 1.8, 1.4], tasksOf('320-3123', '050', '030')],
  ['320-05-05', '5号焼戻し炉', 2, 5000, [2.4, 1.8, 1.4], tasksOf('320-3123', '040', '060')],
  ['320-05-06', '6号ピット炉', 2, 1500, [1.2, 1.2, 1.5], tasksOf('320-3123', '050', '020', '040')],
  ['320-06-01', '320溶接場', 5, 12000, null, tasksOf('320-3125', '020')],
  ['320-07-01', '立旋盤1号', 1, 8000, null, tasksOf('320-5131', '010', '020', '030')],
  ['320-07-02', '立旋盤2号', 1, 8000, null, tasksOf('320-5131', '010', '020', '030')],
  ['320-07-03', '横中ぐり盤1号', 1, 6000, null, tasksOf('320-5131', '010', '020', '030', '040')],
  ['320-07-04', '横中ぐり盤2号', 1, 6000, null, tasksOf('320-5131', '010', '020', '030', '040')],
  ['320-07-05', '門形五面加工機', 1, 12000, null, tasksOf('320-5131', '010', '030', '040')],
  ['320-07-06', '横形マシニングセンタ1号', 1, 1500, null, tasksOf('320-5131', '020', '030', '040')],
  ['320-07-07', '横形マシニングセンタ2号', 1, 1500, null, tasksOf('320-5131', '020', '030', '040')],
  ['320-07-08', '横形マシニングセンタ3号', 1, 1500, null, tasksOf('320-5131', '020', '030', '040')],
  ['320-07-09', '横形マシニングセンタ4号', 1, 1500, null, tasksOf('320-5131', '020', '030', '040')],
  ['320-07-10', '立形マシニングセンタA群', 2, 800, null, tasksOf('320-5131', '020', '030', '040')],
  ['320-07-11', '立形マシニングセンタB群', 2, 800, null, tasksOf('320-5131', '020', '030', '040')],
  ['320-07-12', 'NC旋盤A群', 2, 500, null, tasksOf('320-5131', '010', '030')],
  ['320-07-13', 'NC旋盤大形', 1, 500, null, tasksOf('320-5131', '010', '030')],
  ['320-08-01', '検査場', 4, 12000, null, tasksOf('320-4111', '010', '050', '060')],
  ['320-08-02', '探傷室', 2, 12000, null, tasksOf('320-4111', '020', '030', '040')],
  ['320-09-01', '出荷場', 6, 12000, null, tasksOf('320-6111', '010', '020')],
  ['340-01-04', '340解枠機', 2, 8000, [4, 3, 2], tasksOf('340-3151', '040')],
  ['340-02-01', '340砂落し場', 2, 8000, null, tasksOf('340-3152', '010')],
  ['340-02-02', '340切断場', 2, 8000, null, tasksOf('340-3152', '020', '030')],
  ['340-03-01', '340ショット', 1, 8000, null, tasksOf('340-3154', '010')],
  ['340-04-01', '340グラインダー職場', 6, 8000, null, tasksOf('340-3155', '010')],
  ['340-05-01', '7号焼鈍炉', 1, 6000, [2.6, 1.8, 1.5], tasksOf('340-3153', '010', '020', '060')],
  ['340-05-02', '8号応力除去炉', 1, 6000, [2.6, 1.8, 1.5], tasksOf('340-3153', '060', '020')],
  ['340-06-01', '340溶接場', 2, 8000, null, tasksOf('340-3155', '020')],
];

/** The 38 facilities at capacity 1. */
export const FACILITIES: readonly FacilitySpec[] = FACILITY_LINES.map(([code, name, units, max_weight, box, tasks]) => {
  return { code, name, units, max_weight, box, tasks };
});

/** One row per facility and process, units multiplied by `capacity`. */
export function demoFacilities(capacity: number): FacilityRow[] {
  return FACILITIES.flatMap((spec) => {
    const [depth, width, height] = spec.box ?? [null, null, null];
    const volume = spec.box ? Number((spec.box[0] * spec.box[1] * spec.box[2]).toFixed(4)) : null;
    const availability = Math.max(1, Math.round(spec.units * capacity));
    return spec.tasks.map((task_code) => ({
      facility_code: spec.code,
      facility_name: spec.name,
      task_name: taskName(task_code),
      task_code,
      availability,
      max_weight: spec.max_weight,
      depth,
      width,
      height,
      volume,
    }));
  });
}
