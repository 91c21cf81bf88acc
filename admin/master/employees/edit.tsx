import { useRecordContext } from 'react-admin';
import { EditForm } from '../../forms/forms.tsx';
import { EmployeeFields } from './fields.tsx';
import { ResetLinkButton } from './ResetLinkButton.tsx';

const ResetLink = () => {
  const employee = useRecordContext();
  return employee ? <ResetLinkButton employee={Number(employee.id)} name={String(employee.name)} /> : null;
};

const EmployeeEdit = () => (
  <EditForm update="updateEmployee" remove="deleteEmployee" buttons={<ResetLink />}>
    <EmployeeFields />
  </EditForm>
);

export default EmployeeEdit;
