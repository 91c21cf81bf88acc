import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PUBLISHED_ALONE, type View, viewOf, withView } from './address.ts';
import { keepSearch, lastSearch } from './last-search.ts';
import type { BoardKind } from './quick/jump.ts';

/** The address of a board as it was left in this tab, with this changed; of the published plan unless another is named. */
export function boardPath(kind: BoardKind, change: Partial<View> = {}): string {
  const search = withView(new URLSearchParams(lastSearch()), { ...PUBLISHED_ALONE, ...change }).toString();
  return search === '' ? `/${kind}` : `/${kind}?${search}`;
}

/** The address of the board that is open: what it says, and how to go to another one. Other pages lead back to it. */
export function useAddress() {
  const { pathname, search, key } = useLocation();
  const navigate = useNavigate();
  useEffect(() => keepSearch(search), [search]);
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const latest = useRef({ pathname, params });
  latest.current = { pathname, params };
  /** Goes to the address that `change` makes of the present one: one step of the browser's history, or with `replace` none. */
  const go = useCallback(
    (change: (before: URLSearchParams) => URLSearchParams, replace = false): void => {
      const { pathname: path, params: before } = latest.current;
      const next = change(before).toString();
      if (next !== before.toString()) navigate({ pathname: path, search: next }, { replace });
    },
    [navigate],
  );
  return { key, params, view: useMemo(() => viewOf(params), [params]), go };
}
