import { recordAudit } from '../../db/audit.ts';
import { beginBulk, inBulkTurn } from '../../db/bulk.ts';
import { transaction } from '../../db/errors.ts';
import { PUBLISHED } from '../../db/plan.ts';
import type { Db } from '../../db/types.ts';
import { conflict } from '../../domain/ground/errors.ts';
import { masterCheckTexts as texts } from '../../domain/texts/master-check.ts';
import { doublesOf, isFixed, joinLots, joinProducts } from './join.store.ts';

/** What one press makes one. */
export interface Joinable {
  kind: 'lots' | 'products';
  keep: number;
  drop: number;
}

/** Makes two lots, or two products, one that differ only by zeros in front. Throws a conflict where they are no longer two, or something of the plan stands against it. */
export const joinDoubles = (db: Db, actor: string, wanted: Joinable): Promise<void> =>
  inBulkTurn(() =>
    transaction(db, async (trx) => {
      await beginBulk(trx, true);
      const double = (await doublesOf(trx)).find(
        ({ kind, keep, drop }) => kind === wanted.kind && keep === wanted.keep && drop === wanted.drop,
      );
      if (!double) throw conflict(texts.noDouble);
      const by = { actor, operation: 'joinDoubles' };
      const { keep_name, drop_name, serial_number } = double;
      if (double.kind === 'products') {
        await joinProducts(trx, double);
        await recordAudit(trx, {
          ...by,
          kind: 'products',
          key: keep_name,
          old: { product_code: drop_name },
          new: { product_code: keep_name },
        });
        return;
      }
      if (await isFixed(trx, PUBLISHED, double)) throw conflict(texts.fixedDouble(drop_name));
      await joinLots(trx, double);
      const key = `${serial_number}-${keep_name}`;
      await recordAudit(trx, { ...by, kind: 'order_tasks', key, old: { lot_number: drop_name }, new: { lot_number: keep_name } });
    }),
  );
