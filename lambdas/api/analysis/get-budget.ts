import { endpoints } from '../../contract/index.ts';
import { dollarsOf, monthOf } from '../../domain/analysis/budget.ts';
import { route } from '../../http/route.ts';
import type { AnalysisApiDeps } from './deps.ts';

/** Returns what the analysis has cost in a month, and which steps were skipped because of a budget. */
export const getBudget = (deps: AnalysisApiDeps) =>
  route(endpoints['analysis.get-budget'], async ({ query }) => {
    const month = query.month ?? monthOf(deps.now());
    const [limits, sums, titles] = await Promise.all([
      deps.readLimits(),
      deps.budget.month(month),
      deps.budget.titles(month, { cursor: query.cursor, limit: query.limit }),
    ]);
    const names = await deps.titlesOf(titles.items.map(({ content_id: id }) => id));
    const { used = 0, spent = 0, skips = 0 } = sums ?? {};
    return {
      status: 200,
      body: {
        month,
        limit_title_usd: limits.title,
        limit_month_usd: limits.month,
        spent_usd: dollarsOf(spent),
        reserved_usd: dollarsOf(used - spent),
        skips,
        items: titles.items.map((title) => ({
          content_id: title.content_id,
          title: names.get(title.content_id) ?? null,
          spent_usd: dollarsOf(title.spent),
          reserved_usd: dollarsOf(title.used - title.spent),
          skipped: [...title.skipped],
        })),
        next_cursor: titles.next_cursor,
      },
    };
  });
