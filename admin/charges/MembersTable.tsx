import type { SheetPart } from '../../server/domain/plant/charge-sheet.ts';
import { CHARGE_SHEET, nextText, sizeText } from '../../server/domain/texts/plan/charges.ts';
import { numeral } from '../parts/format.ts';
import type { Run } from './run.ts';

/** Rows are as high as the picture has them while few, and share the room of the page when there are more. */
const ROW_PX = 38;
const ROOM_PX = 308;
/** Lower rows take smaller letters. */
const DENSE_PX = 26;

/** A number as the sheet shows it, to one decimal. */
const amount = (value: number | null): string => (value === null ? '' : numeral(Math.round(value * 10) / 10));

/** What goes into the furnace, the heaviest piece first. */
export const MembersTable = ({ run, sheet }: { run: Run; sheet: SheetPart<Run['members'][number]> }) => {
  const { columns, total, box } = CHARGE_SHEET;
  const height = sheet.part === 1 ? Math.min(ROW_PX, Math.floor(ROOM_PX / sheet.members.length)) : ROW_PX;
  return (
    <table className={`members ${height < ROW_PX ? 'close' : ''} ${height < DENSE_PX ? 'dense' : ''}`}>
      <thead>
        <tr>
          {Object.entries(columns).map(([name, word]) => (
            <th key={name} scope="col" className={name}>
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sheet.members.map((member, at) => (
          <tr key={member.entry_id} style={{ height }}>
            <td className="position">{sheet.before + at + 1}</td>
            <td className="check">
              <span className="box" role="img" aria-label={box} />
            </td>
            <td className="order">{member.unique_order}</td>
            <td className="product">
              <div>{member.product_name}</div>
            </td>
            <td className="material">
              <div>{member.material}</div>
            </td>
            <td className="pieces">{numeral(member.pieces)}</td>
            <td className="number">{amount(member.unit_weight)}</td>
            <td className="number">{amount(member.weight)}</td>
            <td className="size">{sizeText(member)}</td>
            <td className="next">
              <div>{nextText(member.next)}</div>
            </td>
          </tr>
        ))}
        {sheet.part === sheet.parts ? (
          <tr className="total">
            <th scope="row" colSpan={5}>
              {total}
            </th>
            <td className="pieces">{numeral(run.pieces)}</td>
            <td />
            <td className="number">{amount(run.load_weight)}</td>
            <td colSpan={2} />
          </tr>
        ) : null}
      </tbody>
    </table>
  );
};
