import { CreateScreen } from '../forms/screens.tsx';
import { OutsourcingFields } from './outsourcing-form.tsx';

const OutsourcingAddPage = () => (
  <CreateScreen resource="outsourcings" operation="createOutsourcing" list="/outsourcings">
    {(readOnly) => <OutsourcingFields readOnly={readOnly} />}
  </CreateScreen>
);

export default OutsourcingAddPage;
