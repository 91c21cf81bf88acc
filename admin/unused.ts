/** Stands for what react-admin brings for other houses and ours never calls (vite.config.ts names it): it stays out of the first load. */
export default (): undefined => undefined;

/** No entry of the menu has a key of its own. */
export const useHotkeys = (): undefined => undefined;

const asItIs = (word: string): string => word;

/** English made of names that have no word; here every name has one. */
export { asItIs as capitalize, asItIs as humanize, asItIs as inflect, asItIs as pluralize, asItIs as singularize, asItIs as transform };
