import { tinyFilm } from '../../media/tiny-film.ts';
import { contentKeyOf, uploadKeyOf, type FlowTools } from '../flow-tools.ts';
import { untilStepEnds } from './transcripts.ts';

/** Turns content moderation on or off. Uploads need no review, but they wait for a verdict. */
const moderate = async ({ api, admin }: FlowTools, isOn: boolean): Promise<void> => {
  const {
    updated_at: _at,
    updated_by: _by,
    updated_by_name: _name,
    ...settings
  } = await api.call('settings.get-settings', {}, admin);
  const body = { ...settings, content_moderation: isOn, auto_approve_uploads: isOn };
  await api.call('settings.update-settings', { body }, admin);
};

/** Uploads a video to publish. It waits, because moderation is on and no model checks all that the policy requires. */
const uploadWaiting = async (tools: FlowTools): Promise<string> => {
  const { contentId, s3Key } = await tools.storeFile('film.flv', 'video/x-flv', tinyFilm());
  await tools.requestUpload({ action: 'complete', s3Key });
  await tools.createContent(s3Key, { contentType: 'video', status: 'published' });
  await tools.waitForConversion(contentId);
  await untilStepEnds(tools, contentId, { step: 'safety', run: 1, expected: 'completed' });
  const { status } = (await tools.open.read(contentKeyOf(contentId))) ?? {};
  if (status !== 'pending') throw new Error(`A title that was not fully analyzed is ${String(status)}`);
  return contentId;
};

/**
 * Replaces the file of a published title twice while moderation is on. Each file waits for review; staff reject the
 * first and accept the second.
 */
const reviewReplacements = async (tools: FlowTools, id: string): Promise<void> => {
  const { open, api, admin } = tools;
  const film = tinyFilm();
  const { source_key: first } = (await open.read(contentKeyOf(id))) ?? {};
  for (const outcome of ['rejected', 'accepted'] as const) {
    const { s3Key, uploadUrl } = await tools.requestUpload({
      fileName: `${outcome}.flv`,
      fileType: 'video/x-flv',
      fileSize: film.length,
      contentId: id,
    });
    await tools.sendFile(uploadUrl, film, 'video/x-flv');
    await tools.requestUpload({ action: 'complete', s3Key });
    await open.until('a replacement that waits', contentKeyOf(id), ({ waiting_file: file }) => file !== undefined);
    const { waiting_file: file } = await api.call('catalog.get-content', { params: { id } }, admin);
    const body = { version: file?.version ?? '', outcome, reason: 'Watched by the flow' };
    await api.call('content.decide-waiting-file', { params: { id }, body }, admin);
    const { source_key: key } = (await open.read(contentKeyOf(id))) ?? {};
    if ((key === s3Key) !== (outcome === 'accepted')) throw new Error(`The file that was ${outcome} is the wrong one`);
  }
  // Its storage is released, so that the title can move to another creator.
  await open.run('sweeper');
  const replaced = { ...uploadKeyOf(id), sk: `FILE#${String(first).split('/')[2] ?? ''}` };
  await open.until('the removal of the first file', replaced, ({ state }) => state === 'aborted');
};

/**
 * Keeps a title that was not fully analyzed waiting while moderation is on. Its next evaluation without moderation
 * publishes it. Then staff publish it with a reason while moderation is on, and decide about replacements of its file.
 * Its owner reads what was decided.
 */
export const passPublicationGate = async (tools: FlowTools): Promise<void> => {
  const { cloud, open, api, admin, listener, mediaBucket } = tools;
  const { policy } = await api.call('safety.get-policy', {}, admin);
  const rules = Object.fromEntries(
    Object.entries(policy.rules).map(([category, rule]) => [category, { ...rule, require_coverage: true }]),
  ) as typeof policy.rules;
  await api.call('safety.update-policy', { body: { rules, version: policy.version } }, admin);
  await moderate(tools, true);
  const id = await uploadWaiting(tools);
  const key = contentKeyOf(id);

  // As if the removal of an earlier file's stills had been interrupted. Without its own frame, a still is copied from
  // the first frame.
  await open.change(key, { public_stills_versions: ['earlier'] });
  const { media_version: version } = (await open.read(key)) ?? {};
  cloud.s3.deleteObject(mediaBucket, `media/${id}/${String(version)}/480/still_poster.0000001.jpg`);
  await moderate(tools, false);
  await api.call('conversion.run-step', { params: { id, step: 'safety' } }, admin);
  await open.until(
    'the publication after the verdict',
    key,
    ({ status, public_stills_versions: stills }) =>
      status === 'published' && JSON.stringify(stills) === JSON.stringify([version]),
  );

  await moderate(tools, true);
  await tools.setStatus(id, 'draft');
  const edit = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    const { revision } = await api.call('catalog.get-content', { params: { id } }, admin);
    await api.call('content.update-content', { params: { id }, body: { revision, ...fields } }, admin);
  };
  await edit({ status: 'published', reason: 'Watched by the flow' });
  await reviewReplacements(tools, id);
  await moderate(tools, false);
  const { id: user_id } = await api.call('account.get-me', {}, listener);
  const creator = await api.call(
    'catalog.create-creator',
    { body: { name: 'A studio', plan: 'business', user_id } },
    admin,
  );
  await edit({ creator_id: creator.id });
  const { decision } = await api.call('safety.get-notice', { params: { id } }, listener);
  if (decision !== 'approved') throw new Error('The owner does not see the approval');
  const own = await api.call('safety.list-own-titles', {}, listener);
  if (own.items[0]?.content_id !== id) throw new Error('The owner does not find the title');
  await api.call('safety.update-policy', { body: { rules: policy.rules, version: policy.version + 1 } }, admin);
};
