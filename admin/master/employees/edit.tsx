import { useRecordContext } from 'react-admin';
import { useParams } from 'react-router';
import { EditForm, type Removal } from '../../forms/forms.tsx';
import { loseSession } from '../../providers/client.ts';
import { useSession } from '../../providers/session.ts';
import { SELF_WORDS } from '../../texts/master.ts';
import { EmployeeFields } from './fields.tsx';
import { ResetLinkButton } from './ResetLinkButton.tsx';
import { SelfGuard } from './SelfGuard.tsx';

const ResetLink = () => {
  const employee = useRecordContext();
  return employee ? <ResetLinkButton employee={Number(employee.id)} name={String(employee.name)} /> : null;
};

/** To delete oneself is asked in its own words, and the login page says that one did. */
const OWN_REMOVAL: Removal = {
  confirmTitle: SELF_WORDS.deleteTitle,
  confirmContent: SELF_WORDS.deleteContent,
  mutationOptions: { onSuccess: () => loseSession(SELF_WORDS.deleted) },
};

const EmployeeEdit = () => {
  const { id } = useParams();
  const isSelf = Number(id) === useSession().user?.id;
  return (
    <EditForm update="updateEmployee" remove="deleteEmployee" buttons={<ResetLink />} removal={isSelf ? OWN_REMOVAL : undefined}>
      <EmployeeFields />
      <SelfGuard />
    </EditForm>
  );
};

export default EmployeeEdit;
