import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { policyProblems } from '../../domain/safety/policy.ts';
import { previewOf } from '../../domain/safety/preview.ts';
import { route } from '../../http/route.ts';
import type { SafetyDeps } from './deps.ts';

/** Titles per request: one query for all of them. */
const PART = 2500;

/** Returns what a policy would change in a part of the catalog, from the copies of the stored findings. */
export const previewPolicy = ({ policies, compared, counts, lookup, logger }: SafetyDeps) =>
  route(endpoints['safety.preview-policy'], async ({ body: { rules, version, after } }) => {
    const problems = policyProblems(rules);
    if (problems.length > 0) throw new AppError('validation_failed', problems[0]?.message, problems);
    const onBad = (count: number): void => logger.error('Corrupt items left out of a preview', { count });
    const [current, page, { total }] = await Promise.all([
      policies.read(),
      compared.list(after, PART, onBad),
      counts.read([]),
    ]);
    // The parts of one preview are compared with the same policy.
    if (current.version !== version) throw new AppError('version_conflict');
    const changes = previewOf(page.titles, { current: current.rules, edited: rules });
    const samples = await lookup.getMany(changes.flatMap(({ samples: ids }) => ids));
    return {
      status: 200,
      body: {
        checked: page.titles.length,
        total: total.music + total.video,
        changes: changes.map((change) => ({
          ...change,
          samples: change.samples.flatMap((id) => {
            const content = samples.get(id);
            return content && content.deleted_at === undefined ? [{ id, title: content.title }] : [];
          }),
        })),
        next_after: page.after ?? null,
      },
    };
  });
