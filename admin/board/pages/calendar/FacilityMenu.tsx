import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { addDays, type PlantDate, plantDate, weekday } from '../../../../server/domain/ground/plant-time.ts';
import { useTry } from '../../../plans/trying/use-try.tsx';
import { now } from '../../../providers/clock.ts';
import { TRY } from '../../../texts/plans.ts';

const SATURDAY = 6;

/** A facility that is thought of, on a day of its strip, which may be closed, or on none, and where the menu opens. */
interface Asked {
  id: number;
  name: string;
  units: number;
  date: PlantDate | undefined;
  closed?: boolean;
  at: { x: number; y: number };
}
export type AskFacility = (asked: Asked) => void;

const nextSaturday = (today: PlantDate): PlantDate => addDays(today, (SATURDAY - weekday(today) + 7) % 7);

/** Tries a facility with other units than it has: on a day that is closed, or with one more. */
export function useFacilityMenu() {
  const [asked, setAsked] = useState<Asked>();
  const { ask, dialog } = useTry();
  const menu = asked ? (
    <Menu
      open
      onClose={() => setAsked(undefined)}
      anchorReference="anchorPosition"
      anchorPosition={{ left: asked.at.x, top: asked.at.y }}
      slotProps={{ list: { dense: true, 'aria-label': TRY.facilityOf(asked.name) } }}
    >
      {thoughtsOf(asked).map(({ words, date, units }) => (
        <MenuItem
          key={words}
          onClick={() => {
            setAsked(undefined);
            ask?.({ draft: { kind: 'availability', facility: String(asked.id), from_date: date, to_date: date, units: String(units) } });
          }}
        >
          {words}
        </MenuItem>
      ))}
    </Menu>
  ) : null;
  return { onTry: ask ? (setAsked as AskFacility) : undefined, menu, dialog };
}

/** A day of the strip is opened where it is closed, and has more units where it is open. */
function thoughtsOf({ date, closed, units }: Asked): { words: string; date: PlantDate; units: number }[] {
  const today = plantDate(now());
  const [opened, more] = [date ?? nextSaturday(today), date ?? today];
  const open = { words: TRY.open(opened), date: opened, units: Math.max(1, units) };
  const oneMore = { words: TRY.more(more), date: more, units: units + 1 };
  return date === undefined ? [open, oneMore] : [closed ? open : oneMore];
}
