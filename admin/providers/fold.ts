/** What react-admin asks of `diacritic` (vite.config.ts): two texts that people mean the same are the same. */
export { searchKey as clean } from '../../server/domain/ground/fold.ts';
