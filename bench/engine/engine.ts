import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { limitsOf, type PeerOptions } from './cp-sat/index.ts';
import { missingCpSat } from './cp-sat/solvers.ts';
import { benchFoundry } from './foundry.ts';
import { PUBLISHED, publishedInstances } from './instances.ts';
import { type Measure, type Measured, measurePeer, measurePublished, NEW_BEST } from './published.ts';
import { numbersIn } from './shapes.ts';
import { familyTable, peerTable } from './table.ts';

const FOUNDRY = 'foundry';
const PEER = 'cp-sat';

/**
 * The engine on published job shops (`--instances DIR` with its best-known.json) and on generated foundries:
 * `[--set jsp-twt,foundry] [--only NAME,…] [--seconds 10] [--rounds N] [--seeds 1,2,3] [--plants 5,7,11,99] [--shapes demo,dense,…]
 * [--known FILE.json,…] [--out FILE.json] [--solutions DIR] [--peer cp-sat [--peer-python python3] [--peer-seconds 600] [--peer-workers 8]]`; the peer
 * plans the job shops and the smaller foundries, once in `--seconds` and once in its own (0: not); with `--seeds ''` alone. Seconds are CPU seconds of this
 * process for each instance and seed, and of all threads of the peer. `--known`: what longer searches of foundries wrote with `--out`. Every solution passes
 * the checker; exit code 1 where one does not, or where one lies below its bound. Throws TypeError for an unknown option, RangeError for an unknown set,
 * shape or peer; where the peer is not installed, says how and measures nothing (exit code 2).
 */
export async function benchEngine(args: string[]): Promise<Measure[]> {
  const { values } = parseArgs({
    args,
    options: {
      instances: { type: 'string' },
      set: { type: 'string' },
      only: { type: 'string' },
      seconds: { type: 'string', default: '10' },
      rounds: { type: 'string' },
      seeds: { type: 'string', default: '1,2,3' },
      plants: { type: 'string', default: '5,7,11,99' },
      shapes: { type: 'string', default: 'demo' },
      known: { type: 'string' },
      out: { type: 'string' },
      solutions: { type: 'string' },
      peer: { type: 'string' },
      'peer-python': { type: 'string' },
      'peer-seconds': { type: 'string', default: '600' },
      'peer-workers': { type: 'string', default: '8' },
    },
  });
  const sets = values.set?.split(',') ?? [...(values.instances ? [PUBLISHED] : []), FOUNDRY];
  const unknown = sets.filter((set) => set !== FOUNDRY && set !== PUBLISHED);
  if (unknown.length > 0) throw new RangeError(`no such set: ${unknown.join(', ')}`);
  const [seconds, seeds, plants] = [Number(values.seconds), numbersIn(values.seeds), numbersIn(values.plants)] as const;
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
  if (!(seconds > 0) || !((rounds ?? 0) >= 0)) throw new RangeError('seconds and rounds are numbers');
  if (sets.includes(PUBLISHED) && !values.instances) throw new RangeError('published shops need --instances DIR');
  if (values.peer !== undefined && values.peer !== PEER) throw new RangeError(`no such peer: ${values.peer}`);
  const peer = values.peer ? peerOf(values['peer-python'], values['peer-seconds'], values['peer-workers']) : null;
  const missing = peer ? missingCpSat(peer.python) : null;
  if (missing !== null) {
    process.stderr.write(`${missing}\n`);
    process.exitCode = 2;
    return [];
  }
  if (values.solutions) mkdirSync(values.solutions, { recursive: true });
  const only = values.only?.split(',');
  const measures: Measure[] = [];
  for (const instance of sets.includes(PUBLISHED) ? publishedInstances(values.instances!) : []) {
    if (only && !only.some((name) => `${instance.name} `.startsWith(`${name} `))) continue;
    const keep = ({ measure, file }: Measured): void => {
      measures.push(measure);
      if (values.solutions) writeFileSync(join(values.solutions, file.name), file.text);
      if (values.out) writeFileSync(values.out, toJson(measures));
      process.stdout.write(`${line(measure)}\n`);
    };
    for (const seed of seeds) keep(measurePublished(instance, { seconds, seed }));
    if (peer) for (const limit of limitsOf(peer, seconds)) keep(await measurePeer(instance, limit, peer));
  }
  process.stdout.write(familyTable(measures) + peerTable(measures));
  if (sets.includes(FOUNDRY)) {
    const [shapes, known] = [values.shapes.split(','), bestOf(values.known?.split(',') ?? [])];
    measures.push(...(await benchFoundry({ seconds, rounds, seeds, plants, shapes, known, only, peer })));
  }
  if (values.out) writeFileSync(values.out, toJson(measures));
  if (measures.some((one) => !one.feasible || belowBound(one))) process.exitCode = 1;
  return measures;
}

/** The least objective of each instance in what other searches wrote. */
function bestOf(files: readonly string[]): Map<string, number> {
  const best = new Map<string, number>();
  for (const { instance, objective, feasible } of files.flatMap((file): Measure[] => JSON.parse(readFileSync(file, 'utf8'))))
    if (feasible) best.set(instance, Math.min(objective, best.get(instance) ?? objective));
  return best;
}

function peerOf(python: string | undefined, seconds: string, workers: string): PeerOptions {
  const peer = { python: python ?? null, reference: Number(seconds), workers: Number(workers) };
  if (!(peer.reference >= 0 && peer.workers > 0)) throw new RangeError('seconds and workers of the peer are numbers');
  return peer;
}

const toJson = (measures: readonly Measure[]): string =>
  `${JSON.stringify(
    measures.map(({ family: _family, ...one }) => one),
    null,
    1,
  )}\n`;

/** Below its bound: a defect, of the plan or of the bound. */
const belowBound = (one: Measure): boolean => one.lower_bound !== null && one.objective < one.lower_bound * (1 - NEW_BEST);

function line(one: Measure): string {
  const gap = one.gap === null ? '' : `${(100 * one.gap).toFixed(3)} %`;
  const verdict = one.feasible ? '' : '  INFEASIBLE';
  const cells = [
    one.instance.slice(0, 44).padEnd(45),
    String(one.seed).padStart(2),
    one.kernel.padEnd(10),
    one.objective.toFixed(6).padStart(16),
  ];
  const plain = `dispatcher ${one.dispatcher.toFixed(1)}`;
  const effort = one.peer ? `${one.peer.status}, bound ${one.peer.bound.toFixed(1)}` : `${one.moves} moves`;
  return `${[...cells, gap.padStart(11), plain, `${one.cpu_seconds.toFixed(1)} s`, effort].join('  ')}${verdict}`;
}
