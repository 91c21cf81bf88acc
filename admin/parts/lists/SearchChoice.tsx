import { SelectInput } from 'react-admin';

/** One of a few to search by. */
export const SearchChoice = ({ source, names }: { source: string; names: Readonly<Record<string, string>> }) => (
  <SelectInput source={source} choices={Object.entries(names).map(([id, name]) => ({ id, name }))} helperText={false} />
);
