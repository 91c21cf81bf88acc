import { EditScreen } from '../forms/screens.tsx';
import { OutsourcingFields } from './outsourcing-form.tsx';

const OutsourcingPage = () => (
  <EditScreen
    resource="outsourcings"
    update="updateOutsourcing"
    remove="deleteOutsourcing"
    list="/outsourcings"
    subject={(row) => `${row.outsourcing_code} ${row.name}`}
  >
    {(readOnly) => <OutsourcingFields readOnly={readOnly} />}
  </EditScreen>
);

export default OutsourcingPage;
