import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useCall } from '../../../providers/queries.ts';
import { FORM } from '../../../texts/board/board.ts';
import type { Entry } from '../../chart/scene/bars.ts';
import { FacilityChoice } from './SubjectChoice.tsx';
import { useFacilities } from './use-facilities.ts';

interface Props {
  entry: Entry;
  /** As it stands, or as a drag proposes. */
  name: string;
  facility: number | null;
  onChange(facility: number | null): void;
}

/** 生産設備 of a bar: to be read, for it is changed by drawing the bar; under a finger, which sees no other row while it draws, to be chosen. */
export const TaskFacility = (props: Props) => {
  const isTouched = useMediaQuery('(pointer: coarse)');
  return isTouched && !props.entry.outsourced ? <Choice {...props} /> : <Read name={props.name} />;
};

const Read = ({ name }: Pick<Props, 'name'>) => <TextField label={FORM.facility} value={name} slotProps={{ input: { readOnly: true } }} />;

/** The facilities that may do the task, and the one where it stands. */
const Choice = ({ entry, name, facility, onChange }: Props) => {
  const facilities = useFacilities();
  const { data: eligible } = useCall('getEligibleFacilities', { id: entry.order_id });
  if (!facilities || !eligible) return <Read name={name} />;
  const able = eligible.find(({ task_id }) => task_id === entry.task_id)?.facility_ids ?? [];
  const offered = [...facilities.values()].filter(({ id }) => able.includes(id) || id === entry.facility);
  offered.sort((one, other) => one.facility_code.localeCompare(other.facility_code));
  return <FacilityChoice facilities={offered} facility={facility} outsourced={false} onChange={onChange} />;
};
