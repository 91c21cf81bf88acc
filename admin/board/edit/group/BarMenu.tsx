import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { DRAFTS } from '../../../plans/premises.ts';
import { useTry } from '../../../plans/trying/use-try.tsx';
import { BAR_MENU } from '../../../texts/board/moves.ts';
import { TRY } from '../../../texts/plans.ts';
import type { Bar } from '../../chart/scene/bars.ts';
import { isCharge } from '../../chart/scene/group/group-move.ts';
import { keyOf, mayPick } from '../../chart/scene/group/picks.ts';
import { type Access, mayLock } from '../../chart/scene/rules.ts';
import type { Picked } from './use-picks.ts';

interface Props {
  picked: Picked;
  access: Access;
  onOpen(bar: Bar): void;
  onToggleLock(bar: Bar): void;
}

/** The menu of a bar: to open and lock it, to select it, or it and what follows it in its lot, and to try its order otherwise. */
export const BarMenu = ({ picked, access, onOpen, onToggleLock }: Props) => {
  const { menu, closeMenu } = picked;
  const { ask, dialog } = useTry();
  if (!menu) return dialog;
  const { bar, at } = menu;
  const { entry } = bar;
  const has = picked.has(bar);
  const turn = (): void => picked.pick(has ? picked.bars.filter((one) => keyOf(one) !== keyOf(bar)) : [...picked.bars, bar]);
  const items: [may: boolean, words: string, act: () => void][] = [
    [true, BAR_MENU.open, () => onOpen(bar)],
    [mayPick(bar, access) && !isCharge(bar), BAR_MENU.following(entry.unique_order), () => picked.following(bar)],
    [mayPick(bar, access), has ? BAR_MENU.unpick : BAR_MENU.pick, turn],
    [mayLock(entry, access), entry.locked ? BAR_MENU.unlock : BAR_MENU.lock, () => onToggleLock(bar)],
    [ask !== undefined && !isCharge(bar), TRY.order, () => ask?.({ draft: { ...DRAFTS.order, serial: entry.serial_number } })],
  ];
  return (
    <Menu
      open
      onClose={closeMenu}
      anchorReference="anchorPosition"
      anchorPosition={{ left: at.x, top: at.y }}
      slotProps={{ list: { dense: true, 'aria-label': BAR_MENU.label(`${entry.unique_order} ${entry.task_name}`) } }}
    >
      {items.flatMap(([may, words, act]) =>
        may
          ? [
              <MenuItem
                key={words}
                onClick={() => {
                  closeMenu();
                  act();
                }}
              >
                {words}
              </MenuItem>,
            ]
          : [],
      )}
    </Menu>
  );
};
