import type { Priority } from '../../plant/priority.ts';

/** What people call the priorities of an order. */
export const PRIORITY_WORDS: Readonly<Record<Priority, string>> = { rush: '特急', normal: '通常', deferred: '後回し' };

/** Other spellings of them in files. */
export const PRIORITY_SPELLINGS: Readonly<Record<string, Priority>> = { 至急: 'rush', 急ぎ: 'rush', 普通: 'normal', 標準: 'normal' };
