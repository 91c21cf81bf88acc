import { expect, test } from 'vitest';
import { changeOfPlan, type PlanNaming } from '../../server/domain/texts/plan/plans.ts';

const former = (second: string, name = ''): PlanNaming => ({
  kind: 'former',
  name,
  number: null,
  left_at: `2026-04-01T09:50:${second}+09:00`,
});

test('a change between two plans of one name tells them apart, by the minute or by the second', () => {
  const earlier = { ...former('10'), left_at: '2026-04-01T09:40:10+09:00' };
  expect(changeOfPlan(former('50'), earlier)).toBe('前の計画(4/1(水) 09:50まで) → 前の計画(4/1(水) 09:40まで)');
  expect(changeOfPlan(former('50'), former('10'))).toBe('前の計画(4/1(水) 09:50:50まで) → 前の計画(4/1(水) 09:50:10まで)');
  expect(changeOfPlan(former('50', '案'), former('50'))).toBe('案(4/1(水) 09:50まで) → 前の計画(4/1(水) 09:50まで)');
  expect(changeOfPlan({ ...former('50'), kind: 'candidate', number: 3 }, former('10'))).toBe('計画③ → 前の計画(4/1(水) 09:50まで)');
});
