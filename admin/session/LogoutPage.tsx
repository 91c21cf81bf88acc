import { useEffect } from 'react';
import { useLogout } from 'react-admin';

/** Signs out, then the login page; shows nothing. */
export const LogoutPage = () => {
  const logout = useLogout();
  useEffect(() => {
    void logout({}, '/login', false);
  }, [logout]);
  return null;
};
