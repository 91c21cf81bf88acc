import { useRecordContext } from 'react-admin';
import { EditScreen } from '../forms/screens.tsx';
import { EmployeeFields } from './employee-form.tsx';
import { ResetLinkButton } from './ResetLinkButton.tsx';

const ResetLink = () => {
  const employee = useRecordContext();
  return employee ? <ResetLinkButton employee={Number(employee.id)} name={String(employee.name)} /> : null;
};

const EmployeePage = () => (
  <EditScreen
    resource="employees"
    update="updateEmployee"
    remove="deleteEmployee"
    list="/employees"
    subject={(row) => `${row.employee_id} ${row.name}`}
    buttons={<ResetLink />}
  >
    {(readOnly) => <EmployeeFields readOnly={readOnly} />}
  </EditScreen>
);

export default EmployeePage;
