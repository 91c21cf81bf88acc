import { expect, it } from 'vitest';
import { serverHere } from '../support/here.ts';
import { plantBuilder } from '../support/plant.ts';
import { eventually } from '../support/wait.ts';

const server = serverHere({ demo: false, config: { role: 'api' } });

it('a write behind many others at once is refused, to be tried again; those in the line are carried out', async () => {
  const token = await server.token('1002');
  const order = await plantBuilder(server.db).order();
  const post = (path: string) => server.call('POST', path, { token, body: { order } });
  const lock = await server.db.transaction();
  await lock.raw('select id from plans for update');
  let refused = 0;
  const answers = Array.from({ length: 25 }, async () => {
    const answer = await post('/api/schedules/lock_order/');
    if (answer.status === 503) refused += 1;
    return answer;
  });
  const first = await Promise.race(answers);
  // Whoever comes to the line after it has moved has a place in it.
  await eventually(() => refused).toBe(4);
  expect(first).toMatchObject({ status: 503, body: { error: expect.stringContaining('混み合っています') } });
  await lock.rollback();
  const all = (await Promise.all(answers)).map(({ status }) => status).sort();
  expect(all).toEqual([...Array(21).fill(200), ...Array(4).fill(503)]);
  expect(await post('/api/schedules/unlock_order/')).toMatchObject({ status: 200 });
});
