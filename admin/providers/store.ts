import { localStorageStore, memoryStore, type Store } from 'react-admin';

const APP = 'production-planner';
const remembered = localStorageStore('1', APP);
/** The drawer starts as a rail after every load, so its state is kept nowhere. */
const passing = memoryStore({ 'sidebar.open': false });
passing.setup();
const of = (key: string): Store => (key === 'sidebar.open' ? passing : remembered);

/** What belongs to the workstation and stays when someone signs out: colours, columns, saved conditions. Filters go. */
const KEPT = /\.(theme|datatable(_columnRanks)?|savedQueries)$/;

/** What react-admin remembers in this browser. */
export const store: Store = {
  ...remembered,
  getItem: (key, fallback) => of(key).getItem(key, fallback),
  setItem: (key, value) => of(key).setItem(key, value),
  removeItem: (key) => of(key).removeItem(key),
  subscribe: (key, callback) => of(key).subscribe(key, callback),
  reset: () => {
    const kept = Object.entries(localStorage).filter(([key]) => key.startsWith(`RaStore${APP}.`) && KEPT.test(key));
    remembered.reset();
    for (const [key, value] of kept) remembered.setItem(key.slice(`RaStore${APP}.`.length), JSON.parse(value));
  },
};
