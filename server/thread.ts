import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

const built = import.meta.url.endsWith('.js');
const SOURCES = new URL('./', import.meta.url).href;

let build: URL | undefined;

/** Threads of a program that runs from source start from this fresh build of `server/` from now on, in a third of the time; undefined: from source. */
export const startThreadsFrom = (folder: URL | undefined): void => {
  build = folder;
};

/** Where the built form of a module stands, if there is one. */
function builtForm({ href }: URL): URL | undefined {
  const name = href.replace(/\.ts$/, '.js');
  if (built) return new URL(name);
  return build && href.startsWith(SOURCES) ? new URL(name.slice(SOURCES.length), build) : undefined;
}

/** Starts a worker thread from the URL of its TypeScript module, whether the program runs from source (tsx, vitest) or built. */
export function startThread(module: URL, options: WorkerOptions = {}): Worker {
  const ready = builtForm(module);
  if (ready) return new Worker(ready, options);
  // A thread's own `--import tsx` comes too late on Node 20: the first line of the thread registers it instead.
  const tsx = new URL('./dist/esm/api/index.mjs', pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'))).href;
  const entry = `import(${JSON.stringify(tsx)}).then(({ register }) => (register(), import(${JSON.stringify(module.href)})))`;
  return new Worker(entry, { ...options, eval: true });
}

/** What a thread answers that is started for one question; a process that stops does not wait for it. Throws the error it died of. */
export function askThread<Answer>(module: URL, workerData: object): Promise<Answer> {
  const thread = startThread(module, { workerData });
  thread.unref();
  return new Promise((resolve, reject) => {
    thread.on('message', resolve);
    thread.on('error', reject);
    thread.on('exit', () => reject(new Error('the thread ended without an answer')));
  });
}
