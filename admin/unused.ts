/** Stands for what react-admin brings for other houses and ours never calls (vite.config.ts names it): it stays out of the first load. */
export default (): undefined => undefined;
