import { tinyWav } from '../../media/tiny-wav.ts';
import { listedItems, someFindings } from '../../rows/analysis-rows.ts';
import { openConsole } from '../../stack/console.ts';
import { waitFor } from '../../stack/local-stack.ts';
import { createRetries } from '../../stack/retry-at-once.ts';
import { contentKeyOf, DELETION_MS, type FlowTools } from '../flow-tools.ts';

/**
 * Deletes a published video whose pictures cannot be removed at first. Then deletes an item with a waiting job and an
 * unfinished upload, and stores a file for that upload after the deletion.
 */
export const deleteItems = async (tools: FlowTools, publishedId: string): Promise<void> => {
  const { open, cloud, jobs, uploadsBucket, mediaBucket } = tools;
  const console = openConsole(cloud.url);
  await console.fault({ dependency: 'cloudfront', kind: 'failing' });
  await tools.api.call('content.delete-content', { params: { id: publishedId } }, tools.admin);
  await open.until('the recorded failure', contentKeyOf(publishedId), ({ removal }) => removal !== undefined);
  // The worker that lists analyzed titles may be slower than the removal.
  for (const item of listedItems(someFindings(publishedId))) await open.put(item);
  await console.heal();
  const retry = createRetries(console);
  await waitFor(
    'the second removal',
    async () => {
      await retry();
      return (await open.read(contentKeyOf(publishedId))) ? undefined : true;
    },
    DELETION_MS,
  );
  jobs.hold();
  const { contentId, s3Key } = await tools.storeFile('e.wav', 'audio/wav', tinyWav());
  await tools.requestUpload({ action: 'complete', s3Key });
  await tools.createContent(s3Key);
  const attempt = await tools.waitForJob(contentId, 1);
  await open.startParts(uploadsBucket, `uploads/${contentId}/other`);
  await deleteItem(tools, contentId);
  jobs.release();
  const late = `media/${contentId}/late/480/index.m3u8`;
  await cloud.s3.writeObject(mediaBucket, late, Buffer.from('#EXTM3U'));
  tools.reportJob('COMPLETE', contentId, attempt);
  await waitFor('the removal of a file that was stored too late', async () =>
    cloud.s3.statObject(mediaBucket, late) ? undefined : true,
  );
};

const deleteItem = async ({ api, admin, waitUntilDeleted }: FlowTools, id: string): Promise<void> => {
  await api.call('content.delete-content', { params: { id } }, admin);
  await waitUntilDeleted(contentKeyOf(id));
};
