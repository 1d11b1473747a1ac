import { completeUpload } from '../../../../lambdas/api/uploads/complete-upload.ts';
import type { UploadsDeps } from '../../../../lambdas/api/uploads/deps.ts';
import type { Upload } from '../../../../lambdas/domain/uploads/upload.ts';

const key = 'uploads/cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV/01ARZ3NDEKTSV4RRFFQ69G5FAV';
const open = { key, kind: 'single', state: 'open', file_size: 1000, source_version_id: null } as unknown as Upload;
const rejected: Upload = {
  ...open,
  state: 'aborted',
  rejection: { code: 'unsupported_format', reason: 'The file is a text.' },
};

/** Completes an upload whose file is not there. `reads` are its states, one for each time it is read. */
const complete = (upload: Upload, ...reads: readonly Upload[]) => {
  const states = [upload, ...reads];
  return completeUpload(
    {
      uploads: { find: async () => states.shift() },
      store: { find: async () => undefined, listParts: async () => undefined },
    } as unknown as UploadsDeps,
    { action: 'complete', s3Key: key },
  );
};

describe('the completion of an upload whose file is not there', () => {
  it('says that it has not been uploaded', async () => {
    await expect(complete(open, open)).rejects.toMatchObject({ code: 'upload_incomplete' });
  });

  it.each([
    ['uploaded at once', open],
    ['uploaded in parts', { ...open, kind: 'multipart', s3_upload_id: 'one' } as const],
  ])('says why it was rejected meanwhile: %s', async (_how, upload) => {
    await expect(complete(upload, rejected)).rejects.toMatchObject({
      code: 'unsupported_format',
      detail: 'The file is a text.',
    });
  });
});
