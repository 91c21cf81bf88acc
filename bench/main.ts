import { BENCHES } from './benches.ts';

const [name = '', ...args] = process.argv.slice(2);
const bench = BENCHES[name];
if (bench) await bench.run(args);
else {
  const lines = Object.entries(BENCHES).map(([each, { does }]) => `  ${each.padEnd(10)}${does}`);
  process.stderr.write(`npm run bench -- NAME [options]\n${lines.join('\n')}\n`);
  process.exitCode = name === '' ? 0 : 2;
}
