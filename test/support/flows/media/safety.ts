import { analysisResultEntity } from '../../../../lambdas/data/analysis/result-repository.ts';
import type { SafetyReview } from '../../../../lambdas/contract/admin/safety-shapes.ts';
import { contentEntity } from '../../../../lambdas/data/content/content-entity.ts';
import { safetyVerdictEntity } from '../../../../lambdas/data/safety/safety-entities.ts';
import { analysisFrameKey } from '../../../../lambdas/domain/media/layout.ts';
import { someFlagged, someResults } from '../../rows/safety-rows.ts';
import { waitFor } from '../../stack/local-stack.ts';
import { contentKeyOf, type FlowTools } from '../flow-tools.ts';

const OPENED = ['frame-0', 'text-0'];

/**
 * Evaluates findings about a published title, which staff reject and, after an appeal, approve and publish again. Then
 * changes the policy, and waits until the whole catalog is evaluated by it.
 */
export const reviewFindings = async (tools: FlowTools, contentId: string): Promise<void> => {
  const { cloud, open, api, admin, mediaBucket } = tools;
  const params = { id: contentId };
  const review = (): Promise<SafetyReview> => api.call('safety.get-review', { params }, admin);
  const evaluated = async (verdict: SafetyReview['verdict']): Promise<SafetyReview> =>
    waitFor(`the verdict ${verdict}`, async () => {
      const found = await review();
      return found.verdict === verdict && found.policy_version !== null ? found : undefined;
    });
  // The first verdict depends on the models of this computer. The results below replace theirs.
  await waitFor('the first verdict', async () => ((await review()).policy_version === null ? undefined : true));
  const content = contentEntity.parse((await open.read(contentKeyOf(contentId))) ?? {});
  for (const result of someResults(content)) await open.put(analysisResultEntity.toItem(result));
  await cloud.s3.writeObject(mediaBucket, analysisFrameKey(contentId, 'v1', 0), Buffer.from([0xff, 0xd8]));
  await api.call('conversion.run-step', { params: { id: contentId, step: 'safety' } }, admin);
  // A review reads the title and its verdict at the same time, so the title can be older than the verdict.
  await evaluated('review');
  const { rev } = await waitFor('the title in which something was found to be unpublished', async () => {
    const found = await review();
    return found.status === 'pending' ? found : undefined;
  });

  const [other] = someFlagged({}, 1).stored;
  if (other) await open.put(other);
  const page = await api.call('safety.list-reviews', { query: { limit: 1 } }, admin);
  await api.call('safety.list-reviews', { query: { limit: 1, cursor: page.next_cursor ?? '' } }, admin);
  if (other) await open.remove(safetyVerdictEntity.key(other as never));
  const { jpeg } = await api.call('safety.get-frame', { params: { ...params, evidenceId: 'frame-0' } }, admin);
  if (jpeg !== '/9g=') throw new Error('The frame has other bytes');

  const decide = (of: string, outcome: 'approved' | 'rejected') =>
    api.call(
      'safety.decide',
      { params, body: { rev: of, outcome, opened: OPENED, reason: 'Decided by the flow', publish: true } },
      admin,
    );
  const rejected = await decide(rev, 'rejected');
  if (rejected.status !== 'draft') throw new Error('A rejected title is still published');
  const notice = await api.call('safety.get-notice', { params }, admin);
  if (!notice.can_appeal) throw new Error('The owner cannot appeal');
  await api.call('safety.appeal', { params, body: { text: 'Please look again.', rev: notice.rev } }, admin);
  const approved = await decide((await review()).rev, 'approved');
  if (approved.status !== 'published') throw new Error('An approved title is not published');
  // Staff can also reject what is public, and approve it once more.
  await decide((await review()).rev, 'rejected');
  const again = await decide((await review()).rev, 'approved');
  if (again.status !== 'published') throw new Error('A title that was approved again is not published');
  const log = await api.call('audit.list-entries', { query: { limit: 1, target_id: contentId } }, admin);
  if (log.items[0]?.action !== 'content.safety-approved') throw new Error('The decision was not recorded');

  const { policy } = await api.call('safety.get-policy', {}, admin);
  const rules = { ...policy.rules, adult: { ...policy.rules.adult, review_at: 0.5 } };
  const preview = () => api.call('safety.preview-policy', { body: { rules, version: policy.version } }, admin);
  // A worker copies what policies decide on.
  await waitFor('a title in the preview', async () => ((await preview()).checked > 0 ? true : undefined));
  await api.call('safety.update-policy', { body: { rules, version: policy.version } }, admin);
  await api.call('safety.update-policy', { body: { rules: policy.rules, version: policy.version + 1 } }, admin);
  await waitFor('the evaluation of the catalog', async () => {
    const { evaluation } = await api.call('safety.get-policy', {}, admin);
    return evaluation?.state === 'done' && evaluation.checked > 0 ? true : undefined;
  });
  const versions = await api.call('safety.list-policy-versions', { query: { limit: 1 } }, admin);
  await api.call('safety.list-policy-versions', { query: { limit: 1, cursor: versions.next_cursor ?? '' } }, admin);
};
