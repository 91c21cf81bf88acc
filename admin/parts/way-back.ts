import { useNavigate } from 'react-router';

/** react-router counts the entries of a visit in the browser's own state; the first one is 0. */
const isFirst = (): boolean => !((window.history.state as { idx?: number } | null)?.idx ?? 0);

/**
 * Leads where one came from, with everything that was kept there (`useKept`): a list with its filters, a board with its place. Where the
 * page was opened by its address there is no such place, and `otherwise` is shown.
 */
export function useWayBack(otherwise: string): () => void {
  const navigate = useNavigate();
  return () => void (isFirst() ? navigate(otherwise) : navigate(-1));
}
