import { useNotify } from 'react-admin';
import { STAYS } from '../../texts/board/chart.ts';

/** Says why a bar that was to be moved stays where it is. */
export function useStays(): (why: keyof typeof STAYS) => void {
  const notify = useNotify();
  return (why) => notify(STAYS[why], { type: 'info' });
}
