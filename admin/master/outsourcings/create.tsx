import { CreateForm } from '../../forms/forms.tsx';
import { OutsourcingFields } from './fields.tsx';

const OutsourcingCreate = () => (
  <CreateForm>
    <OutsourcingFields />
  </CreateForm>
);

export default OutsourcingCreate;
