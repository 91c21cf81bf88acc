import { benchApi } from './api.ts';
import { benchBoard } from './board.ts';
import { benchCauses } from './engine/causes.ts';
import { benchEngine } from './engine/engine.ts';
import { benchPrices } from './engine/prices.ts';
import { benchPromises } from './engine/promises.ts';
import { benchProposals } from './engine/proposals.ts';
import { benchReplan } from './engine/replan.ts';
import { benchThreads } from './engine/threads.ts';
import { benchExports } from './exports.ts';
import { benchImports } from './imports.ts';
import { benchLogin } from './login.ts';
import { benchPages } from './pages.ts';
import { benchRuns } from './runs.ts';
import { benchProduct } from './twin/product/product.ts';
import { benchTwin } from './twin/twin.ts';

/** Every bench by its name: `npm run bench -- NAME [options]`; tests/bench runs each at its smallest. */
export const BENCHES: Record<string, { does: string; run: (args: string[]) => Promise<unknown> }> = {
  engine: { does: 'the engine on published instances and on generated foundries (--instances DIR, --peer cp-sat)', run: benchEngine },
  replan: { does: 'what moves when a standing plan is planned again after a disturbance, beside a plan from scratch', run: benchReplan },
  causes: { does: 'why the orders of a plan are late: the parts add up, and who stands in the way is named', run: benchCauses },
  prices: { does: 'what placing a late order first costs the others, as it is told and as a run then makes it', run: benchPrices },
  promises: { does: 'when something could ship: ms a question, and days later than a search with all else kept', run: benchPromises },
  proposals: { does: 'whether what keeps orders late is proposed first, and won, in plants in which one thing does', run: benchProposals },
  threads: { does: 'several threads beside one at equal wall time and at double time (--threads 2, --rounds N)', run: benchThreads },
  twin: {
    does: 'a plant that lives day by day for a year, under four ways of planning it (--days 250 --ways ours,edd --prices 1,2)',
    run: benchTwin,
  },
  product: { does: 'the twin lived through the whole product: files, taps, nights, for two weeks (--days 10)', run: benchProduct },
  api: {
    does: 'the busiest calls beside a bare Express and pg server (--growth: what lists cost from 1,000 to 100,000 orders)',
    run: benchApi,
  },
  login: { does: 'the right password of somebody known beside 1,000 made-up ids from the same address (--made-up N)', run: benchLogin },
  board: {
    does: 'mount, scroll and drag of the board beside four other charts in one browser (--bars 200,1000 --charts ours,svar)',
    run: benchBoard,
  },
  pages: {
    does: 'every page of the menu in a browser on the planned demo of 1,000, 5,000 and 10,000 orders (--pages gantt,today)',
    run: benchPages,
  },
  exports: { does: 'the Gantt workbook beside exceljs in memory, and the event loop while it is made', run: benchExports },
  imports: { does: 'each import kind beside bare reading and COPY', run: benchImports },
  runs: { does: 'the event loop while a large plan is made', run: benchRuns },
};
