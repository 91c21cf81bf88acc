import { Command, InvalidArgumentError, Option } from 'commander';
import { bottleneckDemo } from '../../seeds/demo/bottleneck.ts';
import { writeDemoFiles } from '../../seeds/demo/files.ts';
import { generateDemo } from '../../seeds/demo/index.ts';
import { readConfig } from '../../server/config.ts';
import { isPlantDate, plantDate } from '../../server/domain/ground/plant-time.ts';
import { isWithin, type Limits } from '../../server/domain/plant/run-options.ts';
import { CLI } from '../../server/domain/texts/program/cli.ts';
import { withServices } from '../../server/services.ts';
import { type OutputOptions, write } from '../output.ts';

/** Plants that can be made; the demo is the one of the other options. */
const PLANTS = ['demo', 'bottleneck'] as const;

interface DemoOptions extends OutputOptions {
  plant: (typeof PLANTS)[number];
  orders?: number;
  seed?: number;
  today?: string;
  dirty?: number;
}

function number(name: string, limits: Limits) {
  return (text: string): number => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (!isWithin(value, limits)) throw new InvalidArgumentError(CLI.wrongNumber(name, text, limits));
    return value;
  };
}
function day(text: string): string {
  if (!isPlantDate(text)) throw new InvalidArgumentError(CLI.today);
  return text;
}

function demoOf({ json: _json, plant, today, ...options }: DemoOptions, now: number) {
  if (plant === 'bottleneck') return bottleneckDemo(today ?? plantDate(now));
  return generateDemo({ today: today ?? plantDate(now), ...options });
}

function withDemoOptions(command: Command): Command {
  return command
    .addOption(new Option('--plant <name>', CLI.demoPlant).choices(PLANTS).default('demo'))
    .option('--orders <n>', CLI.demoOrders, number('--orders', { from: 1, to: 100_000, whole: true }))
    .option('--seed <n>', CLI.demoSeed, number('--seed', { from: 0, to: 2 ** 31, whole: true }))
    .option('--today <date>', CLI.today, day)
    .option('--dirty <part>', CLI.demoDirty, number('--dirty', { from: 0, to: 1, whole: false }))
    .option('--json', CLI.json);
}

/** `planner demo load | files DIR`. */
export function demoCommand(): Command {
  const command = new Command('demo').description(CLI.demo);
  withDemoOptions(command.command('load').description(CLI.demoLoad)).action(async (options: DemoOptions) => {
    const orders = await withServices(readConfig(), async (services) => {
      const demo = demoOf(options, services.clock());
      await services.loadDemo(demo, { partners: true });
      return demo.orders.length;
    });
    write(options, { orders }, CLI.demoLoaded(orders));
  });
  withDemoOptions(command.command('files').description(CLI.demoFiles).argument('<dir>', CLI.demoDir)).action(
    async (dir: string, options: DemoOptions) => {
      const files = await writeDemoFiles(dir, demoOf(options, Date.now()));
      write(options, { files }, files);
    },
  );
  return command;
}
