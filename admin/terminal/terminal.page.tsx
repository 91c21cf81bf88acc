import { useEffect } from 'react';
import { useSession } from '../providers/session.ts';
import { TERMINAL } from '../texts/terminals.ts';
import { Pairing } from './Pairing.tsx';
import { TerminalBoard } from './TerminalBoard.tsx';
import { keepFresh } from './worker.ts';

/** What makes the page one that can be installed; the rest of the admin is none. */
function linkManifest(): void {
  if (document.querySelector('link[rel=manifest]')) return;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: '/terminal.webmanifest' }));
}

/** 現場端末: a tablet at a furnace, without menu, search and login. Until it is paired it asks for its code. */
const TerminalPage = () => {
  const { token, user } = useSession();
  useEffect(() => {
    document.title = user ? `${user.name} | ${TERMINAL.title}` : TERMINAL.title;
  }, [user]);
  useEffect(linkManifest, []);
  useEffect(keepFresh, []);
  return token && user ? <TerminalBoard name={user.name} /> : <Pairing />;
};

export default TerminalPage;
