import Key from '@mui/icons-material/KeyOutlined';
import { Logout, MenuItemLink, UserMenu, useUserMenu } from 'react-admin';
import { useSession } from '../providers/session.ts';
import { OWN_PASSWORD, SHELL } from '../texts/shell.ts';

const PasswordItem = () => (
  <MenuItemLink to="/password" primaryText={OWN_PASSWORD.title} leftIcon={<Key />} onClick={useUserMenu()?.onClose} />
);

/** Under the name in the bar: one's own password, and leaving. */
export const AccountMenu = () => {
  const { user } = useSession();
  return (
    <UserMenu {...(user ? { label: SHELL.account(user.name) } : {})}>
      <PasswordItem />
      <Logout />
    </UserMenu>
  );
};
