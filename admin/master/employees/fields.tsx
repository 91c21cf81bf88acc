import { useContext } from 'react';
import { PERMISSIONS } from '../../../server/domain/ground/permissions.ts';
import { PERMISSION_LABELS } from '../../../server/domain/texts/files/import-words.ts';
import { FormMode } from '../../forms/contract.ts';
import { type Choice, Field } from '../../forms/Field.tsx';
import { FieldSection } from '../../forms/Section.tsx';
import { PRODUCT_WORDS, EMPLOYEE_WORDS as WORDS } from '../../texts/master.ts';

/** The four roles, as choices. */
const ROLE_CHOICES: (Choice & { id: string })[] = PERMISSIONS.map((permission) => ({
  id: permission,
  name: PERMISSION_LABELS[permission],
}));

/** The fields of an employee; a password is a must only for a new one. */
export const EmployeeFields = () => {
  const { isNew, readOnly } = useContext(FormMode);
  return (
    <FieldSection title={PRODUCT_WORDS.basics}>
      <Field source="employee_id" />
      <Field source="name" />
      <Field source="name_furigana" />
      <Field source="password" password {...(isNew || readOnly ? {} : { helperText: WORDS.passwordHint })} />
      <Field source="permission" choices={ROLE_CHOICES} />
    </FieldSection>
  );
};
