import { expect, it } from 'vitest';
import { LOCKS, type LockName, takeLock } from '../../server/db/locks.ts';
import { alone } from '../../server/db/schema/migrate.ts';
import { lockedAdmins } from '../../server/features/master/master.store.ts';
import { ownDatabase } from '../support/database.ts';

const database = ownDatabase();

/** Does this while each of the locks is held by a transaction of its own. */
async function holding<Result>([name, ...others]: LockName[], work: () => Promise<Result>): Promise<Result> {
  if (!name) return work();
  return database.knex.transaction(async (trx) => {
    await takeLock(trx, name);
    return holding(others, work);
  });
}
const taking = (name: LockName): Promise<string> =>
  database.knex.transaction(async (trx) => {
    await trx.raw("set local lock_timeout = '100ms'");
    await takeLock(trx, name);
    return 'taken';
  });

it('whoever fills an empty database may change who is master_admin meanwhile', async () => {
  expect(await alone(database.knex, () => database.knex.transaction(lockedAdmins))).toEqual([]);
});

it('each lock is held by one transaction at a time, and waits for no other lock', async () => {
  const answer = await holding(Object.keys(LOCKS) as LockName[], () => taking('admins').catch(({ code }: { code: string }) => code));
  expect(answer).toBe('55P03');
  expect(await taking('admins')).toBe('taken');
});
