import Box from '@mui/material/Box';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { TitlePortal } from 'react-admin';
import { createPortal } from 'react-dom';
import { PRODUCT } from '../texts/shell.ts';
import { PAGE_HEADER_PX } from './theme.tsx';

type Place = HTMLElement | null;
const PlacesContext = createContext<{ title: Place; actions: Place }>({ title: null, actions: null });

/** Puts buttons at the right end of the page header, from anywhere in the page. */
export const PageActions = ({ children }: { children: ReactNode }) => {
  const { actions } = useContext(PlacesContext);
  return actions ? createPortal(children, actions) : null;
};

/** Puts small controls right after the title of the page header. */
export const PageTitleExtras = ({ children }: { children: ReactNode }) => {
  const { title } = useContext(PlacesContext);
  return title ? createPortal(children, title) : null;
};

/** The browser's tab bears the page's title, which react-admin's `<Title>` writes into the header alone. */
function useTabTitle(header: Place): void {
  useEffect(() => {
    const heading = header?.querySelector('h1');
    if (!heading) return;
    const follow = () => {
      document.title = heading.textContent ? `${heading.textContent} | ${PRODUCT}` : PRODUCT;
    };
    follow();
    const watch = new MutationObserver(follow);
    watch.observe(heading, { childList: true, characterData: true, subtree: true });
    return () => watch.disconnect();
  }, [header]);
}

/** The page header of the title and its places, above the page's content. Its height never changes. */
export const PageHeader = ({ children }: { children: ReactNode }) => {
  const [header, setHeader] = useState<Place>(null);
  const [title, setTitle] = useState<Place>(null);
  const [actions, setActions] = useState<Place>(null);
  useTabTitle(header);
  return (
    <PlacesContext value={{ title, actions }}>
      <Box ref={setHeader} sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: PAGE_HEADER_PX, mb: 1.5, flexWrap: 'wrap' }}>
        <TitlePortal component="h1" variant="h1" sx={{ flex: '0 1 auto', m: 0, whiteSpace: 'normal' }} />
        <Box ref={setTitle} sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap', minWidth: 0 }} />
        <Box sx={{ flex: 1 }} />
        <Box
          ref={setActions}
          sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap', '& .MuiIconButton-root': { p: '7px' } }}
        />
      </Box>
      {children}
    </PlacesContext>
  );
};
