import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

const built = import.meta.url.endsWith('.js');

/** Starts a worker thread from the URL of its TypeScript module, whether the program runs from source (tsx, vitest) or built. */
export function startThread(module: URL, options: WorkerOptions = {}): Worker {
  if (built) return new Worker(new URL(module.href.replace(/\.ts$/, '.js')), options);
  // A thread's own `--import tsx` comes too late on Node 20: the first line of the thread registers it instead.
  const tsx = new URL('./dist/esm/api/index.mjs', pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'))).href;
  const entry = `import(${JSON.stringify(tsx)}).then(({ register }) => (register(), import(${JSON.stringify(module.href)})))`;
  return new Worker(entry, { ...options, eval: true });
}
