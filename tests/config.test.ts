import { expect, test } from 'vitest';
import { readConfig, VARIABLES, type VariableName } from '../server/config.ts';
import { DomainError } from '../server/domain/ground/errors.ts';

const errorsOf = (given: Partial<Record<VariableName, string>>): string[] => {
  try {
    readConfig(given);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError);
    return (error as Error).message.split('\n');
  }
};

test('a wrong variable is refused in one sentence: name, value, what it may be, in Japanese and English', () => {
  expect(errorsOf({ PORT: '80a' })).toEqual([
    '環境変数 PORT の「80a」は使えません。0〜65535 の整数を指定してください。 / PORT=80a cannot be used: it may be a whole number from 0 to 65535.',
  ]);
  const wrong: Partial<Record<VariableName, string>> = {
    ...{ PORT: '70000', HOST: '', DATA_DIR: '', DEMO: 'yes', TODAY: '2026-02-30', PUBLIC_URL: 'planner.example', LANDING: '/nowhere' },
    ...{ LOG_LEVEL: 'loud', TRUST_PROXY: '-1', ROLE: 'cook' },
  };
  const errors = errorsOf(wrong);
  expect(errors).toHaveLength(Object.keys(wrong).length);
  for (const [index, [name, value]] of Object.entries(wrong).entries()) {
    expect(errors[index]).toContain(`環境変数 ${name} の「${value}」は使えません。`);
    expect(errors[index]).toMatch(new RegExp(` / ${name}=${value} cannot be used: it may be .+\\.$`));
  }
});

test('what holds a secret is never shown; a short secret is refused', () => {
  const wrong = { SECRET: 'x'.repeat(31), METRICS_TOKEN: 'hush', DATABASE_URL: 'mysql://planner:hush@db/planner' };
  const errors = errorsOf(wrong);
  expect(errors).toHaveLength(3);
  expect(errors.join()).not.toMatch(/hush|xxx/);
  expect(errorsOf({ SECRET: 'x'.repeat(32), METRICS_TOKEN: 'x'.repeat(16), DATABASE_URL: 'postgres://planner@db/planner' })).toEqual([]);
});

test('a timetable of nights without their folder is refused', () => {
  expect(errorsOf({ NIGHTLY_CRON: '30 2 * * *' }).join()).toMatch(/INBOX_DIR .* \/ NIGHTLY_CRON needs INBOX_DIR/);
  expect(errorsOf({ NIGHTLY_CRON: '30 2 * * *', INBOX_DIR: '/inbox' })).toEqual([]);
});

test('an empty variable is one that is not set', () => {
  const empty = Object.fromEntries(Object.entries(VARIABLES).map(([name, { fallback }]) => [name, fallback]));
  expect(errorsOf(empty)).toEqual([]);
});
