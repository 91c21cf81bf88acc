import type { PlantDate } from '../../../server/domain/ground/plant-time.ts';
import { CHIPS } from '../../texts/board/search.ts';
import type { ChoiceGroup } from './choices.ts';
import { defaultFilters, effectiveFrom, type Filters, SEPARATOR, serialsOf } from './filters.ts';

/** A condition of the search in words, and the search without it. */
interface Chip {
  label: string;
  without: Filters;
}

/** What the search panel chooses from. */
export interface Choices {
  products: readonly ChoiceGroup[];
  tasks: readonly ChoiceGroup[];
}

interface Names {
  /** Groups whose leaves are all named. */
  groups: ChoiceGroup[];
  /** Other leaves. */
  leaves: { group: string; name: string }[];
}

/** What is ticked, in as few names as possible. */
function namesOf(keys: ReadonlySet<string>, groups: readonly ChoiceGroup[]): Names {
  const names: Names = { groups: [], leaves: [] };
  for (const group of groups) {
    const ticked = group.choices.filter(({ key }) => keys.has(key));
    if (ticked.length > 0 && ticked.length === group.choices.length) names.groups.push(group);
    else names.leaves.push(...ticked.map(({ name }) => ({ group: group.name, name })));
  }
  return names;
}

const sizeOf = ({ groups, leaves }: Names): number => groups.length + leaves.length;

/** The chosen names in words, or the left-out ones where these are fewer. */
function shorter(keys: readonly string[], groups: readonly ChoiceGroup[], words: (names: Names) => string): string {
  const ticked = new Set(keys);
  const names = namesOf(ticked, groups);
  const others = namesOf(new Set(groups.flatMap(({ choices }) => choices.map(({ key }) => key).filter((key) => !ticked.has(key)))), groups);
  return sizeOf(others) > 0 && sizeOf(others) < sizeOf(names) ? CHIPS.but(words(others)) : words(names);
}

function productLabel(keys: readonly string[], groups: readonly ChoiceGroup[]): string {
  if (keys.length === 0) return CHIPS.products([CHIPS.nobody]);
  if (groups.length === 0) return CHIPS.products([CHIPS.chosen(keys.length)]);
  return shorter(keys, groups, ({ groups: customers, leaves }) => {
    // A customer's only product is called by its own name.
    const alone = customers.filter(({ choices }) => choices.length === 1).map(({ choices }) => choices[0]!);
    const whole = customers.filter(({ choices }) => choices.length > 1).map(({ name }) => name);
    const products = [...alone, ...leaves].map(({ name }) => name);
    return products.length === 0 ? CHIPS.customers(whole) : CHIPS.products([...whole, ...products]);
  });
}

/** The name of the one facility whose every task is ticked, and nothing else. */
function loneFacility(keys: readonly string[], groups: readonly ChoiceGroup[]): string | undefined {
  const [facility, ...others] = new Set(keys.map((key) => key.split(SEPARATOR)[1]));
  if (facility === undefined || others.length > 0) return undefined;
  const all = groups.flatMap(({ choices }) => choices.filter(({ key }) => key.split(SEPARATOR)[1] === facility));
  return all.length === keys.length ? all[0]?.name : undefined;
}

function taskLabel(keys: readonly string[], groups: readonly ChoiceGroup[]): string {
  if (keys.length === 0) return CHIPS.tasks([CHIPS.nobody]);
  if (groups.length === 0) return CHIPS.tasks([CHIPS.chosen(keys.length)]);
  const facility = loneFacility(keys, groups);
  if (facility !== undefined) return CHIPS.facilities([facility]);
  return shorter(keys, groups, ({ groups: tasks, leaves }) =>
    CHIPS.tasks([...tasks.map(({ name }) => name), ...leaves.map(({ group, name }) => `${group} ${name}`)]),
  );
}

/** Whether the deliveries are the usual ones, from today on. */
export function isUsualRange(filters: Filters, today: PlantDate): boolean {
  const usual = defaultFilters(today);
  return !filters.delivered && effectiveFrom(filters, today) === usual.from && filters.to === usual.to;
}

/** The range of deliveries where it is not the usual one; with 納期済み where there is one at all. */
function rangeChip(filters: Filters, today: PlantDate): Chip[] {
  const usual = defaultFilters(today);
  const from = effectiveFrom(filters, today);
  if (filters.delivered)
    return filters.from || filters.to ? [{ label: CHIPS.range(from, filters.to), without: { ...filters, from: '', to: '' } }] : [];
  if (isUsualRange(filters, today)) return [];
  return [{ label: CHIPS.range(from, filters.to), without: { ...filters, from: usual.from, to: usual.to } }];
}

/** The conditions of a search, each with the search without it; the usual one has 未完了のみ alone. */
export function chipsOf(filters: Filters, today: PlantDate, choices: Choices): Chip[] {
  const chips: Chip[] = [];
  const serials = serialsOf(filters);
  if (filters.open_only) chips.push({ label: CHIPS.openOnly, without: { ...filters, open_only: false } });
  if (serials.length > 0) chips.push({ label: CHIPS.serial(serials), without: { ...filters, serial: '' } });
  if (filters.products) chips.push({ label: productLabel(filters.products, choices.products), without: { ...filters, products: null } });
  if (filters.tasks) chips.push({ label: taskLabel(filters.tasks, choices.tasks), without: { ...filters, tasks: null } });
  if (filters.delivered) {
    const usual = defaultFilters(today);
    const range = { from: effectiveFrom({ from: filters.from, delivered: false }, today), to: filters.to || usual.to };
    chips.push({ label: CHIPS.delivered, without: { ...filters, ...range, delivered: false } });
  }
  return [...chips, ...rangeChip(filters, today)];
}
