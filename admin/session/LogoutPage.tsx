import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { signOut } from '../providers/auth-provider.ts';

/** Signs out, then the login page; shows nothing. */
export const LogoutPage = () => {
  const navigate = useNavigate();
  useEffect(() => {
    void signOut().then(() => navigate('/login', { replace: true }));
  }, [navigate]);
  return null;
};
