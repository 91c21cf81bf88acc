/** One leaf of a choice tree; `key` is unique over the whole tree. */
export interface Choice {
  key: string;
  name: string;
}
/** A named group of leaves: a customer with its products, a task with its facilities. */
export interface ChoiceGroup {
  name: string;
  choices: Choice[];
}
/** The ticked leaves. */
export type Ticked = ReadonlySet<string>;

/** The state of a box above leaves. */
export type Tick = 'all' | 'some' | 'none';

const keysOf = (groups: readonly ChoiceGroup[]): string[] => groups.flatMap(({ choices }) => choices.map(({ key }) => key));

/** Everything ticked. */
export const everything = (groups: readonly ChoiceGroup[]): Ticked => new Set(keysOf(groups));

function tickOfKeys(keys: readonly string[], ticked: Ticked): Tick {
  const count = keys.filter((key) => ticked.has(key)).length;
  if (count === 0) return 'none';
  return count === keys.length ? 'all' : 'some';
}

/** How a group's box stands: ticked only while all of its leaves are. */
export const tickOfGroup = (group: ChoiceGroup, ticked: Ticked): Tick =>
  tickOfKeys(
    group.choices.map(({ key }) => key),
    ticked,
  );
/** How the box すべて選択 stands. */
export const tickOfAll = (groups: readonly ChoiceGroup[], ticked: Ticked): Tick => tickOfKeys(keysOf(groups), ticked);

function changed(ticked: Ticked, keys: readonly string[], on: boolean): Ticked {
  const next = new Set(ticked);
  for (const key of keys) {
    if (on) next.add(key);
    else next.delete(key);
  }
  return next;
}

/** A press on a leaf: its group's box follows, since that is ticked only while all leaves are. */
export const toggleChoice = (ticked: Ticked, key: string): Ticked => changed(ticked, [key], !ticked.has(key));
/** A press on a group's box ticks all of its leaves, or none when all were. */
export const toggleGroup = (ticked: Ticked, group: ChoiceGroup): Ticked =>
  changed(
    ticked,
    group.choices.map(({ key }) => key),
    tickOfGroup(group, ticked) !== 'all',
  );
/** A press on すべて選択. */
export const toggleAll = (ticked: Ticked, groups: readonly ChoiceGroup[]): Ticked =>
  tickOfAll(groups, ticked) === 'all' ? new Set() : everything(groups);

/** Groups and leaves whose name holds the text (already folded by `fold`); a group that matches keeps all of its leaves. */
export function narrowed(groups: readonly ChoiceGroup[], text: string, fold: (name: string) => string): ChoiceGroup[] {
  const wanted = fold(text.trim());
  if (wanted === '') return [...groups];
  return groups.flatMap((group) => {
    if (fold(group.name).includes(wanted)) return [group];
    const choices = group.choices.filter(({ name }) => fold(name).includes(wanted));
    return choices.length > 0 ? [{ ...group, choices }] : [];
  });
}
