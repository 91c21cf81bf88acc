import { type DemoOptions, generateDemo, PAST_DAYS } from '../../seeds/demo/index.ts';
import { type Config, readConfig } from '../../server/config.ts';
import { withServices } from '../../server/services.ts';

/** The day on which tests happen. */
export const TODAY = '2026-04-01';

/** Foundries that stand loaded in templates: one of short lists, one with more than a page of each, and one with a plan. */
export const DEMOS = {
  short: { orders: 30, products: 30, planned: false },
  long: { orders: 130, products: 120, planned: false },
  planned: { orders: 60, products: 40, planned: true },
} as const;
export type DemoName = keyof typeof DEMOS;
export const DEMO_NAMES = Object.keys(DEMOS) as DemoName[];

const PLAN_SECONDS = 2;

/** A demo foundry as tests have it: small, on their day, and without a past where none is asked for. */
export const testDemo = (options: Partial<DemoOptions> = {}) =>
  generateDemo({ today: TODAY, orders: 40, products: 30, past_days: 0, ...options });

/** What the program is configured with in tests, on this database. */
export const testConfig = (databaseUrl: string): Config =>
  readConfig({
    DATABASE_URL: databaseUrl,
    TODAY,
    LOG_LEVEL: 'silent',
    PROPOSAL_SECONDS: '0',
    SECRET: 'a secret that only the tests know, 32+',
  });

/** Fills a migrated, empty database with one of the foundries. */
export async function fillDemo(databaseUrl: string, name: DemoName): Promise<void> {
  const { orders, products, planned } = DEMOS[name];
  await withServices(testConfig(databaseUrl), async ({ loadDemo, runs }) => {
    await loadDemo(testDemo({ orders, products, past_days: PAST_DAYS }));
    if (planned) await runs.runAndWait({ time_limit_seconds: PLAN_SECONDS }, '1002');
  });
}
