/** @jest-environment jest-fixed-jsdom */
import { waitFor } from '@testing-library/react';
import { contentId, contentView, contentWithWaitingFile } from '../support/content-view.ts';
import { overallPercent } from '../../../web/src/features/uploads/jobs/upload-job.ts';
import { stepViews } from './step-views.ts';
import { answerUpload, S3_KEY, UPLOAD_URL, bodyOf, problem, request, setUp } from './upload-fixture.ts';

it('uploads a file, creates the item, starts the conversion, and reports a saved draft', async () => {
  const { api, bucket, manager, guarded, actions, toast, clock, created, changes } = setUp();
  const { settled } = manager.start([request()]);
  await waitFor(() => expect(bucket.puts).toHaveLength(1));
  expect(guarded.at(-1)).toBe(true);
  expect(bucket.puts[0]).toMatchObject({ url: 'https://bucket/viper.mp3', headers: { 'content-type': 'audio/mpeg' } });
  bucket.puts[0]?.progress(3);
  expect(manager.get()[0]).toMatchObject({ stage: 'upload', sentBytes: 3 });
  bucket.puts[0]?.respond(200);
  const outcome = await settled;
  expect(outcome).toMatchObject({ failed: [], canceled: false });
  expect(actions()).toEqual(['put', 'complete']);
  expect(api.requests.map(({ url }) => url).slice(-2)).toEqual(['/api/content', '/api/functions/aws-conversion-v3']);
  expect(api.requests.find(({ url }) => url === '/api/content')?.body).toEqual({ ...request().content, s3Key: S3_KEY });
  expect(toast()).toMatchObject({
    title: 'Success',
    description: 'Content uploaded and saved as draft to AWS S3 with CloudFront delivery',
  });
  expect(guarded.at(-1)).toBe(false);
  expect(manager.get()[0]).toMatchObject({ stage: 'conversion' });

  created.content = contentView({ conversion_status: 'completed' });
  const before = changes();
  clock.advance(3_000);
  await waitFor(() => expect(manager.get()[0]).toMatchObject({ stage: 'complete' }));
  // The conversion ended, the delivery was set up, and the analysis ended.
  await waitFor(() => expect(changes()).toBe(before + 3));
  expect(api.requests.find(({ url }) => url.endsWith('setup-cloudfront'))?.body).toEqual({ contentId: contentId() });
  clock.advance(60_000);
  expect(manager.get()).toHaveLength(1);
  manager.remove(manager.get().map(({ id }) => id));
  expect(manager.get()).toEqual([]);
});

it('replaces a file without creating an item, and ignores the conversion of the previous file', async () => {
  const { api, bucket, manager, actions, toast, clock, created } = setUp();
  created.content = contentView({ conversion_status: 'completed', conversion_started_at: '2026-03-01T12:00:00.000Z' });
  bucket.autoRespond = (put) => put.respond(200);
  await manager.start([{ ...request('better.mp3'), replaces: contentId() }]).settled;
  expect(actions()).toEqual(['put', 'complete']);
  expect(api.requests.find(({ url }) => url.endsWith('s3-upload-url'))?.body).toMatchObject({
    fileName: 'better.mp3',
    contentId: contentId(),
  });
  expect(api.requests.some(({ url }) => url === '/api/content' || url.endsWith('aws-conversion-v3'))).toBe(false);
  expect(toast()).toMatchObject({
    title: 'Upload successful',
    description: 'New file uploaded. The current file stays available until the new one is converted.',
  });
  expect(manager.get()[0]).toMatchObject({ stage: 'conversion', stagePercent: 0 });
  clock.advance(3_000);
  await waitFor(() => expect(api.requests.filter(({ url }) => url === `/api/content/${contentId()}`)).toHaveLength(3));
  expect(manager.get()[0]).toMatchObject({ stage: 'conversion', stagePercent: 0 });

  created.content = contentView({
    conversion_status: 'processing',
    conversion_progress: 40,
    conversion_started_at: '2026-03-02T12:00:00.000Z',
  });
  clock.advance(3_000);
  await waitFor(() => expect(manager.get()[0]).toMatchObject({ stage: 'conversion', stagePercent: 40 }));
  created.content = contentView({ conversion_status: 'completed', conversion_started_at: '2026-03-02T12:00:00.000Z' });
  clock.advance(3_000);
  await waitFor(() => expect(manager.get()[0]).toMatchObject({ stage: 'complete' }));
});

it('sends a large file in parts with checksums, and its fields with the first request', async () => {
  const { api, bucket, manager, actions } = setUp();
  bucket.autoRespond = (put) => put.respond(200);
  await manager.start([request('film.mkv', {}, 101 * 2 ** 20)]).settled;
  expect(actions()).toEqual(['list', 'create', 'sign', 'complete']);
  expect(api.requests.find((one) => bodyOf(one).action === 'create')?.body).toMatchObject({ draft: request().content });
  expect(bucket.puts.map(({ url }) => url)).toEqual(['part-1', 'part-2']);
});

it('reports that an upload waits for a review if content is moderated', async () => {
  const { bucket, manager, created, toast } = setUp();
  bucket.autoRespond = (put) => put.respond(200);
  created.content = contentView({ status: 'pending', publish_when_ready: false, conversion_status: 'pending' });
  await manager.start([request('viper.mp3', { status: 'published' })]).settled;
  expect(toast()?.description).toBe('Content uploaded and waiting for review');
});

it('reports that publishing waits for the conversion, and later that the item is published', async () => {
  const { bucket, manager, created, toast, clock } = setUp();
  bucket.autoRespond = (put) => put.respond(200);
  created.content = contentView({ status: 'pending', publish_when_ready: true, conversion_status: 'pending' });
  await manager.start([request('viper.mp3', { status: 'published' })]).settled;
  expect(toast()?.description).toBe('Content uploaded. It will be published when the conversion is complete.');
  created.content = contentView({ status: 'pending', conversion_status: 'processing', conversion_progress: 40 });
  clock.advance(3_000);
  await waitFor(() => expect(manager.get()[0]).toMatchObject({ stagePercent: 40 }));
  created.content = contentView({ status: 'published' });
  clock.advance(3_000);
  await waitFor(() =>
    expect(toast()?.description).toBe('Content uploaded and published to AWS S3 with CloudFront delivery'),
  );
});

it('reports that a replacement waits for review, whose analysis does not begin before it is accepted', async () => {
  const { api, bucket, manager, created, toast, clock } = setUp();
  bucket.autoRespond = (put) => put.respond(200);
  created.content = contentView({ status: 'published' });
  await manager.start([{ ...request('better.mp3', { status: 'published' }), replaces: contentId() }]).settled;
  expect(toast()?.description).toMatch(/^New file uploaded\./);
  created.content = contentWithWaitingFile({ id: contentId(), conversion_started_at: '2026-03-02T12:00:00.000Z' });
  clock.advance(3_000);
  await waitFor(() => expect(manager.get()[0]).toMatchObject({ stage: 'complete', awaitsReview: true }));
  expect(toast()?.description).toMatch(/^New file waiting for review\./);
  expect(api.requests.filter(({ url }) => url.endsWith('/steps'))).toEqual([]);
});

it('follows the analysis, weighted 80 to 95 percent, and completes also when a step fails', async () => {
  const { bucket, manager, created, clock, changes } = setUp();
  bucket.autoRespond = (put) => put.respond(200);
  await manager.start([request()]).settled;
  created.content = contentView({ conversion_status: 'completed' });
  created.steps = stepViews({ ready: 'completed', speech: 'completed', frames: 'running', safety: 'waiting' });
  clock.advance(3_000);
  await waitFor(() => expect(manager.get()[0]).toMatchObject({ stage: 'processing' }));
  await waitFor(() => expect(overallPercent(manager.get())).toBe(85));
  created.steps = stepViews({ ready: 'completed', speech: 'completed', frames: 'failed', safety: 'running' });
  clock.advance(3_000);
  await waitFor(() => expect(overallPercent(manager.get())).toBe(90));
  expect(manager.get()[0]).toMatchObject({ stage: 'processing', error: null });
  created.steps = stepViews({ ready: 'completed', speech: 'completed', frames: 'failed', safety: 'completed' });
  const before = changes();
  clock.advance(3_000);
  await waitFor(() => expect(manager.get()[0]).toMatchObject({ stage: 'complete', error: null }));
  expect(changes()).toBe(before + 1);
});

it('reports a failed conversion', async () => {
  const { bucket, manager, created, toast, clock } = setUp();
  bucket.autoRespond = (put) => put.respond(200);
  await manager.start([request()]).settled;
  created.content = contentView({ conversion_status: 'failed', conversion_error: 'The file is damaged.' });
  clock.advance(3_000);
  await waitFor(() =>
    expect(toast()).toMatchObject({
      title: 'Conversion Failed',
      description: 'Conversion failed: The file is damaged.',
      variant: 'destructive',
    }),
  );
  expect(manager.get()[0]).toMatchObject({ stage: 'failed', error: 'Conversion failed: The file is damaged.' });
});

it('aborts the upload if the item cannot be created, and shows the reason', async () => {
  const { api, bucket, manager, actions, toast } = setUp();
  bucket.autoRespond = (put) => put.respond(200);
  api.on('POST /api/content', problem('category_not_found', 404, 'Category not found'));
  const outcome = await manager.start([request()]).settled;
  expect(outcome.failed).toHaveLength(1);
  expect(actions()).toEqual(['put', 'complete', 'abort']);
  expect(toast()).toMatchObject({
    title: 'Error',
    description: 'Failed to add content. Please try again. Category not found',
    variant: 'destructive',
  });
  expect(manager.get()[0]).toMatchObject({ stage: 'failed', error: 'Category not found' });
});

it('aborts the upload if the transfer fails', async () => {
  const { bucket, manager, actions, toast } = setUp();
  bucket.autoRespond = (put) => put.respond(403, { statusText: 'Forbidden' });
  await manager.start([request()]).settled;
  expect(actions()).toEqual(['put', 'abort']);
  expect(toast()?.description).toBe('Failed to upload content. Please try again. S3 upload failed: 403 Forbidden');
});

it('shows why an upload cannot start', async () => {
  const { api, manager, actions, toast } = setUp();
  api.on(UPLOAD_URL, problem('quota_exceeded', 409, 'This file needs more storage than the plan has left.'));
  await manager.start([request()]).settled;
  expect(actions()).toEqual(['put']);
  expect(toast()?.description).toBe(
    'Failed to upload content. Please try again. Failed to get upload URL. ' +
      'This file needs more storage than the plan has left.',
  );
});

it('cancels the transfer, aborts the upload, and reports it', async () => {
  const { bucket, manager, actions, toast } = setUp();
  const { ids, settled } = manager.start([request(), request('second.mp3')]);
  await waitFor(() => expect(bucket.puts).toHaveLength(1));
  manager.cancel(ids);
  await expect(settled).resolves.toEqual({ uploaded: [], failed: [], canceled: true, tooLate: false });
  expect(bucket.puts[0]?.aborted).toBe(true);
  expect(bucket.puts).toHaveLength(1);
  expect(actions()).toEqual(['put', 'abort']);
  expect(manager.get()).toEqual([]);
  expect(toast()).toMatchObject({ title: 'Upload cancelled', description: 'File upload has been cancelled' });
});

it('follows a replacement that is canceled too late, because the server converts it already', async () => {
  const { api, bucket, manager, actions, created, toast } = setUp();
  created.content = contentView({ conversion_status: 'completed', conversion_started_at: '2026-03-01T12:00:00.000Z' });
  api.on(UPLOAD_URL, (call) =>
    bodyOf(call).action === 'abort' ? problem('invalid_state', 409, 'Already converted.') : answerUpload(call),
  );
  const { ids, settled } = manager.start([{ ...request(), replaces: contentId() }]);
  await waitFor(() => expect(bucket.puts).toHaveLength(1));
  manager.cancel(ids);
  await expect(settled).resolves.toMatchObject({ failed: [], canceled: false });
  expect(actions()).toEqual(['put', 'abort']);
  expect(manager.get()[0]).toMatchObject({ stage: 'conversion', stagePercent: 0 });
  expect(toast()?.title).toBe('Too late to cancel');
});

it('shows why a replacement is rejected whose conversion has begun already', async () => {
  const { api, bucket, manager, actions } = setUp();
  bucket.autoRespond = (put) => put.respond(200);
  const answers = {
    complete: problem('unsupported_format', 415, 'This is no audio file.'),
    abort: problem('invalid_state', 409, 'Already converted.'),
  };
  api.on(UPLOAD_URL, (call) => answers[bodyOf(call).action as keyof typeof answers] ?? answerUpload(call));
  await manager.start([{ ...request(), replaces: contentId() }]).settled;
  expect(actions()).toEqual(['put', 'complete', 'abort']);
  expect(manager.get()[0]).toMatchObject({ stage: 'failed', error: 'This is no audio file.' });
});

it('uploads a batch one file at a time, continues after a failure, and retries the failed file', async () => {
  const { bucket, manager, toast } = setUp();
  bucket.autoRespond = (put) => put.respond(put.url.endsWith('b.mp3') ? 400 : 200, { statusText: 'Bad Request' });
  const outcome = await manager.start([request('a.mp3'), request('b.mp3'), request('c.mp3')]).settled;
  expect(bucket.puts.map(({ url }) => url)).toEqual([
    'https://bucket/a.mp3',
    'https://bucket/b.mp3',
    'https://bucket/c.mp3',
  ]);
  expect(outcome.uploaded).toHaveLength(2);
  expect(toast()).toMatchObject({ title: 'Some files were not uploaded', description: '2 uploaded, 1 failed: b.mp3' });
  bucket.autoRespond = (put) => put.respond(200);
  manager.retry(outcome.failed[0]?.id ?? '');
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Success' }));
  expect(bucket.puts).toHaveLength(4);
});

it('retries the creation of the item while the server is unavailable', async () => {
  const { api, bucket, manager, clock, toast } = setUp();
  bucket.autoRespond = (put) => put.respond(200);
  let attempts = 0;
  api.on('POST /api/content', () =>
    (attempts += 1) === 1 ? problem('unavailable', 503, 'Not now') : { status: 201, body: contentView() },
  );
  const { settled } = manager.start([request()]);
  await waitFor(() => expect(attempts).toBe(1));
  await waitFor(() => {
    clock.advance(1_000);
    expect(attempts).toBe(2);
  });
  await settled;
  expect(toast()?.title).toBe('Success');
});
