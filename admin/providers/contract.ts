import { type ContractField, FIELDS } from '../../server/contract/fields.ts';
import { apiPath } from './data-provider.ts';

/** What the contract says of a field of a resource; `order_tasks.setup_hours` for a field of rows within. */
export function contractField(resource: string | undefined, path: string): ContractField | undefined {
  let fields: Readonly<Record<string, ContractField>> | undefined = FIELDS[apiPath(resource ?? '') as keyof typeof FIELDS];
  let field: ContractField | undefined;
  for (const name of path.split('.')) {
    field = fields?.[name];
    fields = field?.fields;
  }
  return field;
}
