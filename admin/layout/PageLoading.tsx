import LinearProgress from '@mui/material/LinearProgress';
import { useEffect, useState } from 'react';
import { SHELL } from '../texts/shell.ts';

/** What stands while a page's code arrives: nothing at first, a line when it takes long. */
export const PageLoading = () => {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return late ? <LinearProgress aria-label={SHELL.loading} /> : null;
};
