import { CreateForm } from '../../forms/forms.tsx';
import { EmployeeFields } from './fields.tsx';

const EmployeeCreate = () => (
  <CreateForm defaultValues={{ permission: 'manager' }}>
    <EmployeeFields />
  </CreateForm>
);

export default EmployeeCreate;
