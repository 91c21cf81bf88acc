import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isAdminPath, SCREEN_NAMES } from '../server/domain/ground/screens.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const GENERATED = new Set(['server/contract/types.ts', 'server/contract/operations.ts', 'server/contract/fields.ts']);

function sources(folder: string): string[] {
  const at = join(root, folder);
  return readdirSync(at).flatMap((name) => {
    const path = join(at, name);
    if (statSync(path).isDirectory()) return sources(join(folder, name));
    return /\.(ts|tsx|mjs)$/.test(name) ? [relative(root, path)] : [];
  });
}

const files = ['server', 'cli', 'admin', 'migrations', 'seeds'].flatMap(sources);
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The text with its comments emptied, line by line: a comment may name a thing as the plant does. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ''));

/** Files of the project that a file imports, relative to the root; `new URL('./x.ts', import.meta.url)` counts. */
function importsOf(file: string): string[] {
  const matches = textOf(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'|new URL\('(\.[^']+\.tsx?)'/g);
  return [...matches].map((match) => relative(root, resolve(root, dirname(file), match[1] ?? match[2] ?? '')));
}

/** The room of a file: what the table of layers speaks of. */
function roomOf(file: string): string {
  const [top, second, third] = file.split('/');
  if (top !== 'server') return top ?? '';
  return second === 'features' ? `features/${third}` : (second ?? '');
}

const within = (target: string, ...places: string[]): boolean => places.some((place) => target === place || target.startsWith(`${place}/`));

/** What only a statement of the database says: its words where they stand as in SQL, or a table that is asked for. */
const SQL = new RegExp(
  [
    String.raw`(?<!express)\.raw\(`,
    String.raw`\b(?:db|trx|knex)\('`,
    String.raw`\bselect\b[^\n]*\bfrom\b`,
    String.raw`\bselect (?:count|max|min|sum)\(`,
    String.raw`\b(?:insert into|delete from) [a-z_$"]`,
    String.raw`\bupdate [a-z_]+ set\b`,
    String.raw`\bjoin [a-z_]+(?: [a-z_]+)? on\b`,
    String.raw`\b(?:coalesce|nullif|unnest)\(`,
    String.raw`\bexists \(`,
    String.raw`\b(?:order|group) by [a-z]`,
    String.raw`\bcase when\b`,
    String.raw`\bis (?:not )?null\b`,
    String.raw`\w\)?::(?:int|text|date|bigint|jsonb)`,
    String.raw`\binterval '`,
  ].join('|'),
);

/** What says whether something is finished or late by itself, instead of asking the views. */
const COMPUTING = [
  /DELIVERED_STATUSES|delivery_status (in|=)/,
  /(?<!=)[-<>]=? *(\w+\.)?delivery_date|delivery_date *(-|<|>(?!>))|interval '1 minute'\)::date *[->]/,
  /received_quantity *>=|<= *(\w+\.)?received_quantity|received_locked or|\.received or/,
  /max\([a-z_]+\.end_at\)/,
  /(daysBetween|lateDays)\([^)]*(deadline|delivery)|endDate\([^)]*\) *> */,
];
const computesLateness = (text: string): boolean => COMPUTING.some((rule) => rule.test(text));

/** What stands once for each plan, where a statement reads it. */
const TABLES_OF_PLANS =
  'bars|plan_entries|bars_to_show|late_orders|order_states|lot_states|lot_steps|undone_steps|planned_work|partner_done|kept_orders|unsettled_orders';
const OF_PLANS = new RegExp(`\\b(?:from|join|update|using) (?:${TABLES_OF_PLANS})\\b|\\b(?:db|trx|knex)\\('(?:${TABLES_OF_PLANS})\\b`);
/** The statements over such tables that name no layer: texts, and what is built piece by piece up to the end of the expression. */
const silentStatements = (text: string): string[] =>
  [...text.matchAll(/`(?:[^`\\]|\\.)*`|\b(?:db|trx|knex)\('[^;]*/g)]
    .map(([statement]) => statement)
    .filter((statement) => OF_PLANS.test(statement) && !/\blayer\b|:plan\b/.test(statement));

/** Every way round that a walk of the graph meets, as a line each. */
function circlesIn(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (node: string, path: string[]): void => {
    if (path.includes(node)) circles.push([...path.slice(path.indexOf(node)), node].join(' -> '));
    if (done.has(node) || path.includes(node)) return;
    for (const target of graph.get(node) ?? []) visit(target, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return circles;
}

/** The reader and the writer of sheets that a browser and the command line have, too. */
const isOfSheets = (target: string): boolean => /^server\/files\/(grid|write-sheets)\./.test(target);

/** Who may import whom, besides the own room. */
const LAYERS: Record<string, (target: string) => boolean> = {
  domain: () => false,
  contract: (target) => within(target, 'server/domain'),
  scheduling: (target) => within(target, 'server/domain/ground', 'server/domain/plant', 'server/domain/bars'),
  files: (target) => within(target, 'server/domain', 'server/thread.ts', 'server/turns.ts'),
  db: (target) =>
    within(target, 'server/domain', 'server/thread.ts', 'server/turns.ts', 'server/log.ts', 'server/whole-file.ts', 'migrations'),
  'config.ts': (target) => within(target, 'server/domain'),
  http: (target) => within(target, 'server/domain', 'server/contract', 'server/log.ts'),
  admin: (target) => within(target, 'server/domain', 'server/contract') || isOfSheets(target),
  cli: (target) =>
    within(target, ...['services', 'main', 'config', 'log', 'whole-file'].map((name) => `server/${name}.ts`), 'server/domain', 'seeds') ||
    isOfSheets(target),
};
const featureMayImport = (target: string): boolean =>
  within(target, 'server/domain', 'server/contract', 'server/files', 'server/db') ||
  within(target, ...['thread', 'turns', 'log', 'whole-file'].map((name) => `server/${name}.ts`)) ||
  target === 'server/scheduling/index.ts' ||
  /^server\/features\/.+\.service\.ts$/.test(target);

function allowed(file: string, target: string): boolean {
  const room = roomOf(file);
  if (roomOf(target) === room || ['app.ts', 'services.ts', 'main.ts', 'seeds', 'migrations'].includes(room)) return true;
  return room.startsWith('features/') ? featureMayImport(target) : (LAYERS[room]?.(target) ?? false);
}

/** Which drawers of the domain the others may ask, besides themselves; texts word what any of them says. */
const DRAWERS: Record<string, string[]> = {
  ground: [],
  plant: ['ground', 'texts'],
  bars: ['ground', 'plant', 'texts'],
  files: ['ground', 'plant', 'texts'],
  texts: ['ground', 'plant', 'bars', 'files'],
};
const drawerOf = (file: string): string => /^server\/domain\/([^/]+)\//.exec(file)?.[1] ?? '';

/** The rooms of the board, from below to above: each may import those before it. The two pages stand above what both share. */
const BOARD_ROOMS = ['chart', 'search', 'edit', 'run', 'story', 'print', 'pages', 'pages/gantt', 'pages/calendar'];
const boardRoomOf = (file: string): string => /^admin\/board\/(pages\/(?:gantt|calendar)|[^/]+)\//.exec(file)?.[1] ?? '';
const isBelow = (room: string, other: string): boolean => BOARD_ROOMS.indexOf(room) < BOARD_ROOMS.indexOf(other) && room !== 'pages/gantt';

/** The rooms of the chart, from below to above: each may import those before it. */
const CHART_ROOMS = ['scene', 'paint', 'hand', ''];
const chartRoomOf = (file: string): number => CHART_ROOMS.indexOf(/^admin\/board\/chart\/([^/]+)\//.exec(file)?.[1] ?? '');

describe('architecture', () => {
  test('every import goes along the table of layers', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => !allowed(file, target))
        .map((target) => `${file} -> ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test('every drawer of the domain holds one subject', () => {
    const wrong = files
      .filter((file) => file.startsWith('server/domain/'))
      .flatMap((file) =>
        importsOf(file)
          .filter((target) => drawerOf(target) !== drawerOf(file) && !DRAWERS[drawerOf(file)]?.includes(drawerOf(target)))
          .map((target) => `${file} -> ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  test('no folder holds more than 18 files', () => {
    const sizes = new Map<string, number>();
    for (const file of files) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1);
    const full = [...sizes].filter(([folder, size]) => size > 18 && folder !== 'migrations');
    expect(full.map(([folder, size]) => `${folder}: ${size}`)).toEqual([]);
  });

  test("the board's chart knows nothing of its dialogs, and its two pages nothing of each other", () => {
    const board = files.filter((file) => file.startsWith('admin/board/'));
    const wrong = board.flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith('admin/board/') && boardRoomOf(target) !== boardRoomOf(file))
        .filter((target) => !isBelow(boardRoomOf(target), boardRoomOf(file)))
        .map((target) => `${file} -> ${target}`),
    );
    expect(wrong).toEqual([]);
    expect(board.filter((file) => !BOARD_ROOMS.includes(boardRoomOf(file)))).toEqual([]);
    expect(board.length).toBeGreaterThan(40);
  });

  test('the chart says where things stand, then paints them, then lets a hand move them', () => {
    const chart = files.filter((file) => file.startsWith('admin/board/chart/'));
    const wrong = chart.flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith('admin/board/chart/') && chartRoomOf(target) > chartRoomOf(file))
        .map((target) => `${file} -> ${target}`),
    );
    expect(wrong).toEqual([]);
    expect(chart.length).toBeGreaterThan(40);
  });

  test('no import runs in a circle', () => {
    expect(circlesIn(new Map(files.map((file) => [file, importsOf(file)])))).toEqual([]);
  });

  test('no feature asks, on whatever way, a feature that asks it', () => {
    const asked = new Map<string, Set<string>>();
    for (const file of files) {
      const feature = roomOf(file);
      if (!feature.startsWith('features/')) continue;
      const others = importsOf(file)
        .map(roomOf)
        .filter((room) => room.startsWith('features/') && room !== feature);
      asked.set(feature, new Set([...(asked.get(feature) ?? []), ...others]));
    }
    expect(asked.size).toBeGreaterThan(10);
    expect(circlesIn(asked)).toEqual([]);
  });

  test('what a code of the plant means is said in one place', () => {
    const home = ['server/domain/plant/task-purpose.ts', 'server/domain/plant/places.ts'];
    const telling = files.filter((file) => /^(server|admin|cli)\//.test(file) && !home.includes(file) && !GENERATED.has(file));
    const said =
      /\b(3121|3151|3123|3153|5131|(HEAT|PROCESSING)_TASK_PART|DEMOLDING_TASK_CODES|OUTSOURCED_ARRANGEMENTS|TEMPERING_NAME_PART)/;
    const wrong = telling.filter((file) => said.test(withoutComments(textOf(file))) && !file.endsWith('/constants.ts'));
    expect(wrong).toEqual([]);
  });

  test('that a lot cools in its furnace is asked in one place', () => {
    const home = ['server/domain/plant/hours.ts', 'server/domain/ground/constants.ts'];
    const asking = files.filter((file) => /^(server|admin|cli)\//.test(file) && !home.includes(file) && !GENERATED.has(file));
    expect(asking.filter((file) => withoutComments(textOf(file)).includes('FURNACE_COOLING'))).toEqual([]);
  });

  test('Japanese stands only where texts live', () => {
    const home = /^(server\/domain\/(texts\/.*|files\/imports|ground\/constants)\.ts|admin\/texts\/.*|seeds\/.*|migrations\/.*)$/;
    const wrong = files
      .filter((file) => !home.test(file) && !GENERATED.has(file))
      .flatMap((file) =>
        withoutComments(textOf(file))
          .split('\n')
          .flatMap((line, index) =>
            /[\u3040-\u30ff\u4e00-\u9fff\uff01-\uff9f]/.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [],
          ),
      );
    expect(wrong).toEqual([]);
  });

  test('only lazy pages, configurations and seeds have a default export', () => {
    const home = /(\.page\.tsx|\.config\.ts)$|^seeds\/|^admin\/master\/[^/]+\/(list|edit|create|detail)\.tsx$|^admin\/unused\.ts$/;
    const wrong = files.filter((file) => /^export default/m.test(textOf(file)) && !home.test(file));
    expect(wrong).toEqual([]);
  });

  test('only config.ts and the launchers read the environment', () => {
    const readers = files.filter(
      (file) => /process\.env/.test(textOf(file)) && file !== 'server/config.ts' && !/^cli\/.*\.mjs$/.test(file),
    );
    expect(readers).toEqual([]);
  });

  test('SQL stands in stores', () => {
    const home = /^server\/(db\/|.*(\.store|load-rows)\.ts$)/;
    const others = files.filter((file) => /^(server|cli|admin)\//.test(file) && !home.test(file) && !GENERATED.has(file));
    expect(others.filter((file) => SQL.test(withoutComments(textOf(file))))).toEqual([]);
  });

  test.each(
    [
      "select id from plans|'(select count(*) from lots where lots.order_id = orders.id)'",
      "`exists (select 1 from facility_tasks)`|'orders left join products on products.id = orders.product_id'",
      "`coalesce(nullif(o.product_name, ''), '')`|'update plans set layer = 1'|max(e.end_at)::date",
      "db.raw('now()')|trx('holidays').where({ id })",
    ].flatMap((words) => words.split('|')),
  )('this would be seen as SQL: %s', (text) => {
    expect(SQL.test(text)).toBe(true);
  });

  test('advisory locks have their names and numbers in one list: server/db/locks.ts', () => {
    const taking = files.filter((file) => withoutComments(textOf(file)).includes('advisory'));
    expect(taking).toEqual(['server/db/locks.ts']);
  });

  test('what a bar or an order is, finished, open, late, is computed by no store and no screen: the views say it', () => {
    // How many deadlines are over · an import's own dates · a merge of marks · a what-if before a drop, by the one rule of domain/plant/lateness.
    const allowed = [
      'server/features/schedule/overview/late.store.ts',
      'server/features/imports/checks.store.ts',
      'server/features/plan/merge.store.ts',
      'admin/board/chart/scene/judging.ts',
      'admin/master/orders/Shipping.tsx',
    ];
    const asking = files.filter((file) => /^(server\/(features|db)|admin|cli)\//.test(file) && !allowed.includes(file));
    const found = asking.filter((file) => computesLateness(withoutComments(textOf(file))));
    expect(found).toEqual([]);
  });

  test.each(
    [
      'b.last_day - b.delivery_date|where b.last_day > o.delivery_date|delivery_date < current_date',
      "delivery_status in ('納入済')|order_quantity <= received_quantity or e.received_locked",
      'received_quantity >= order_quantity|select max(e.end_at)|lateDays(end, order.delivery_date)',
      'daysBetween(deadline_date, end)',
    ].flatMap((words) => words.split('|')),
  )('this would be seen as computing it: %s', (text) => {
    expect(computesLateness(text)).toBe(true);
  });

  test('a store asks the stores beside it and above it: what rooms share stands in server/db', () => {
    const wrong = files
      .filter((file) => /^server\/features\/.*\.store\.ts$/.test(file))
      .flatMap((file) =>
        [...withoutComments(textOf(file)).matchAll(/^import (?!type)[^;]* from '([^']*\.store\.ts)'/gm)]
          .map((match) => match[1] ?? '')
          .filter((path) => !/^(\.|(\.\.\/)*\.\.)\/[^/]*$/.test(path))
          .map((path) => `${file}: ${path}`),
      );
    expect(wrong).toEqual([]);
  });

  test('no store asks for the published plan: it is told its plan, but for what a plan is', () => {
    const asking = files.filter((file) => /\.store\.ts$/.test(file) && !file.startsWith('server/features/plan/'));
    const naming = /\bPUBLISHED\b|published_layer|kind = 'published'|'kind', 'published'/;
    expect(asking.filter((file) => naming.test(withoutComments(textOf(file))))).toEqual([]);
  });

  test('who reads bars or states says of which plan', () => {
    // Bars of every plan follow their order task, and keep its lot · two texts whose conditions stand in others.
    const known = ['imports/after', 'imports/after', 'imports/after', 'orders/orders', 'schedule/steps/steps', 'schedule/write/write'];
    const asking = files.filter((file) => /^(server|seeds|cli)\//.test(file));
    const silent = asking.flatMap((file) => silentStatements(withoutComments(textOf(file))).map((statement) => `${file}: ${statement}`));
    expect(silent.map((one) => one.replace(/^server\/features\/|\.store\.ts:[\s\S]*$/g, ''))).toEqual(known);
  });

  test.each([
    ['`select id from bars where open`', 1],
    ['`select id from bars where layer = 1 and open`', 0],
    ["db('plan_entries').where({ id }).first();", 1],
    ["db('plan_entries').where('layer', plan).first();", 0],
  ])('a statement over bars, with or without its plan: %s', (text, silent) => {
    expect(silentStatements(text)).toHaveLength(silent);
  });

  test('the server knows every address of the admin: server/domain/ground/screens.ts', () => {
    const routes = files
      .filter((file) => file.startsWith('admin/'))
      .flatMap((file) => [...textOf(file).matchAll(/<Route[^>]*\spath="(\/[^"]*)"/g)].map((match) => match[1] ?? ''));
    expect(routes.length).toBeGreaterThan(3);
    expect(routes.filter((path) => !isAdminPath(path))).toEqual([]);
    const screens = textOf('admin/resources.tsx');
    expect(SCREEN_NAMES.filter((name) => !screens.includes(`name: '${name}'`))).toEqual([]);
  });
});

test('every file of the engine can be reached through its one door', () => {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file) || !file.startsWith('server/scheduling/')) return;
    reached.add(file);
    for (const target of importsOf(file)) visit(target);
  };
  visit('server/scheduling/index.ts');
  expect(sources('server/scheduling').filter((file) => !reached.has(file))).toEqual([]);
});
