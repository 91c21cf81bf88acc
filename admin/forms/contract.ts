import { createContext, useContext } from 'react';
import { maxLength, maxValue, minValue, number, required, useResourceContext, useWrappedSource, type Validator } from 'react-admin';
import type { ContractField } from '../../server/contract/fields.ts';
import { contractField } from '../providers/contract.ts';

/** Whether the form around is only read; `new` for the form of a new row. */
export const FormMode = createContext<{ readOnly: boolean; isNew: boolean }>({ readOnly: false, isNew: false });

const isWhole: Validator = (value: unknown) => (typeof value !== 'number' || Number.isInteger(value) ? undefined : 'ra.validation.integer');

/** The rules of a field, each with its sentence in the framework's texts. */
function rulesOf({ type, min, max, maxLength: longest }: ContractField, must: boolean): Validator[] {
  const isNumber = type === 'integer' || type === 'number';
  return [
    ...(must ? [required()] : []),
    ...(isNumber ? [number()] : []),
    ...(type === 'integer' ? [isWhole] : []),
    ...(isNumber && min !== undefined ? [minValue(min)] : []),
    ...(isNumber && max !== undefined ? [maxValue(max)] : []),
    ...(longest === undefined ? [] : [maxLength(longest)]),
  ];
}

/** What the contract says of a field of the form around, by its source; throws for one that the contract does not know. */
export function useContractField(source: string): { field: ContractField; path: string; validate: Validator[] } {
  const path = useWrappedSource(source);
  const resource = useResourceContext();
  const { isNew } = useContext(FormMode);
  const field = contractField(resource, path.replaceAll(/\.\d+/g, ''));
  if (!field) throw new Error(`The contract has no field ${path} of ${resource}`);
  return { field, path, validate: rulesOf(field, field.required === true || (isNew && field.required === 'new')) };
}
