import WarningAmber from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { formatMonthDay } from '../../../server/domain/ground/plant-time.ts';
import { endMoment } from '../../../server/domain/texts/dates.ts';
import { conflictsSentence } from '../../../server/domain/texts/plan/conflicts.ts';
import { tint } from '../../layout/palette.ts';
import { amountText } from '../../texts/board/loads.ts';
import { CHARGE_MOVE, MOVE, pushNote } from '../../texts/board/moves.ts';
import type { ShownBoard } from '../chart/Board.tsx';
import { misfitsOf, pushedOf } from '../chart/scene/charge-move.ts';
import type { ChargeMove, ChargeWish, LotMove, Wish } from '../chart/scene/judging.ts';

interface Props {
  charge: ChargeMove;
  wish: Wish;
  board: ShownBoard;
}

const cellsSx = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: 12,
  '& th': { color: 'text.secondary', fontWeight: 400, textAlign: 'left', whiteSpace: 'nowrap', px: 0.5 },
  '& td': { borderTop: 1, borderColor: 'divider', px: 0.5, whiteSpace: 'nowrap' },
  '& td.is-number': { textAlign: 'right' },
  '& td:last-of-type': { whiteSpace: 'normal' },
} as const;

/** The lots of a furnace run that is moved: which of them go along, and what would be wrong with each where it goes. */
export const ChargeLots = ({ charge, wish, board }: Props) => {
  const { lots, going, mate, joins } = charge;
  const { left, apart } = wish.charge ?? { left: new Set<number>(), apart: false };
  const ask = (next: Partial<ChargeWish>): void => board.current?.move()?.charge({ left, apart, ...next });
  const along = pushedOf(charge).length;
  const misfits = misfitsOf(charge).filter(({ member }) => !left.has(member.entry_id));
  const without = (ids: readonly number[]): ReadonlySet<number> => new Set([...left, ...ids]);
  const turn = (id: number, on: boolean): void => ask({ left: on ? new Set([...left].filter((one) => one !== id)) : without([id]) });
  return (
    <>
      {mate ? (
        <ToggleButtonGroup
          exclusive
          fullWidth
          size="small"
          color="primary"
          aria-label={CHARGE_MOVE.joining}
          value={joins}
          onChange={(_, value: boolean | null) => value !== null && ask({ apart: !value })}
          sx={{ my: 1, '& button': { py: 0.25 } }}
        >
          <ToggleButton value={true} disabled={!mate.fits}>
            {CHARGE_MOVE.join}
          </ToggleButton>
          <ToggleButton value={false}>{CHARGE_MOVE.separate}</ToggleButton>
        </ToggleButtonGroup>
      ) : null}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mt: 1, fontSize: 13 }}>
        <Checkbox
          size="small"
          sx={{ p: 0.25 }}
          checked={going.length > 0}
          indeterminate={going.length > 0 && going.length < lots.length}
          onChange={() => ask({ left: going.length < lots.length ? new Set() : without(lots.map(({ member }) => member.entry_id)) })}
          slotProps={{ input: { 'aria-label': CHARGE_MOVE.all } }}
        />
        <b>{CHARGE_MOVE.lots(going.length, lots.length)}</b>
        <Box component="span" sx={{ flex: 1, color: 'text.secondary' }}>
          {amountText(
            going.reduce((all, { member }) => all + member.weight, 0),
            'kg',
          )}
        </Box>
        {misfits.length > 0 ? (
          <Button size="small" sx={{ py: 0 }} onClick={() => ask({ left: without(misfits.map(({ member }) => member.entry_id)) })}>
            {CHARGE_MOVE.untick(misfits.length)}
          </Button>
        ) : null}
      </Box>
      {along > 0 || wish.push ? (
        <Box component="label" sx={{ display: 'flex', alignItems: 'center', gap: 0.5, fontSize: 13 }}>
          <Checkbox size="small" sx={{ p: 0.25 }} checked={wish.push} onChange={(_, on) => board.current?.move()?.push(on)} />
          {MOVE.push}
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {pushNote(along, [])}
          </Box>
        </Box>
      ) : null}
      <Box sx={{ maxHeight: 240, overflow: 'auto' }}>
        <Box component="table" sx={cellsSx}>
          <thead>
            <tr>
              <td />
              {Object.values(CHARGE_MOVE.columns).map((title) => (
                <th key={title}>{title}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lots.map((lot) => (
              <Row key={lot.member.entry_id} lot={lot} goes={going.includes(lot)} onTurn={(on) => turn(lot.member.entry_id, on)} />
            ))}
          </tbody>
        </Box>
      </Box>
    </>
  );
};

/** A lot, with the first of what would be wrong with it. */
const Row = ({ lot, goes, onTurn }: { lot: LotMove; goes: boolean; onTurn(on: boolean): void }) => {
  const { member, previous_end, deadline, conflicts, several } = lot;
  const [first] = conflicts;
  const wrong = several ? CHARGE_MOVE.several : first && conflictsSentence([first]);
  return (
    <Box component="tr" sx={wrong ? { bgcolor: tint('caution') } : {}}>
      <td>
        <Checkbox
          size="small"
          sx={{ p: 0.25 }}
          checked={goes}
          disabled={several}
          onChange={(_, on) => onTurn(on)}
          slotProps={{ input: { 'aria-label': member.unique_order } }}
        />
      </td>
      <td>
        <b>{member.unique_order}</b>
      </td>
      <td>{member.product_name}</td>
      <td className="is-number">{amountText(member.weight, 'kg')}</td>
      <td>{previous_end ? endMoment(previous_end) : ''}</td>
      <td>{deadline ? formatMonthDay(deadline) : ''}</td>
      <td>
        {wrong ? (
          <>
            <WarningAmber sx={{ fontSize: 14, mr: 0.5, verticalAlign: 'text-bottom', color: tint('conflict') }} />
            {wrong}
          </>
        ) : null}
      </td>
    </Box>
  );
};
