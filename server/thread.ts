import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Starts a worker thread from a module URL, whether the module is TypeScript (tsx, vitest) or built JavaScript. */
export function startThread(module: URL, options: WorkerOptions = {}): Worker {
  const typescript = module.pathname.endsWith('.ts');
  return new Worker(module, typescript ? { ...options, execArgv: ['--import', 'tsx', ...(options.execArgv ?? [])] } : options);
}
