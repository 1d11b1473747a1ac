import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cookieHeader, tripleFor } from '../attacks/media-cookies.ts';
import { MEDIA } from '../media/media-files.ts';
import { contentKeyOf, type FlowTools } from './flow-tools.ts';

/** Uploads, converts and plays a video until its view counts; unpublishes and publishes it again. Returns its ID. */
export const publishAndPlay = async (tools: FlowTools, categoryId: string): Promise<string> => {
  const { open, api, cloud, admin, listener } = tools;
  const body = readFileSync(join(MEDIA, 'rabbit320.mp4'));
  const { contentId, s3Key } = await tools.storeFile('rabbit.mp4', 'video/mp4', body);
  await tools.requestUpload({ action: 'complete', s3Key });
  await tools.createContent(s3Key, { contentType: 'video', status: 'published', category_id: categoryId });
  await tools.waitForConversion(contentId);
  const { play_id: play } = await api.call('playback.get-media-url', { body: { contentId } }, listener);
  await api.call('playback.get-media-url', { body: { contentId, playId: play } }, listener);
  const { id: user } = await api.call('account.get-me', {}, listener);
  // As if it had played long enough.
  await open.change({ pk: `USER#${user}`, sk: `PLAY#${play}` }, { countable_at: new Date().toISOString() });
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
  const source = await api.request('uploads.get-source', { params: { id: contentId } }, admin);
  const file = await fetch(String(source.headers['location']));
  if ((await file.arrayBuffer()).byteLength !== body.length) throw new Error('The download differs from the file');
  await tools.setStatus(contentId, 'draft');
  // Without its own frame, each still is copied from the first frame.
  const { media_version: version } = (await open.read(contentKeyOf(contentId))) ?? {};
  for (const still of ['poster', 'thumbnail'])
    cloud.s3.deleteObject(tools.mediaBucket, `media/${contentId}/${String(version)}/480/still_${still}.0000001.jpg`);
  const { poster_url: poster } = await tools.setStatus(contentId, 'published');
  if (!poster) throw new Error('The published video has no poster');
  return contentId;
};

/** Fetches a file from each origin of the distribution, and runs every schedule. */
export const fetchFromEveryOrigin = async ({ api, cloud, listener }: FlowTools, contentId: string): Promise<void> => {
  const { poster_url: poster } = await api.call('catalog.get-content', { params: { id: contentId } }, listener);
  const { text, headers } = await api.request('playback.get-media-url', { body: { contentId } }, listener);
  const { url } = JSON.parse(text) as { url: string };
  const cookies = tripleFor(url.slice(0, url.lastIndexOf('/') + 1), headers['set-cookie'] ?? []);
  for (const path of ['/', '/api/openapi.json', String(poster), url]) {
    const { status } = await api.send(path, { headers: { cookie: cookieHeader(cookies) } });
    if (status !== 200) throw new Error(`${path} returned ${status}`);
  }
  for (const { name } of cloud.bus.schedules()) cloud.bus.runNow(name);
};
