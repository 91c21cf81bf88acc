import { EditForm } from '../../forms/forms.tsx';
import { OutsourcingFields } from './fields.tsx';

const OutsourcingEdit = () => (
  <EditForm update="updateOutsourcing" remove="deleteOutsourcing">
    <OutsourcingFields />
  </EditForm>
);

export default OutsourcingEdit;
