import { Worker, type WorkerOptions } from 'node:worker_threads';

const built = import.meta.url.endsWith('.js');

/** Starts a worker thread from the URL of its TypeScript module, whether the program runs from source (tsx, vitest) or built. */
export function startThread(module: URL, options: WorkerOptions = {}): Worker {
  if (built) return new Worker(new URL(module.href.replace(/\.ts$/, '.js')), options);
  return new Worker(module, { ...options, execArgv: ['--import', 'tsx', ...(options.execArgv ?? [])] });
}
