import CssBaseline from '@mui/material/CssBaseline';
import { createTheme, ThemeProvider, useTheme } from '@mui/material/styles';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { lightTheme } from './theme.tsx';

/** Whether the browser is laying out paper. Told before it does, so the page is drawn anew in time. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}

/** Paper is white: what is printed out of the dark colours is drawn in the light ones, else pale ink stands on it. */
export const OnPaper = ({ children }: { children: ReactNode }) => {
  const screen = useTheme();
  const paper = useMemo(() => createTheme(lightTheme), []);
  const printing = usePrinting();
  const dark = screen.palette.mode === 'dark';
  return (
    <ThemeProvider theme={printing && dark ? paper : screen}>
      {printing && dark ? <CssBaseline /> : null}
      {children}
    </ThemeProvider>
  );
};
