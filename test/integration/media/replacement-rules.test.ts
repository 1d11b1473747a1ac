import { tinyWav } from '../../support/media/tiny-wav.ts';
import type { mockRunJob } from '../../support/worlds/cached-encoder.ts';
import type { MediaFlow } from '../../support/worlds/media-flow.ts';
import type { PersonName } from '../../support/worlds/media-functions.ts';
import {
  startReplacementFlow,
  versionOf,
  type Allotted,
  type ReplacementTools,
} from '../../support/worlds/replacement.ts';
import type { TestResponse } from '../../support/http.ts';
import { auditMonth } from '../../../lambdas/data/admin/audit-entity.ts';
import { CLAIM_TIME_MS } from '../../../lambdas/domain/uploads/upload.ts';

jest.mock('../../../infra/local/services/mediaconvert/run-job.ts', () =>
  jest.requireActual<{ mockRunJob: typeof mockRunJob }>('../../support/worlds/cached-encoder.ts').mockRunJob(),
);

let flow: MediaFlow;
let tools: ReplacementTools;
beforeAll(async () => void ({ flow, tools } = await startReplacementFlow()));
afterAll(() => flow.stop());

it('the type follows the new file, unless someone chose another type than that of the old one', async () => {
  const first = await tools.store(tinyWav(1), undefined, 'song.wav');
  expect((await tools.complete(first.s3Key)).status).toBe(200);
  const create = { s3Key: first.s3Key, title: 'A song', contentType: 'music', status: 'published' };
  expect((await flow.call('POST /api/content', create)).status).toBe(201);
  await tools.drain();
  const { contentId } = first;
  const replaceBy = async (file: Buffer, name: string) => {
    const upload = await tools.store(file, contentId, name);
    expect((await tools.complete(upload.s3Key)).status).toBe(200);
    await tools.drain();
    return tools.content(contentId);
  };
  const song = await tools.content(contentId);
  const film = await replaceBy(tools.film, 'film.flv');
  expect(film).toMatchObject({ content_type: 'video', has_video: true, revision: song.revision + 1 });
  expect(await flow.table.get({ pk: `CONTENT#${contentId}`, sk: 'META' })).toMatchObject({
    gsi3pk: 'PUBLISHED#video',
    gsi5pk: 'BY_TIME#video#published#completed',
  });

  const chosen = { revision: film.revision, contentType: 'music' };
  expect((await flow.call('PATCH /api/content/{id}', chosen, { params: { id: contentId } })).status).toBe(200);
  expect(await replaceBy(tools.longer, 'longer.flv')).toMatchObject({ content_type: 'music', has_video: true });
  await flow.call('DELETE /api/content/{id}', undefined, { params: { id: contentId } });
  await tools.drain();
});

describe('with content moderation', () => {
  const reason = 'Watched to the end.';
  afterEach(() => void (flow.settings.content_moderation = false));

  /** Publishes a title, turns moderation on, and replaces the file of the title. */
  const replacePublished = async (): Promise<{ readonly first: Allotted; readonly second: Allotted }> => {
    const first = await tools.published();
    flow.settings.content_moderation = true;
    return { first, second: await replace(first.contentId) };
  };
  const replace = async (contentId: string, file = tools.longer): Promise<Allotted> => {
    const upload = await tools.store(file, contentId, 'Better.flv');
    expect((await tools.complete(upload.s3Key)).status).toBe(200);
    await tools.drain();
    return upload;
  };
  const decide = (
    upload: Allotted,
    outcome: 'accepted' | 'rejected',
    { version = versionOf(upload), who = 'moderator' as PersonName } = {},
  ): Promise<TestResponse> =>
    flow.call(
      'POST /api/content/{id}/waiting-file',
      { version, outcome, reason },
      { who, params: { id: upload.contentId } },
    );
  const review = (contentId: string, who: PersonName) =>
    flow.call('POST /api/functions/get-media-url', { contentId, waiting: true }, { who });
  const pending = async (): Promise<readonly { id: string; status: string; waiting_file: { version: string } }[]> =>
    (
      (await flow.call('GET /api/admin/content', undefined, { who: 'moderator', query: { status: 'pending' } }))
        .body as { items: { id: string; status: string; waiting_file: { version: string } }[] }
    ).items;
  /** The audited actions on a title since it was created, oldest first, with the role of the actor. */
  const actions = async (contentId: string): Promise<readonly string[]> => {
    const months = [flow.now(), Date.now()].map((time) => auditMonth(new Date(time).toISOString()));
    const entries = await Promise.all(
      [...new Set(months)].map((month) => flow.table.queryAll({ partition: `AUDIT#${month}`, limit: 100 })),
    );
    return entries
      .flat()
      .filter(({ target_id: id }) => id === contentId)
      .sort((a, b) => (String(a.sk) < String(b.sk) ? -1 : 1))
      .map(({ action, actor_role: role }) => `${String(action)} ${String(role)}`)
      .filter((action) => /replace/.test(action));
  };

  it('a replacement waits while the old file plays, and a rejection leaves only its audit entries', async () => {
    const { first, second } = await replacePublished();
    const { contentId } = first;
    const waiting = await tools.content(contentId);
    expect(waiting).toMatchObject({
      status: 'published',
      media_version: versionOf(first),
      source_key: first.s3Key,
      conversion_status: 'completed',
      waiting_file: { media_version: versionOf(second), original_file_name: 'Better.flv' },
    });
    expect(await pending()).toMatchObject([
      { id: contentId, status: 'published', waiting_file: { version: versionOf(second) } },
    ]);
    expect((await tools.play(contentId)).url).toBe(first.cloudFrontUrl);
    expect((await review(contentId, 'moderator')).body).toMatchObject({ url: second.cloudFrontUrl });
    expect((await review(contentId, 'listener')).problem.code).toBe('content_not_found');
    expect(
      (await flow.call('POST /api/functions/s3-upload-url', { action: 'abort', s3Key: second.s3Key })).problem.code,
    ).toBe('invalid_state');

    // It never expires.
    flow.skip(2 * CLAIM_TIME_MS);
    await tools.settle();
    expect(await tools.stored(contentId)).toContain(`media/${versionOf(second)}`);

    expect((await decide(second, 'rejected', { who: 'listener' })).status).toBe(403);
    expect((await decide(second, 'rejected', { version: versionOf(first) })).problem.code).toBe('version_conflict');
    const used = await flow.storageUsed();
    expect(await decide(second, 'rejected')).toMatchObject({ status: 200, body: { waiting_file: null } });
    expect((await decide(second, 'rejected')).status).toBe(200);
    expect((await decide(second, 'accepted')).problem.code).toBe('version_conflict');
    expect(await flow.storageUsed()).toBe(used - tools.longer.length);
    const after = await tools.content(contentId);
    expect(after).toMatchObject({ media_version: versionOf(first), conversion_status: 'completed' });
    expect(after).toMatchObject({ current_attempt: `${after.source_version_id}/1`, revision: waiting.revision + 1 });
    expect(await pending()).toEqual([]);
    await tools.settle();
    expect(await tools.stored(contentId)).toEqual([
      `media/${versionOf(first)}`,
      `posters/${versionOf(first)}`,
      `uploads/${versionOf(first)}`,
    ]);
    expect((await flow.attempts.list(contentId)).map(({ source_key: key }) => key)).toEqual([first.s3Key]);
    expect(await actions(contentId)).toEqual([
      'content.replacement-begun admin',
      'content.replacement-waiting admin',
      'content.replacement-rejected moderator',
    ]);

    expect((await tools.restart(contentId)).status).toBe(200);
    await tools.drain();
    expect(await tools.content(contentId)).toMatchObject({
      status: 'published',
      media_version: `${versionOf(first)}-2`,
      conversion_status: 'completed',
    });
  });

  it('an accepted replacement takes the place of the file; a newer one takes the place of one that waits', async () => {
    const { first, second } = await replacePublished();
    const { contentId } = first;
    const third = await replace(contentId);
    const waiting = await tools.content(contentId);
    expect(waiting.waiting_file?.media_version).toBe(versionOf(third));
    expect((await decide(second, 'accepted')).problem.code).toBe('version_conflict');
    // Moderation that ends later does not affect it.
    flow.settings.content_moderation = false;
    await flow.sweep();
    expect(await tools.content(contentId)).toMatchObject({ waiting_file: { media_version: versionOf(third) } });
    flow.settings.content_moderation = true;

    const session = await tools.play(contentId);
    for (let call = 0; call < 2; call += 1)
      expect(await decide(third, 'accepted')).toMatchObject({ status: 200, body: { waiting_file: null } });
    expect(await tools.content(contentId)).toMatchObject({
      status: 'published',
      published_at: waiting.published_at,
      revision: waiting.revision + 1,
      media_version: versionOf(third),
      source_key: third.s3Key,
      original_file_name: 'Better.flv',
      poster_url: `/posters/${contentId}/${versionOf(third)}/poster.jpg`,
      safety: { verdict: 'unknown', decision: { outcome: 'approved' } },
    });
    expect((await tools.play(contentId, session.play_id)).url).toBe(third.cloudFrontUrl);
    await tools.settle();
    expect(await tools.stored(contentId)).toEqual([
      `media/${versionOf(third)}`,
      `posters/${versionOf(third)}`,
      `uploads/${versionOf(third)}`,
    ]);
    expect(await actions(contentId)).toEqual([
      'content.replacement-begun admin',
      'content.replacement-waiting admin',
      'content.replacement-begun admin',
      'content.replacement-waiting admin',
      'content.replacement-accepted moderator',
    ]);

    // A waiting file is deleted with its title.
    const used = await flow.storageUsed();
    await replace(contentId);
    await flow.call('DELETE /api/content/{id}', undefined, { params: { id: contentId } });
    await tools.drain();
    expect([await tools.stored(contentId), await flow.uploads.list(contentId), await flow.storageUsed()]).toEqual([
      [],
      [],
      used - tools.longer.length,
    ]);
  });

  it('a waiting file that is converted again keeps waiting, and the decision is about the new renditions', async () => {
    const { first, second } = await replacePublished();
    const { contentId } = first;
    await tools.restart(contentId);
    expect((await decide(second, 'accepted')).problem.code).toBe('invalid_state');
    flow.settings.content_moderation = false;
    await tools.drain();
    await tools.settle();
    const { waiting_file: file, media_version: version } = await tools.content(contentId);
    expect([file?.media_version, version]).toEqual([`${versionOf(second)}-3`, versionOf(first)]);
    expect(await tools.stored(contentId)).not.toContain(`media/${versionOf(second)}`);
    // No one has seen these renditions yet.
    expect((await decide(second, 'accepted')).problem.code).toBe('version_conflict');
    const accepted = await decide(second, 'accepted', { version: `${versionOf(second)}-3` });
    expect(accepted).toMatchObject({ status: 200 });
    expect(await tools.content(contentId)).toMatchObject({ media_version: `${versionOf(second)}-3` });
  });
});
