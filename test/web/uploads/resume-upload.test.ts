/** @jest-environment jest-fixed-jsdom */
import { waitFor } from '@testing-library/react';
import type { UploadRequest } from '../../../web/src/features/uploads/jobs/upload-job.ts';
import { contentId } from '../support/content-view.ts';
import { S3_KEY, UPLOAD_URL, createdUpload, answerUpload, bodyOf, request, setUp } from './upload-fixture.ts';

describe('an unfinished upload', () => {
  const MIB = 2 ** 20;
  const size = 3 * 16 * MIB - 7;
  const sums = [`sum-${16 * MIB}`, `sum-${16 * MIB}`, `sum-${16 * MIB - 7}`];
  const unfinished = (fileName = 'film.mkv', fileSize = size) => ({
    contentId: contentId(),
    s3Key: S3_KEY,
    fileName,
    fileType: 'video/x-matroska',
    fileSize,
    created_at: '2026-03-01T00:00:00.000Z',
    deadline: '2026-03-02T00:00:00.000Z',
    draft: null,
    replacement: false,
  });
  const start = (uploads: unknown[], stored: { storedParts: unknown[]; joined: string | null }) => {
    const parts = setUp();
    parts.bucket.autoRespond = (put) => put.respond(200);
    parts.api.on(UPLOAD_URL, (received) => {
      const { action } = bodyOf(received);
      if (action === 'list') return { body: { uploads } };
      if (action === 'create') return { body: { ...createdUpload, uploadId: 'u', partSize: 16 * MIB, partCount: 3 } };
      if (action === 'parts')
        return {
          body: { ...createdUpload, fileName: 'film.mkv', fileSize: size, partSize: 16 * MIB, partCount: 3, ...stored },
        };
      return answerUpload(received);
    });
    return parts;
  };
  const film = (name = 'film.mkv', bytes = size): UploadRequest => {
    const file = new File(['x'], name, { type: 'video/x-matroska' });
    // A file of this size without the bytes.
    Object.defineProperties(file, {
      size: { value: bytes },
      slice: {
        value: (from: number, to: number) =>
          Object.defineProperty(new Blob(), 'size', { value: Math.min(to, bytes) - from }),
      },
    });
    return { ...request(), file };
  };
  const sent = ({ bucket }: ReturnType<typeof setUp>) => bucket.puts.map(({ url }) => url);

  it('is resumed by name, size, and content, and sends only the missing parts', async () => {
    const parts = start([unfinished()], {
      storedParts: [
        { partNumber: 1, sha256: sums[0] },
        { partNumber: 3, sha256: sums[2] },
      ],
      joined: null,
    });
    await parts.manager.start([film()]).settled;
    expect(parts.actions()).toEqual(['list', 'parts', 'sign', 'complete']);
    expect(sent(parts)).toEqual(['part-2']);
    expect(parts.api.requests.find(({ url }) => url === '/api/content')?.body).toMatchObject({
      s3Key: S3_KEY,
      title: 'Viper',
    });
  });

  it('starts from scratch if the content differs', async () => {
    const parts = start([unfinished()], { storedParts: [{ partNumber: 1, sha256: 'another' }], joined: null });
    await parts.manager.start([film()]).settled;
    expect(parts.actions()).toEqual(['list', 'parts', 'create', 'sign', 'complete']);
    expect(sent(parts)).toEqual(['part-1', 'part-2', 'part-3']);
  });

  it.each([
    ['another name', unfinished('other.mkv')],
    ['another size', unfinished('film.mkv', size + 1)],
  ])('with %s is not checked', async (_, other) => {
    const parts = start([other], { storedParts: [], joined: null });
    await parts.manager.start([film()]).settled;
    expect(parts.actions()).toEqual(['list', 'create', 'sign', 'complete']);
  });

  it('is kept, and fails, if the user chose a file with different content for it', async () => {
    const parts = start([unfinished()], { storedParts: [{ partNumber: 2, sha256: 'another' }], joined: null });
    const { failed } = await parts.manager.start([{ ...film(), resume: S3_KEY }]).settled;
    expect(failed[0]?.error).toMatch(/^This file has the same name and size .* but its content is different/);
    expect(parts.actions()).toEqual(['list', 'parts']);
  });

  it('keeps its parts when it fails, resumes on retry, and is aborted on cancel', async () => {
    const parts = start([], { storedParts: [], joined: null });
    parts.bucket.autoRespond = (put) => put.respond(put.url === 'part-2' ? 400 : 200);
    const { failed } = await parts.manager.start([film()]).settled;
    expect(failed).toHaveLength(1);
    expect(parts.actions()).toEqual(['list', 'create', 'sign']);

    parts.bucket.autoRespond = undefined;
    parts.manager.retry(failed[0]?.id ?? '');
    await waitFor(() => expect(parts.bucket.puts).toHaveLength(6));
    parts.manager.cancel([failed[0]?.id ?? '']);
    await waitFor(() => expect(parts.actions().at(-1)).toBe('abort'));
  });

  it('is stopped but not aborted when the user signs out', async () => {
    const parts = start([], { storedParts: [], joined: null });
    parts.bucket.autoRespond = undefined;
    const { settled } = parts.manager.start([film(), film('second.mkv')]);
    await waitFor(() => expect(parts.bucket.puts).toHaveLength(3));
    parts.manager.stop();
    expect(await settled).toEqual({ uploaded: [], failed: [], canceled: false, tooLate: false });
    expect(parts.bucket.puts.every(({ aborted }) => aborted)).toBe(true);
    expect(parts.actions()).not.toContain('abort');
    expect(parts.manager.get()).toEqual([]);
    expect(parts.toast()).toBeUndefined();
    expect(parts.guarded.at(-1)).toBe(false);
  });
});
