import fc from '../../support/setup/fast-check.ts';
import { MAX_FILE_BYTES, MAX_PARTS } from '../../../lambdas/contract/media/upload-limits.ts';
import { AppError } from '../../../lambdas/domain/app-error.ts';
import { checkFirstBytes, checkStoredSize } from '../../../lambdas/domain/uploads/check-source.ts';
import { MIN_PART_BYTES, completeParts, partBytes, planParts } from '../../../lambdas/domain/uploads/part-plan.ts';
import { newUpload } from '../../../lambdas/domain/uploads/new-upload.ts';
import { reservingUploads, storageTransfer } from '../../../lambdas/domain/uploads/storage-transfer.ts';
import { checkAnnouncedFile, checkSinglePut } from '../../../lambdas/domain/uploads/upload-rules.ts';
import { CLAIM_TIME_MS, extendedDeadline, parseUploadKey } from '../../../lambdas/domain/uploads/upload.ts';

const MIB = 2 ** 20;
const errorOf = (work: () => void): { code: string; detail: string | undefined } => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, detail: error.detail };
    throw error;
  }
  throw new Error('No error was thrown');
};
const file = (fields: Partial<{ fileName: string; fileSize: number }> = {}) => ({
  fileName: 'film.mkv',
  fileType: 'video/x-matroska',
  fileSize: 1000,
  ...fields,
});

describe('an announced file', () => {
  it('is accepted with a valid extension in any case', () => {
    expect(() => checkAnnouncedFile(file())).not.toThrow();
    expect(() => checkAnnouncedFile(file({ fileName: 'SONG.MP3', fileSize: MAX_FILE_BYTES }))).not.toThrow();
  });

  it('is rejected over 50 GB with the specification’s text', () => {
    expect(errorOf(() => checkAnnouncedFile(file({ fileSize: MAX_FILE_BYTES + 2 ** 29 })))).toEqual({
      code: 'file_too_large',
      detail: 'File size exceeds 50GB limit. Current size: 50.50 GB. Please compress the file or use a smaller file.',
    });
  });

  it('is rejected with the list of formats when its extension is not listed', () => {
    for (const fileName of ['tool.exe', 'film', 'film.mkv.txt', '.mkv.']) {
      const { code, detail } = errorOf(() => checkAnnouncedFile(file({ fileName })));
      expect(code).toBe('unsupported_format');
      expect(detail).toMatch(/^Unsupported file format\. Supported formats: .*mp4.*mp3/);
    }
  });

  it('is rejected when its format cannot be converted, or when it is empty', () => {
    expect(errorOf(() => checkAnnouncedFile(file({ fileName: 'old.rm' })))).toMatchObject({
      code: 'unsupported_format',
      detail: expect.stringContaining('RealMedia'),
    });
    expect(errorOf(() => checkAnnouncedFile(file({ fileSize: 0 })))).toEqual({
      code: 'validation_failed',
      detail: 'The file is empty.',
    });
  });

  it('can use a single PUT up to 100 MB, and must be sent in parts above', () => {
    expect(() => checkSinglePut(file({ fileSize: 100 * MIB }))).not.toThrow();
    expect(errorOf(() => checkSinglePut(file({ fileSize: 100 * MIB + 1 })))).toMatchObject({
      code: 'validation_failed',
      detail: expect.stringContaining('parts'),
    });
  });
});

describe('parts', () => {
  it('are 64 MiB at 50 GB', () => {
    expect(planParts(MAX_FILE_BYTES)).toEqual({ partSize: 64 * MIB, partCount: 800 });
  });

  it('cover every file exactly within S3’s limits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_FILE_BYTES }), (size) => {
        const { partSize, partCount } = planParts(size);
        expect(partSize).toBeGreaterThanOrEqual(MIN_PART_BYTES);
        expect(partSize).toBeLessThanOrEqual(64 * MIB);
        expect(partSize % MIB).toBe(0);
        expect(partCount).toBeLessThanOrEqual(MAX_PARTS);
        const last = partBytes(size, partCount);
        expect(last).toBeGreaterThan(0);
        expect(partSize * (partCount - 1) + last).toBe(size);
        if (partCount > 1) expect(partBytes(size, 1)).toBe(partSize);
        expect(() => partBytes(size, partCount + 1)).toThrow(AppError);
      }),
      { numRuns: 2000 },
    );
  });

  it('count as stored when they match the plan, are complete and have a checksum', () => {
    const size = 2 * MIN_PART_BYTES + 5;
    const part = (partNumber: number, bytes: number, sha256 = 'sum') => ({
      partNumber,
      size: bytes,
      etag: `"${partNumber}"`,
      sha256,
    });
    const [first, second, third] = [part(1, MIN_PART_BYTES), part(2, MIN_PART_BYTES), part(3, 5)];
    expect(completeParts(size, [third, first, second])).toEqual([first, second, third]);
    expect(completeParts(size, [first, part(2, 7), part(3, 6), part(4, 5), part(0, MIN_PART_BYTES)])).toEqual([first]);
    expect(completeParts(size, [part(1, MIN_PART_BYTES, '')])).toEqual([]);
  });
});

describe('resuming an upload', () => {
  const DAY = 86_400_000;
  const createdAt = Date.parse('2026-03-01T00:00:00.000Z');
  const upload = { created_at: new Date(createdAt).toISOString(), deadline: new Date(createdAt + DAY).toISOString() };

  it.each([
    ['moves the deadline to one day later', 0.5, 1.5],
    ['never moves the deadline earlier', -1, 1],
    ['moves the deadline to six days at most, while the bucket keeps its parts', 5.5, 6],
    ['keeps the maximum deadline afterwards', 9, 6],
  ])('%s', (_, at, until) => {
    expect(extendedDeadline(upload, createdAt + at * DAY)).toBe(new Date(createdAt + until * DAY).toISOString());
  });
});

describe('a stored file', () => {
  it('must have the announced size and start like a media file', () => {
    expect(checkStoredSize(10, 10)).toBeUndefined();
    expect(checkStoredSize(10, 11)).toMatchObject({
      code: 'upload_incomplete',
      reason: expect.stringContaining('11 bytes'),
    });
    expect(checkFirstBytes(Buffer.from('ID3\u0004\0\0\0\0\0\0'))).toBeUndefined();
    expect(checkFirstBytes(Buffer.from('Hello, I am a text.'))).toMatchObject({ code: 'unsupported_format' });
    expect(checkFirstBytes(Buffer.from('#EXTM3U\nfile:///etc/passwd'))).toMatchObject({
      code: 'unsupported_format',
      reason: expect.stringContaining('playlist'),
    });
    expect(checkFirstBytes(new Uint8Array())).toMatchObject({
      code: 'unsupported_format',
      reason: 'The file is empty.',
    });
  });

  it('must have one of our keys', () => {
    const id = 'cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    expect(parseUploadKey(`uploads/${id}/01ARZ3`)).toEqual({ contentId: id, uploadId: '01ARZ3' });
    for (const key of [
      `uploads/${id}`,
      `uploads/${id}/a/b`,
      `uploads/../${id}/x`,
      `media/${id}/x`,
      `uploads/${id}/`,
      `uploads/cnt_x/y`,
      `uploads/${id}/a#b`,
      '',
    ]) {
      expect(parseUploadKey(key)).toBeUndefined();
    }
  });
});

describe('a new upload', () => {
  const parts = { contentId: 'cnt_1', uploadId: 'u1', creatorId: 'crt_1', userId: 'user', now: 0 };

  it('is open, under its own key, and expires unless it is claimed', () => {
    const upload = newUpload(file(), { ...parts, replacement: false });
    expect(upload).toMatchObject({ state: 'open', key: 'uploads/cnt_1/u1', file_size: 1000, rev: 1 });
    expect(Date.parse(upload.deadline)).toBe(CLAIM_TIME_MS);
    expect('replacement' in upload).toBe(false);
  });

  it('is marked when it replaces a file', () => {
    expect(newUpload(file(), { ...parts, replacement: true }).replacement).toBe(true);
  });
});

describe('storage that moves to another creator', () => {
  it('is the size of the upload, within the limit of the plan', () => {
    expect(storageTransfer([{ file_size: 7 }], 'business')).toEqual({ bytes: 7, limit: null });
    expect(storageTransfer([], 'creator')).toEqual({ bytes: 0, limit: expect.any(Number) });
  });

  it('does not count aborted uploads, which reserve nothing', () => {
    const [claimed, replaced, aborted] = [{ state: 'claimed' }, { state: 'replaced' }, { state: 'aborted' }] as const;
    expect(reservingUploads([claimed, aborted])).toEqual([claimed]);
    expect(reservingUploads([claimed, replaced])).toEqual([claimed, replaced]);
  });

  it('cannot be determined while the file is being replaced', () => {
    expect(errorOf(() => storageTransfer([{ file_size: 7 }, { file_size: 8 }], 'business')).code).toBe('invalid_state');
  });
});
