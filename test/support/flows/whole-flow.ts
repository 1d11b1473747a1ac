import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningCloud } from '../../../infra/local/boot.ts';
import { bridgeEvent } from '../../../infra/local/events/bus/bridge-event.ts';
import type { EndpointInput } from '../../../lambdas/contract/endpoint.ts';
import type { Endpoints } from '../../../lambdas/contract/index.ts';
import type { Attempt } from '../../../lambdas/domain/conversion/attempt.ts';
import { cookieHeader, tripleFor } from '../attacks/media-cookies.ts';
import type { OpenCloud, ShiftedClock } from '../stack/running-cloud.ts';
import { repositoryRoot } from '../source-tree.ts';
import { waitFor } from '../stack/local-stack.ts';
import { tinyWav } from '../media/tiny-wav.ts';
import { putPart, sha256Of } from '../network/upload-parts.ts';

/** What the flow runs on. */
export interface FlowDeps {
  readonly cloud: RunningCloud;
  readonly open: OpenCloud;
  /** The cloud's clock. */
  readonly clock: ShiftedClock;
  /** Keeps conversion jobs from going on, so that they run for as long as a test needs them to. */
  readonly jobs: { hold(): void; release(): void };
  /** Access tokens. */
  readonly admin: string;
  readonly listener: string;
}

const DAY_MS = 86_400_000;
const LONG_AGO = '2020-01-01T00:00:00.000Z';

type UploadAnswer = { readonly contentId: string; readonly s3Key: string; readonly uploadUrl: string };
type UploadInput = EndpointInput<Endpoints['uploads.s3-upload-url']>['body'];

const uploadKeyOf = (contentId: string) => ({ pk: `UPLOAD#${contentId}`, sk: 'META' });
const contentKeyOf = (contentId: string) => ({ pk: `CONTENT#${contentId}`, sk: 'META' });

/** The steps that the whole flow is made of. Each throws when something is not as it should be. */
export const flowSteps = ({ cloud, open, clock, jobs, admin, listener }: FlowDeps) => {
  const { api } = open;
  const uploads = open.variable('uploads', 'UPLOADS_BUCKET');
  const media = open.variable('content', 'MEDIA_BUCKET');

  const ask = async (body: UploadInput): Promise<UploadAnswer> =>
    (await api.call('uploads.s3-upload-url', { body } as never, admin)) as UploadAnswer;
  const send = async (url: string, body: Buffer, type?: string): Promise<string> => {
    const answer = await fetch(url, {
      method: 'PUT',
      body: new Uint8Array(body),
      headers: type ? { 'content-type': type } : {},
    });
    if (!answer.ok) throw new Error(`S3 answered ${answer.status}: ${await answer.text()}`);
    return answer.headers.get('etag') ?? '';
  };
  const store = async (fileName: string, fileType: string, body: Buffer): Promise<UploadAnswer> => {
    const allotted = await ask({ fileName, fileType, fileSize: body.length });
    await send(allotted.uploadUrl, body, fileType);
    return allotted;
  };
  const create = (s3Key: string, fields: Readonly<Record<string, unknown>> = {}) =>
    api.call('content.create-content', { body: { s3Key, title: 'A thing', ...fields } } as never, admin);
  const currentAttempt = async (contentId: string): Promise<Attempt & { pk: string; sk: string }> => {
    const home = (await open.read(contentKeyOf(contentId))) ?? (await open.read(uploadKeyOf(contentId)));
    const [version = '', number = ''] = String(home?.['current_attempt']).split('/');
    return (await open.read({
      pk: `CONTENT#${contentId}`,
      sk: `ATTEMPT#${version}#${number.padStart(6, '0')}`,
    })) as unknown as Attempt & { pk: string; sk: string };
  };
  const submitted = async (contentId: string, number: number) => {
    await open.until(`attempt ${number} of ${contentId}`, contentKeyOf(contentId), ({ current_attempt: current }) =>
      String(current).endsWith(`/${number}`),
    );
    const { pk, sk } = await currentAttempt(contentId);
    return (await open.until(
      `the job of attempt ${number}`,
      { pk, sk },
      ({ job_id: job }) => job !== undefined,
    )) as unknown as Attempt & { pk: string; sk: string };
  };
  const converted = (contentId: string, number = 1) =>
    open.until(
      `the conversion of ${contentId}`,
      contentKeyOf(contentId),
      ({ current_attempt: current, conversion_status: status }) =>
        String(current).endsWith(`/${number}`) && status === 'completed',
    );
  const restart = (contentId: string) =>
    api.call('conversion.aws-conversion-v3', { body: { contentId, restart: true } }, admin);
  const publish = async (contentId: string, status: 'draft' | 'published') => {
    const { revision } = await api.call('catalog.get-content', { params: { id: contentId } }, admin);
    return api.call('content.update-content', { params: { id: contentId }, body: { revision, status } }, admin);
  };
  const gone = async (key: { readonly pk: string; readonly sk: string }): Promise<void> => {
    for (const end = Date.now() + 60_000; await open.read(key);) {
      if (Date.now() > end) throw new Error(`${key.pk} is still there`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const removed = async (id: string): Promise<void> => {
    await api.call('content.delete-content', { params: { id } }, admin);
    await gone(contentKeyOf(id));
  };
  const newPlaylist = (title: string) =>
    api.call('library.create-playlist', { body: { title, visibility: 'public' } }, listener);
  const reportJob = (status: string, contentId: string, attempt: Attempt): void =>
    cloud.bus.publish(
      bridgeEvent(clock.now(), 'aws.mediaconvert', 'MediaConvert Job State Change', {
        jobId: attempt.job_id ?? '',
        status,
        userMetadata: { contentId, versionId: attempt.version_id, attempt: String(attempt.attempt), stage: 'local' },
      }),
    );

  return {
    /**
     * Somebody signs up, confirms, renames himself and asks for his user name; somebody else never confirms and is
     * swept; a missing profile is healed.
     */
    async accounts(): Promise<void> {
      const { session } = open;
      const email = `person-${randomUUID()}@example.org`;
      const password = `Pass-${randomUUID()}`;
      await session.signUp(email, password);
      await session.confirm(email, /\b\d{6}\b/.exec((await open.mailTo(email)).body)?.[0] ?? '');
      const token = await session.signIn(email, password);
      await api.call('account.update-me', { body: { full_name: 'Some Body' } }, token);
      await api.call('account.get-me', {}, admin);
      await api.call('username.request-code', { body: { email } });
      const mail = await open.mailTo(email, /username/);
      await api.call('username.get-username', { body: { email, code: /\b\d{8}\b/.exec(mail.body)?.[0] ?? '' } });
      clock.shift(-8 * DAY_MS);
      await session.signUp(`late-${randomUUID()}@example.org`, password).finally(() => clock.shift(8 * DAY_MS));
      await open.run('account-sweeper');
    },

    /** Somebody is made an account, found, given a role and relieved of it, disabled and enabled again. */
    async people(): Promise<void> {
      const email = `made-${randomUUID()}@example.org`;
      const { user } = await api.call(
        'people.admin-create-user',
        { body: { email, password: `Pass-${randomUUID()}-A`, fullName: 'Made Up' } },
        admin,
      );
      const first = await api.call('people.list-people', { query: { limit: 1 } }, admin);
      await api.call('people.list-people', { query: { limit: 1, cursor: first.next_cursor ?? '' } }, admin);
      for (const q of [email.slice(0, 8), 'made', 'up']) {
        const { items } = await api.call('people.list-people', { query: { q } }, admin);
        if (!items.some(({ id }) => id === user.id)) throw new Error(`Nobody is found by ${q}`);
      }
      await api.call('people.admin-assign-role', { body: { target_user_id: user.id, new_role: 'admin' } }, admin);
      await api.call('people.admin-remove-role', { body: { target_user_id: user.id, role_to_remove: 'admin' } }, admin);
      const body = { reason: 'The flow asks for it' };
      await api.call('people.disable-person', { params: { id: user.id }, body }, admin);
      await api.call('people.enable-person', { params: { id: user.id }, body }, admin);
    },

    /** Every list of the catalog. */
    async catalog(): Promise<string> {
      const { id } = await api.call('catalog.create-category', { body: { name: `Films ${randomUUID()}` } }, admin);
      await api.call('catalog.list-categories', {}, listener);
      await api.call('catalog.list-creators', {}, admin);
      await api.call('dashboard.get-stats', {}, admin);
      await api.call('security.input-validator', { body: { data: 'rabbit', validationType: 'search_query' } }, admin);
      for (const query of [{}, { content_type: 'video' }, { category_id: id }] as const)
        await api.call('catalog.list-content', { query: { limit: 20, ...query } }, listener);
      await api.call('content.list-all-content', { query: { limit: 20 } }, admin);
      await api.call('search.search-content', { query: { q: 'before there is an index' } }, listener);
      await api.call('search.search-all-content', { query: { q: 'before there is an index' } }, admin);
      return id;
    },

    /** A video from its file to a counted view, unpublished and published again. */
    async publishAndPlay(categoryId: string): Promise<string> {
      const body = readFileSync(join(repositoryRoot, 'test', 'support', 'media', 'rabbit320.mp4'));
      const { contentId, s3Key } = await store('rabbit.mp4', 'video/mp4', body);
      await ask({ action: 'complete', s3Key });
      await create(s3Key, { contentType: 'video', status: 'published', category_id: categoryId });
      await converted(contentId);
      const { play_id: play } = await api.call('playback.get-media-url', { body: { contentId } }, listener);
      await api.call('playback.get-media-url', { body: { contentId, playId: play } }, listener);
      const { id: user } = await api.call('account.get-me', {}, listener);
      await open.change(
        { pk: `USER#${user}`, sk: `PLAY#${play}` },
        { started_at: new Date(Date.now() - 20_000).toISOString() },
      );
      const { counted } = await api.call(
        'playback.count-view',
        { params: { id: contentId }, body: { play_id: play } },
        listener,
      );
      if (!counted) throw new Error('The view does not count');
      const captions = {
        params: { id: contentId, language: 'en' },
        body: { label: 'English', text: 'WEBVTT\n\n00:00.500 --> 00:02.000\nA rabbit\n' },
      };
      await api.call('content.put-captions', captions, admin);
      await api.call('content.remove-captions', { params: captions.params }, admin);
      const source = await api.ask('uploads.get-source', { params: { id: contentId } }, admin);
      const file = await fetch(String(source.headers['location']));
      if ((await file.arrayBuffer()).byteLength !== body.length) throw new Error('The download is not the file');
      await publish(contentId, 'draft');
      // Without its wanted frame a still is copied from the first one.
      const { media_version: version } = (await open.read(contentKeyOf(contentId))) ?? {};
      for (const still of ['poster', 'thumbnail'])
        cloud.s3.deleteObject(media, `media/${contentId}/${String(version)}/480/still_${still}.0000001.jpg`);
      const { poster_url: poster } = await publish(contentId, 'published');
      if (!poster) throw new Error('There is no poster');
      return contentId;
    },

    /** What the distribution fetches of each of its origins, and every schedule's run. */
    async deliveries(contentId: string): Promise<void> {
      const { poster_url: poster } = await api.call('catalog.get-content', { params: { id: contentId } }, listener);
      const { text, headers } = await api.ask('playback.get-media-url', { body: { contentId } }, listener);
      const { url } = JSON.parse(text) as { url: string };
      const cookies = tripleFor(url.slice(0, url.lastIndexOf('/') + 1), headers['set-cookie'] ?? []);
      for (const path of ['/', '/api/openapi.json', String(poster), url]) {
        const { status } = await api.send(path, { headers: { cookie: cookieHeader(cookies) } });
        if (status !== 200) throw new Error(`${path} answered ${status}`);
      }
      for (const { name } of cloud.bus.schedules()) cloud.bus.runNow(name);
    },

    /** Music beside the video, so that lists have a second page and say so by a cursor. */
    async secondPages(videoId: string): Promise<void> {
      const { contentId, s3Key } = await store('music.wav', 'audio/wav', tinyWav());
      await ask({ action: 'complete', s3Key });
      await create(s3Key, { status: 'published' });
      await converted(contentId);
      for (const id of [videoId, contentId])
        await api.call('history.record-history', { body: { content_id: id } }, listener);
      const pages = [
        await api.call('catalog.list-content', { query: { limit: 1 } }, listener),
        await api.call('content.list-all-content', { query: { limit: 1 } }, admin),
        await api.call('content.list-all-content', { query: { limit: 1, status: 'published', sort: 'title' } }, admin),
        await api.call('content.list-all-content', { query: { limit: 1, status: 'published' } }, admin),
        await api.call('history.list-history', { query: { limit: 1 } }, listener),
      ];
      if (pages.some(({ next_cursor: cursor }) => cursor === null)) throw new Error('A list has no second page');
    },

    /** What was published is found by its title, page by page. */
    async searches(): Promise<void> {
      const { next_cursor: cursor } = await waitFor(
        'both titles in the search index',
        async () => {
          const page = await api.call('search.search-content', { query: { q: 'thing', limit: 1 } }, listener);
          return page.next_cursor === null || page.items.length === 0 ? undefined : page;
        },
        20_000,
      );
      const { items } = await api.call(
        'search.search-content',
        { query: { q: 'thing', limit: 1, cursor: String(cursor) } },
        listener,
      );
      if (items.length !== 1) throw new Error('The second page is empty');
    },

    /**
     * Likes and playlists, with second pages; a content that is unpublished leaves them and comes back, a deleted
     * playlist goes with its entries.
     */
    async library(videoId: string): Promise<void> {
      const { items } = await api.call('catalog.list-content', { query: { limit: 2 } }, listener);
      const ids = items.map(({ id }) => id);
      for (const contentId of ids) await api.call('library.like-content', { params: { contentId } }, listener);
      const [first, second] = [await newPlaylist('First'), await newPlaylist('Second')];
      for (const contentId of ids)
        await api.call('library.add-entry', { params: { id: first.id, contentId } }, listener);
      await api.call('library.list-containing-playlists', { params: { contentId: videoId } }, listener);
      const { revision } = await api.call('library.get-playlist', { params: { id: first.id } }, listener);
      await api.call(
        'library.move-entry',
        { params: { id: first.id, contentId: ids[1] ?? '' }, body: { revision, after: null } },
        listener,
      );
      await api.call(
        'library.update-playlist',
        { params: { id: second.id }, body: { revision: 1, title: 'The second' } },
        listener,
      );
      const pages = [
        await api.call('library.list-likes', { query: { limit: 1 } }, listener),
        await api.call('library.list-playlists', { query: { limit: 1 } }, listener),
        await api.call('library.list-public-playlists', { query: { limit: 1 } }, listener),
        await api.call('library.list-entries', { params: { id: first.id }, query: { limit: 1 } }, listener),
      ];
      if (pages.some(({ next_cursor: cursor }) => cursor === null)) throw new Error('A list has no second page');
      const { id: user } = await api.call('account.get-me', {}, listener);
      const shown = (wanted: boolean) =>
        open.until(
          `the like of what is ${wanted ? 'published' : 'unpublished'}`,
          { pk: `USER#${user}`, sk: `LIKE#${videoId}` },
          (like) => like['shown'] === wanted,
        );
      await publish(videoId, 'draft');
      await shown(false);
      await publish(videoId, 'published');
      await shown(true);
      const { ids: liked } = await api.call('library.list-liked-ids', {}, listener);
      if (liked.length !== 2) throw new Error('Not two likes');
      await api.call(
        'library.remove-entry',
        { params: { id: first.id, contentId: ids.find((id) => id !== videoId) ?? '' } },
        listener,
      );
      await api.call(
        'library.unlike-content',
        { params: { contentId: ids.find((id) => id !== videoId) ?? '' } },
        listener,
      );
      await api.call('library.add-entry', { params: { id: second.id, contentId: videoId } }, listener);
      await api.call('library.delete-playlist', { params: { id: second.id } }, listener);
      await gone({ pk: `PLAYLIST#${second.id}`, sk: 'META' });
    },

    /** What happened to the file of a content, and its playlists written again. */
    async steps(contentId: string): Promise<void> {
      const { pk, sk } = await currentAttempt(contentId);
      await api.call('conversion.run-step', { params: { id: contentId, step: 'ready' } }, admin);
      await open.until(
        'the playlists',
        { pk, sk },
        ({ playlists }) => (playlists as Attempt['playlists'])?.state === 'completed',
      );
      const { steps } = await api.call('conversion.list-steps', { params: { id: contentId } }, admin);
      if (steps.at(-1)?.attempts !== 2) throw new Error('The playlists were not written twice');
    },

    /** Two restarts, of which the second cancels the first one's job. Ends when its results are shown. */
    async restarts(contentId: string): Promise<void> {
      jobs.hold();
      await restart(contentId);
      await submitted(contentId, 2);
      await restart(contentId);
      await submitted(contentId, 3);
      jobs.release();
      await converted(contentId, 3);
    },

    /** Another file in place of that of a restarted content; what its attempts left goes. */
    async replacement(contentId: string): Promise<void> {
      const body = readFileSync(join(repositoryRoot, 'test', 'support', 'media', 'rabbit320.mp4'));
      const { s3Key, uploadUrl } = await ask({
        fileName: 'better.mp4',
        fileType: 'video/mp4',
        fileSize: body.length,
        contentId,
      });
      await send(uploadUrl, body, 'video/mp4');
      await ask({ action: 'complete', s3Key });
      await converted(contentId, 4);
      const { pk, sk } = await currentAttempt(contentId);
      const note = { pk, sk: 'LEFTOVERS' };
      await open.change({ pk, sk }, { finished_at: LONG_AGO });
      await open.change(note, { due_at: LONG_AGO, gsi1sk: `${LONG_AGO}#${contentId}` });
      await open.run('sweeper');
      await gone(note);
      const { source_key: key } = (await open.read(contentKeyOf(contentId))) ?? {};
      if (key !== s3Key) throw new Error('The file was not replaced');
    },

    /** A file in parts, one of them given up; files that are no media; a file that is gone before it is looked at. */
    async otherUploads(): Promise<void> {
      const wav = tinyWav();
      const { s3Key } = await ask({ action: 'create', fileName: 'a.wav', fileType: 'audio/wav', fileSize: wav.length });
      const { parts } = (await api.call(
        'uploads.s3-upload-url',
        { body: { action: 'sign', s3Key, parts: [{ partNumber: 1, sha256: sha256Of(wav) }] } },
        admin,
      )) as { parts: { url: string }[] };
      if ((await putPart(parts[0]?.url ?? '', new Uint8Array(wav))) !== 200) throw new Error('A part was refused');
      await ask({ action: 'list' });
      await ask({ action: 'parts', s3Key });
      await ask({ action: 'complete', s3Key });

      const dropped = await ask({ action: 'create', fileName: 'b.wav', fileType: 'audio/wav', fileSize: wav.length });
      await ask({ action: 'abort', s3Key: dropped.s3Key });

      const text = Buffer.from('This is a text that somebody renamed to film.mp4.');
      const refused = await ask({ fileName: 'film.mp4', fileType: 'video/mp4', fileSize: text.length });
      await send(refused.uploadUrl, text, 'video/mp4');
      await open.until('the refusal of a text', uploadKeyOf(refused.contentId), ({ state }) => state === 'aborted');

      const arrived = await store('late.wav', 'audio/wav', wav);
      await open.until('the arrival of a file', uploadKeyOf(arrived.contentId), ({ state }) => state === 'completed');
      await ask({ action: 'abort', s3Key: arrived.s3Key });

      const gone = await ask({ fileName: 'c.wav', fileType: 'audio/wav', fileSize: wav.length });
      const object = { key: gone.s3Key, 'version-id': 'A'.repeat(32), sequencer: '1' };
      cloud.bus.publish(bridgeEvent(clock.now(), 'aws.s3', 'Object Created', { bucket: { name: uploads }, object }));
      await open.until(
        'the end of a file that is gone',
        uploadKeyOf(gone.contentId),
        ({ conversion_status: status }) => status === 'failed',
      );
    },

    /** A job that says it is complete without results. */
    async emptyResults(): Promise<void> {
      jobs.hold();
      const { contentId, s3Key } = await store('d.wav', 'audio/wav', tinyWav());
      await ask({ action: 'complete', s3Key });
      await create(s3Key);
      reportJob('COMPLETE', contentId, await submitted(contentId, 1));
      await open.until(
        'the failed conversion',
        contentKeyOf(contentId),
        ({ conversion_status: status }) => status === 'failed',
      );
      jobs.release();
    },

    /**
     * Deletes a published video, and a content whose job waits and beside whose file lies an unfinished upload; of that
     * one, something is stored too late.
     */
    async deletions(published: string): Promise<void> {
      await removed(published);
      jobs.hold();
      const { contentId, s3Key } = await store('e.wav', 'audio/wav', tinyWav());
      await ask({ action: 'complete', s3Key });
      await create(s3Key);
      const attempt = await submitted(contentId, 1);
      await open.startParts(uploads, `uploads/${contentId}/other`);
      await removed(contentId);
      jobs.release();
      const late = `media/${contentId}/late/480/index.m3u8`;
      await cloud.s3.writeObject(media, late, Buffer.from('#EXTM3U'));
      reportJob('COMPLETE', contentId, attempt);
      await waitFor('the removal of what was stored too late', async () =>
        cloud.s3.statObject(media, late) ? undefined : true,
      );
    },

    /** An upload that nobody claimed and a job that takes too long. */
    async sweeps(): Promise<void> {
      jobs.hold();
      const wav = tinyWav();
      const abandoned = await ask({ action: 'create', fileName: 'f.wav', fileType: 'audio/wav', fileSize: wav.length });
      await cloud.s3.writeObject(uploads, abandoned.s3Key, wav);
      await open.until(
        'the arrival of an upload',
        uploadKeyOf(abandoned.contentId),
        ({ state, conversion_status: status }) => state === 'completed' && status === 'processing',
      );
      await open.change(uploadKeyOf(abandoned.contentId), {
        deadline: LONG_AGO,
        gsi1sk: `${LONG_AGO}#${abandoned.contentId}`,
      });
      const { contentId, s3Key } = await store('g.wav', 'audio/wav', wav);
      await ask({ action: 'complete', s3Key });
      await create(s3Key);
      const { pk, sk } = await submitted(contentId, 1);
      await open.change({ pk, sk }, { deadline_at: LONG_AGO, gsi1sk: `${LONG_AGO}#${contentId}` });
      await open.run('sweeper');
      await open.until(
        'the end of the overdue conversion',
        contentKeyOf(contentId),
        ({ conversion_status: status }) => status === 'failed',
      );
      await open.until('the swept upload', uploadKeyOf(abandoned.contentId), ({ cleaned }) => cleaned === true);
      jobs.release();
    },
  };
};
