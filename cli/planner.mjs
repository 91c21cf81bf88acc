#!/usr/bin/env node
// The launcher behind `npx planner`: the built program where it is fresh or the only one there is, the sources otherwise.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isFresh, ROOT } from './build.mjs';

// Node 22 and later keep what they have compiled: half of what a command takes.
module.enableCompileCache?.();
const built = join(ROOT, 'dist', 'cli', 'main.js');
const source = join(ROOT, 'cli', 'main.ts');
if (existsSync(built) && (!existsSync(source) || process.env.NODE_ENV === 'production' || isFresh('server'))) {
  await import(pathToFileURL(built).href);
} else {
  const { register } = await import('tsx/esm/api');
  register();
  await import(pathToFileURL(source).href);
}
