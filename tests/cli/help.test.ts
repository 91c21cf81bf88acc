import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { manPageOf, manualOf } from '../../cli/manual.ts';
import { buildProgram } from '../../cli/program.ts';
import { everyCommand, nodesOf, pathOf } from '../../cli/tree.ts';
import { EXAMPLES } from '../../server/domain/texts/program/cli-help.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const textOf = (file: string): string => readFileSync(`${root}/${file}`, 'utf8');
const nodes = nodesOf(buildProgram());
const helpOf = (path: string): string =>
  everyCommand(buildProgram())
    .find((command) => pathOf(command).join(' ') === path)!
    .helpInformation();
const refusal = (...words: string[]): Promise<string> =>
  buildProgram()
    .parseAsync(['node', 'planner', ...words])
    .then(
      () => 'taken',
      (error: Error) => error.message,
    );

describe('the help', () => {
  it('reads like a menu: every command in a group, with a line in Japanese', () => {
    const menu = helpOf('');
    for (const group of ['日々の仕事:', '設定と利用者:', '運用:']) expect(menu).toContain(group);
    for (const { name } of nodes[0]!.commands) expect(menu).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
    expect(menu).not.toMatch(/Usage|Options:|Commands:|display help|output the version/);
  });

  it('has words for every command, argument and option, and an example for every command', () => {
    const japanese = /[\u3040-\u30ff\u4e00-\u9fff]/;
    for (const { path, description, options, arguments: given } of nodes) {
      expect(description, path).toMatch(japanese);
      for (const one of [...options, ...given])
        expect(one.description, `${path} ${'flags' in one ? one.flags : one.placeholder}`).toMatch(japanese);
      expect(EXAMPLES[path] ?? [], path).not.toEqual([]);
    }
    const paths = nodes.map(({ path }) => path);
    expect(Object.keys(EXAMPLES).filter((path) => !paths.includes(path))).toEqual([]);
  });

  it('stands in the manual: docs/cli.md and docs/planner.1 are what the commands say (npm run manual)', () => {
    expect(textOf('docs/cli.md')).toBe(manualOf(nodes));
    expect(textOf('docs/planner.1')).toBe(manPageOf(nodes));
    for (const { name } of nodes[0]!.commands) expect(textOf('README.md')).toContain(`planner ${name}`);
  });
});

it('says first that the file of a restore is not there, before any database is looked for', async () => {
  expect(await refusal('restore', '/no/such.backup')).toContain('「/no/such.backup」を開けません');
});

describe('words that are not taken', () => {
  it.each([
    [['importt'], 'コマンド「importt」はありません。もしかして: import。'],
    [['schedule', 'stop'], 'コマンド「stop」はありません。次のいずれかを指定してください: run, status, adopt, cancel。'],
    [['schedule', 'run', '--tme', '3'], 'オプション「--tme」はありません。'],
    [['schedule', 'run', '--time-limit'], 'オプション --time-limit <seconds> に値を指定してください。'],
    [['schedule', 'run', '--time-limit', 'soon'], '--time-limit「soon」は指定できません。1〜600の整数を指定してください。'],
    [['schedule', 'run', '--time-limit', '0'], '--time-limit「0」は指定できません。1〜600の整数を指定してください。'],
    [['demo', 'load', '--dirty', '2'], '--dirty「2」は指定できません。0〜1の数値を指定してください。'],
    [['import-undo', '0'], '取込の番号「0」は指定できません。1以上の整数を指定してください。'],
    [['import', 'order', 'x.xlsx'], '<kind>「order」は指定できません。次のいずれかを指定してください: holidays, '],
    [['import', 'orders'], '<file> を指定してください。'],
    [['export', 'pictures'], '次のいずれかを指定してください: schedules, outsourcing, charges。'],
    [
      ['user', 'add', '1', '--name', 'x', '--permission', 'boss'],
      '「boss」は指定できません。次のいずれかを指定してください: master_admin, ',
    ],
    [['user', 'add', '1', '--permission', 'manager'], 'オプション --name <name> は必ず指定してください。'],
    [['backup', 'a', 'b'], '引数が多すぎます。 (使い方: planner backup --help)'],
  ])('%j is refused in Japanese, with what is allowed', async (words, sentence) => {
    expect(await refusal(...words)).toContain(sentence);
  });
});

it('a reader that leaves early, as head does, is no failure', async () => {
  const command = `'${process.execPath}' --import tsx cli/main.ts --help | true; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = await run('bash', ['-c', command], { cwd: root });
  expect([stdout, stderr]).toEqual(['0\n', '']);
});
