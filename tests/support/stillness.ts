/** Both run inside the page: they must not use anything of this module. */

type Watched = { asking: number; frames: number };

/** Takes motion out of a page before anything of it runs, and counts what it asks of the server. */
export function freezeMotion(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    *, *::before, *::after { transition: none !important; animation: none !important; scroll-behavior: auto !important; }
    .MuiTouchRipple-root { display: none !important; }
  `);
  document.adoptedStyleSheets.push(sheet);
  const watched: Watched = { asking: 0, frames: 0 };
  const { fetch } = window;
  Object.assign(window, {
    watched,
    fetch: async (...request: Parameters<typeof fetch>) => {
      watched.asking += 1;
      const done = (): void => {
        watched.asking -= 1;
      };
      try {
        const answer = await fetch(...request);
        // A stream of events never ends, and is nothing that a page waits for.
        if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
          done();
          return answer;
        }
        void answer.clone().arrayBuffer().then(done, done);
        return answer;
      } catch (error) {
        done();
        throw error;
      }
    },
  });
}

/** Frames that went by before are forgotten: what was just pressed or scrolled may not have asked or drawn anything yet. */
export function stillFromNow(): void {
  (window as unknown as { watched: Watched }).watched.frames = 0;
}

/** Asked once a frame: whether several frames have gone by with no call under way, no placeholder and nothing moving. */
export function isStill(): boolean {
  const STILL_FRAMES = 5;
  const { watched } = window as unknown as { watched: Watched };
  const waits = document.querySelector('.MuiSkeleton-root, [aria-busy=true], [role=progressbar]') !== null;
  const moves = document.getAnimations().some(({ playState }) => playState === 'running');
  watched.frames = watched.asking > 0 || waits || moves || document.readyState !== 'complete' ? 0 : watched.frames + 1;
  return watched.frames > STILL_FRAMES;
}
