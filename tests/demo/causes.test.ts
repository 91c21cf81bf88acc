import { describe, expect, test } from 'vitest';
import { CAUSES, type PlantedLateness, plantedLateness } from '../../seeds/demo/causes.ts';
import type { Demo } from '../../seeds/demo/types.ts';

const cases = plantedLateness({ today: '2026-11-20' });

/** The parts of a demo that differ. */
function differences({ planted, removed }: PlantedLateness): string[] {
  const parts = Object.keys(planted) as (keyof Demo)[];
  return parts.filter((part) => part !== 'options' && JSON.stringify(planted[part]) !== JSON.stringify(removed[part]));
}

describe('planted causes of lateness', () => {
  test('every cause of the vocabulary has five plants', () => {
    for (const cause of Object.keys(CAUSES)) expect(cases.filter((one) => one.cause === cause).length, cause).toBeGreaterThanOrEqual(5);
    expect(new Set(cases.map((one) => one.name)).size).toBe(cases.length);
  });

  test('planted and removed differ in the cause alone', () => {
    const allowed = {
      ...{ late_start: ['order-tasks'], earlier_due: ['facilities', 'heat-treatments'], later_due: ['locks'] },
      ...{ weekday: ['heat-treatments'], outsourcing_lead: ['order-tasks'], late_casting: ['orders', 'castings'] },
      ...{ demolding: ['heat-treatments'], waiting_days: ['heat-treatments'] },
      ...{ closed_calendar: ['holidays', 'availabilities', 'facilities'], lock: ['locks'] },
    } as const;
    for (const one of cases) {
      const changed = differences(one);
      expect(changed.length, one.name).toBeGreaterThan(0);
      for (const part of changed) expect(allowed[one.cause], one.name).toContain(part);
    }
  });
});
