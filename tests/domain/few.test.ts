import { expect, it } from 'vitest';
import { few, fewListed } from '../../server/domain/texts/few.ts';

const all = Array.from({ length: 1_003 }, (_, at) => `${at + 1}号`);

it('counts what it does not name as every count is read', () => {
  expect(few(all, '台')).toBe('1号・2号・3号ほか1,000台');
  expect(fewListed(all, '台')).toBe('1号、2号、3号 ほか1,000台');
  expect(few(all.slice(0, 3), '台')).toBe('1号・2号・3号');
});
