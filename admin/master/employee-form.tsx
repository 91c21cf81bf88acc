import { PERMISSIONS } from '../../server/domain/permissions.ts';
import { FieldGrid, Section } from '../forms/FormFrame.tsx';
import type { Choice, FieldSpec } from '../forms/fields.tsx';
import { PRODUCT_WORDS, EMPLOYEE_WORDS as WORDS } from '../texts/master.ts';
import { ROLE_NAMES } from '../texts/shell.ts';

/** The four roles, as choices. */
export const ROLE_CHOICES: (Choice & { id: string })[] = PERMISSIONS.map((permission) => ({
  id: permission,
  name: ROLE_NAMES[permission],
}));

const fieldsOf = (isNew: boolean): FieldSpec[] => [
  { source: 'employee_id', label: WORDS.id, required: true },
  { source: 'name', label: WORDS.name, required: true },
  { source: 'name_furigana', label: WORDS.furigana },
  { source: 'password', label: WORDS.password, type: 'password', required: isNew, ...(isNew ? {} : { helper: WORDS.passwordHint }) },
  { source: 'permission', label: WORDS.permission, required: true, choices: ROLE_CHOICES },
];

/** The fields of an employee; a password is a must only for a new one. */
export const EmployeeFields = ({ readOnly, isNew = false }: { readOnly: boolean; isNew?: boolean }) => (
  <Section title={PRODUCT_WORDS.basics}>
    <FieldGrid fields={fieldsOf(isNew)} disabled={readOnly} />
  </Section>
);
