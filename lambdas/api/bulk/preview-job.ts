import type { BulkItem } from '../../contract/content/bulk.ts';
import { endpoints } from '../../contract/index.ts';
import { decide } from '../../domain/bulk/decide.ts';
import { route } from '../../http/route.ts';
import type { BulkDeps } from './deps.ts';
import { readCategory, readItems } from './read-items.ts';

/** Previews the result of a job, with the same rules as the job itself. */
export const previewJob = (deps: BulkDeps) =>
  route(endpoints['bulk.preview-job'], async ({ body: { action, ids } }) => {
    const category = await readCategory(deps, action);
    const found = await readItems(deps, ids);
    const by = { now: new Date(deps.now()).toISOString(), settings: await deps.readSettings() };
    const items = found.map(([id, content]): BulkItem => {
      const decision = decide(action, content, category, by);
      return {
        content_id: id,
        title: content?.title ?? '',
        outcome: decision.outcome,
        reason: decision.outcome === 'failed' ? decision.reason : null,
      };
    });
    const count = (outcome: BulkItem['outcome']): number => items.filter((item) => item.outcome === outcome).length;
    return {
      status: 200,
      body: { total: items.length, changed: count('changed'), same: count('same'), failed: count('failed'), items },
    };
  });
