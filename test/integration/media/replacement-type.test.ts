import { tinyWav } from '../../support/media/tiny-wav.ts';
import type { MediaFlow } from '../../support/worlds/media-flow.ts';
import { startReplacementFlow, type ReplacementTools } from '../../support/worlds/replacement.ts';

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
