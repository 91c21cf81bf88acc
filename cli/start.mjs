// npm start: builds what is stale, then serves. In production nothing is built.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildStale, isFresh, ROOT } from './build.mjs';

const entry = join(ROOT, 'dist', 'cli', 'main.js');
if (process.env.NODE_ENV === 'production') {
  if (!existsSync(entry) || !existsSync(join(ROOT, 'dist', 'admin', 'index.html'))) {
    process.stderr.write('dist is missing: run "npm run build" before starting in production.\n');
    process.exit(2);
  }
} else if (!isFresh('admin') || !isFresh('server')) {
  process.stdout.write('Building what has changed …\n');
  try {
    await buildStale();
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}
module.enableCompileCache?.();
process.argv.splice(2, 0, 'serve');
await import(pathToFileURL(entry).href);
