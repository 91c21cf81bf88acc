import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/** A component that comes later, and what begins to fetch it before it is shown. */
export type Later<Props> = ComponentType<Props> & { fetch(): Promise<unknown> };

/**
 * Gives a component whose code is fetched when it is first shown; until then `meanwhile` stands in its place. Not React.lazy, which hides
 * a page for 300 ms however soon its code is there (FALLBACK_THROTTLE_MS of React's reconciler). Where it cannot be fetched, `Failed` stands
 * in its place and may try again; without that the error is thrown while rendering, and the next showing fetches anew.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
  Failed?: ComponentType<{ again(): void }>,
): Later<Props> {
  let Fetched: ComponentType<Props> | undefined;
  const fetch = async (): Promise<void> => {
    Fetched ??= await load();
  };
  const Shown = (props: Props) => {
    const [failure, setFailure] = useState<{ error: unknown }>();
    const [, setFetched] = useState(Fetched !== undefined);
    useEffect(() => {
      let gone = false;
      if (!Fetched && !failure)
        fetch().then(
          () => gone || setFetched(true),
          (error: unknown) => gone || setFailure({ error }),
        );
      return () => {
        gone = true;
      };
    }, [failure]);
    if (failure && Failed) return <Failed again={() => setFailure(undefined)} />;
    if (failure) throw failure.error;
    return Fetched ? <Fetched {...props} /> : meanwhile;
  };
  return Object.assign(Shown, { fetch });
}
