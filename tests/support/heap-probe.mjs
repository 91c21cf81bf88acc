// Loaded before the program by a test: at SIGUSR2 it collects what is garbage and says what is left. What a collection has not reached yet is no leak.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  process.on('SIGUSR2', () => {
    collect();
    process.stdout.write(`heap ${process.memoryUsage().heapUsed}\n`);
  });
}
