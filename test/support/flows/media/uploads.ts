import { bridgeEvent } from '../../../../infra/local/events/bus/bridge-event.ts';
import { stepEntity } from '../../../../lambdas/data/pipeline/step-repository.ts';
import { newStepRun } from '../../../../lambdas/domain/pipeline/step-run.ts';
import { tinyWav } from '../../media/tiny-wav.ts';
import { putPart, sha256Of } from '../../network/upload-parts.ts';
import { contentKeyOf, LONG_AGO, uploadKeyOf, type FlowTools } from '../flow-tools.ts';

/** Uploads in parts, aborts uploads, and uploads files that are rejected or missing. */
export const uploadInOtherWays = async (tools: FlowTools): Promise<void> => {
  const wav = tinyWav();
  const { open, cloud, clock, requestUpload } = tools;
  await uploadInParts(tools, wav);

  const aborted = await requestUpload({
    action: 'create',
    fileName: 'b.wav',
    fileType: 'audio/wav',
    fileSize: wav.length,
  });
  await requestUpload({ action: 'abort', s3Key: aborted.s3Key });

  const text = Buffer.from('A text file renamed to film.mp4.');
  const rejected = await requestUpload({ fileName: 'film.mp4', fileType: 'video/mp4', fileSize: text.length });
  await tools.sendFile(rejected.uploadUrl, text, 'video/mp4');
  await open.until('the rejection of a text', uploadKeyOf(rejected.contentId), ({ state }) => state === 'aborted');

  const arrived = await tools.storeFile('late.wav', 'audio/wav', wav);
  await open.until('the arrival of a file', uploadKeyOf(arrived.contentId), ({ state }) => state === 'completed');
  await requestUpload({ action: 'abort', s3Key: arrived.s3Key });

  const missing = await requestUpload({ fileName: 'c.wav', fileType: 'audio/wav', fileSize: wav.length });
  const object = { key: missing.s3Key, 'version-id': 'A'.repeat(32), sequencer: '1' };
  const detail = { bucket: { name: tools.uploadsBucket }, object };
  cloud.bus.publish(bridgeEvent(clock.now(), 'aws.s3', 'Object Created', detail));
  await tools.waitForFailure('the failure of a missing file', uploadKeyOf(missing.contentId));
};

const uploadInParts = async ({ api, admin, requestUpload }: FlowTools, wav: Buffer): Promise<void> => {
  const { s3Key } = await requestUpload({
    action: 'create',
    fileName: 'a.wav',
    fileType: 'audio/wav',
    fileSize: wav.length,
  });
  const { parts } = (await api.call(
    'uploads.s3-upload-url',
    { body: { action: 'sign', s3Key, parts: [{ partNumber: 1, sha256: sha256Of(wav) }] } },
    admin,
  )) as { parts: { url: string }[] };
  if ((await putPart(parts[0]?.url ?? '', new Uint8Array(wav))) !== 200) throw new Error('S3 rejected a part');
  await requestUpload({ action: 'list' });
  await requestUpload({ action: 'parts', s3Key });
  await requestUpload({ action: 'complete', s3Key });
};

/** A run of a step whose worker has stopped, past its deadline. */
const overdueStep = (contentId: string) => {
  const ids = { content_id: contentId, version_id: 'earlier', attempt: 1 };
  return stepEntity.toItem(newStepRun(ids, { name: 'captions', timeLimitMs: 1, cost: 0 }, 1, Date.parse(LONG_AGO)));
};

/** Sweeps an unclaimed upload, an overdue conversion and an overdue step. */
export const sweepAbandoned = async (tools: FlowTools): Promise<void> => {
  const { open, cloud, jobs } = tools;
  jobs.hold();
  const wav = tinyWav();
  const abandoned = await tools.requestUpload({
    action: 'create',
    fileName: 'f.wav',
    fileType: 'audio/wav',
    fileSize: wav.length,
  });
  await cloud.s3.writeObject(tools.uploadsBucket, abandoned.s3Key, wav);
  await open.until(
    'the arrival of an upload',
    uploadKeyOf(abandoned.contentId),
    ({ state, conversion_status: status }) => state === 'completed' && status === 'processing',
  );
  await open.change(uploadKeyOf(abandoned.contentId), {
    deadline: LONG_AGO,
    gsi1sk: `${LONG_AGO}#${abandoned.contentId}`,
  });
  const { contentId, s3Key } = await tools.storeFile('g.wav', 'audio/wav', wav);
  await tools.requestUpload({ action: 'complete', s3Key });
  await tools.createContent(s3Key);
  const { pk, sk } = await tools.waitForJob(contentId, 1);
  await open.change({ pk, sk }, { deadline_at: LONG_AGO, gsi1sk: `${LONG_AGO}#${contentId}` });
  const step = overdueStep(contentId);
  await open.put(step);
  await open.run('sweeper');
  await open.until('the end of the overdue step', { pk: step.pk, sk: step.sk }, ({ state }) => state === 'failed');
  await tools.waitForFailure('the end of the overdue conversion', contentKeyOf(contentId));
  await open.until('the swept upload', uploadKeyOf(abandoned.contentId), ({ cleaned }) => cleaned === true);
  jobs.release();
};
