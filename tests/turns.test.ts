import { expect, it } from 'vitest';
import { sharing, turns } from '../server/turns.ts';

it('lets so much work go on at a time, in its order, and passes on the place of what failed', async () => {
  const inTurn = turns(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const work = (index: number) => async () => {
    begun.push(index);
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
    if (index === 1) throw new Error('failed');
    return index;
  };
  const all = Promise.allSettled([0, 1, 2, 3, 4].map((index) => inTurn(work(index))));
  while (begun.length < 5 || ends.length > 0) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await all).map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([0, 'failed', 2, 3, 4]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  expect(most).toBe(2);
});

it('refuses what finds no place in the line or waits too long in it, and never begins it', async () => {
  const refuse = () => new Error('busy');
  const inTurn = turns(1, { waiting: 2, waitMs: 50, refuse });
  const begun: number[] = [];
  let end = (): void => undefined;
  const first = inTurn(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  const later = [1, 2, 3].map((index) => inTurn(async () => void begun.push(index)));
  await expect(later[2]).rejects.toThrow('busy');
  await expect(Promise.all(later.slice(0, 2).map((one) => one.catch(refuse)))).resolves.toEqual([refuse(), refuse()]);
  end();
  await first;
  await inTurn(async () => void begun.push(4));
  expect(begun).toEqual([4]);
});

it('shares one reading among those who come while another is under way, and passes on what failed', async () => {
  const read: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const ask = sharing(async (questions: readonly number[]) => {
    read.push(questions);
    await new Promise<void>((resolve) => ends.push(resolve));
    if (questions.includes(2)) throw new Error('failed');
    return questions.length;
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const first = ask(1);
  await turn();
  const second = Promise.allSettled([ask(2), ask(3)]);
  await turn();
  expect(read).toEqual([[1]]);
  ends.shift()?.();
  expect(await first).toBe(1);
  await turn();
  const third = ask(4);
  ends.shift()?.();
  expect((await second).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await turn();
  ends.shift()?.();
  expect(await third).toBe(1);
  expect(read).toEqual([[1], [2, 3], [4]]);
});
