import Box from '@mui/material/Box';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { createPortal } from 'react-dom';

interface HeaderPlaces {
  title: HTMLElement | null;
  actions: HTMLElement | null;
}

const PlacesContext = createContext<HeaderPlaces>({ title: null, actions: null });

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

/** The page header of a title and its places, above the page's content. Its height never changes. */
export const PageFrame = ({ title, children }: { title: string; children: ReactNode }) => {
  const [titlePlace, setTitlePlace] = useState<HTMLElement | null>(null);
  const [actionsPlace, setActionsPlace] = useState<HTMLElement | null>(null);
  return (
    <PlacesContext value={{ title: titlePlace, actions: actionsPlace }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 36, mb: 1.5, flexWrap: 'wrap' }}>
        <Box component="h1" sx={{ m: 0, typography: 'h1' }}>
          {title}
        </Box>
        <Box ref={setTitlePlace} sx={{ display: 'flex', alignItems: 'center', gap: 1 }} />
        <Box sx={{ flex: 1 }} />
        <Box ref={setActionsPlace} sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }} />
      </Box>
      {children}
    </PlacesContext>
  );
};
