import { CreateScreen } from '../forms/screens.tsx';
import { EmployeeFields } from './employee-form.tsx';

const EmployeeAddPage = () => (
  <CreateScreen resource="employees" operation="createEmployee" list="/employees" defaultValues={{ permission: 'manager' }}>
    {(readOnly) => <EmployeeFields readOnly={readOnly} isNew />}
  </CreateScreen>
);

export default EmployeeAddPage;
