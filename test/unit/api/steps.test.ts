import type { History } from '../../../lambdas/data/conversion/conversion-history.ts';
import { readSteps } from '../../../lambdas/api/conversion/read-steps.ts';
import type { Role } from '../../../lambdas/contract/shared.ts';
import { fullAnalysis } from '../../../lambdas/domain/pipeline/stage.ts';
import { someContent } from '../../support/content.ts';
import { finishedAttempt } from '../../support/rows/conversion-records.ts';

it('shows the costs of steps to administrators, and not to moderators', async () => {
  const content = someContent({ status: 'pending', current_attempt: 'version-1/1' });
  const attempt = { ...finishedAttempt(content), duration: 60 };
  const upload = { content_id: content.id, state: 'claimed', created_at: content.created_at } as History['upload'];
  const history = { upload, own: upload, content, attempts: [attempt], runs: [] };
  const deps = { conversions: { readHistory: async () => history }, now: () => 0, stage: fullAnalysis };
  const priced = async (role: Role) =>
    (await readSteps(deps, content.id, role)).filter(({ cost }) => cost !== null).map(({ step }) => step);
  expect(await priced('admin')).toContain('convert');
  expect(await priced('moderator')).toEqual([]);
});
