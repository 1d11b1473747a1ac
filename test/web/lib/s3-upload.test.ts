import { createS3Transfer } from '../../../web/src/lib/s3-upload.ts';
import { TransferError } from '../../../web/src/lib/transfer-error.ts';
import type { TransferProgress } from '../../../web/src/lib/transfer-meter.ts';
import { createFakeBucket } from '../support/fake-bucket.ts';
import { createManualClock } from '../support/manual-clock.ts';

const MINUTE = 60_000;

const setUp = (size = 1000) => {
  const clock = createManualClock();
  const bucket = createFakeBucket();
  const controller = new AbortController();
  const progress: TransferProgress[] = [];
  const options = { file: new Blob([new Uint8Array(size)]), signal: controller.signal, onProgress: (next: TransferProgress) => progress.push(next) };
  return { clock, bucket, controller, progress, options, transfer: createS3Transfer(clock, bucket.createRequest) };
};

/** Lets everything that is ready run. */
const flush = () => new Promise((resolve) => setTimeout(resolve));

describe('one PUT', () => {
  const start = () => {
    const parts = setUp();
    const done = parts.transfer.putWhole({ ...parts.options, url: 'https://bucket/key', contentType: 'video/mp4' });
    done.catch(() => undefined);
    return { ...parts, done, put: parts.bucket.puts[0] };
  };

  it('sends the file with its content type and tells speed and time left', async () => {
    const { put, progress, clock, done } = start();
    expect(put).toMatchObject({ url: 'https://bucket/key', headers: { 'content-type': 'video/mp4' } });
    put?.progress(100);
    expect(progress.at(-1)).toEqual({ sentBytes: 100, totalBytes: 1000, bytesPerSecond: null, secondsLeft: null });
    clock.advance(2_000);
    put?.progress(500);
    expect(progress.at(-1)).toEqual({ sentBytes: 500, totalBytes: 1000, bytesPerSecond: 250, secondsLeft: 2 });
    put?.respond(200);
    await expect(done).resolves.toBeUndefined();
    expect(progress.at(-1)?.sentBytes).toBe(1000);
  });

  it.each([
    [403, 'Forbidden', 'client', 'S3 upload failed: 403 Forbidden'],
    [400, '', 'client', 'S3 upload failed: 400 client error'],
    [503, '', 'server', 'S3 upload failed: 503 server error'],
  ])('classes an answer of %i', async (status, statusText, kind, message) => {
    const { put, done } = start();
    put?.respond(status, { statusText });
    await expect(done).rejects.toMatchObject({ kind, status, message });
  });

  it('classes a lost connection as status 0', async () => {
    const { put, done } = start();
    put?.fail();
    await expect(done).rejects.toMatchObject({ kind: 'network', status: 0, message: 'S3 upload failed: 0 no connection or timeout' });
  });

  it('gives up after five minutes without progress, and not before', async () => {
    const { put, clock, done } = start();
    clock.advance(4 * MINUTE);
    put?.progress(10);
    clock.advance(5 * MINUTE);
    expect(put?.aborted).toBe(false);
    clock.advance(30_000);
    await expect(done).rejects.toThrow('Upload timed out - file may be too large or connection too slow');
    expect(put?.aborted).toBe(true);
  });

  it('gives up after four hours however steadily it moves', async () => {
    const { put, clock, done } = start();
    for (let minute = 1; minute <= 240; minute += 1) {
      put?.progress(minute);
      clock.advance(MINUTE);
    }
    await expect(done).rejects.toBeInstanceOf(TransferError);
    expect(put?.aborted).toBe(true);
  });

  it('ends its request when it is cancelled', async () => {
    const { put, controller, done } = start();
    controller.abort();
    await expect(done).rejects.toHaveProperty('name', 'AbortError');
    expect(put?.aborted).toBe(true);
  });
});

describe('parts', () => {
  const start = (partCount: number, failures: Error[] = []) => {
    const parts = setUp(partCount * 100 - 40);
    const signed: number[][] = [];
    const done = parts.transfer.putParts({
      ...parts.options,
      partSize: 100,
      partCount,
      isTransientSignError: (error) => error instanceof Error && error.message === 'no connection',
      sign: async (partNumbers) => {
        signed.push(partNumbers);
        const failure = failures.shift();
        if (failure) throw failure;
        return partNumbers.map((partNumber) => ({ partNumber, url: `part-${partNumber}` }));
      },
    });
    done.catch(() => undefined);
    const open = () => parts.bucket.puts.filter((put) => !answered.has(put));
    const answered = new Set<unknown>();
    const respond = async (status = 200, options = {}) => {
      for (const put of open()) {
        answered.add(put);
        put.respond(status, options);
      }
      await flush();
    };
    return { ...parts, done, signed, respond };
  };

  it('go four at a time, signed in batches just before they go, and answer in order', async () => {
    const { bucket, respond, signed, done, progress } = start(11);
    await flush();
    expect(bucket.puts.map(({ url }) => url)).toEqual(['part-1', 'part-2', 'part-3', 'part-4']);
    expect(signed).toEqual([[1, 2, 3, 4, 5, 6, 7, 8]]);
    await respond();
    expect(bucket.puts).toHaveLength(8);
    expect(signed).toHaveLength(1);
    await respond();
    expect(signed[1]).toEqual([9, 10, 11]);
    await respond();
    await expect(done).resolves.toEqual(Array.from({ length: 11 }, (_, index) => ({ partNumber: index + 1, etag: `"part-${index + 1}"` })));
    expect(bucket.puts.map(({ body }) => body.size)).toEqual([...Array.from({ length: 10 }, () => 100), 60]);
    expect(bucket.puts.every(({ headers }) => headers['content-type'] === undefined)).toBe(true);
    expect(progress.at(-1)).toMatchObject({ sentBytes: 1060, totalBytes: 1060 });
  });

  it('are tried again alone, with a new URL and growing pauses, and only the failed one', async () => {
    const { bucket, respond, signed, clock, done, progress } = start(2);
    await flush();
    bucket.puts[0]?.progress(80);
    bucket.puts[0]?.respond(403);
    bucket.puts[1]?.respond(200);
    await flush();
    expect(bucket.puts).toHaveLength(2);
    clock.advance(1_000);
    await flush();
    expect(signed.at(-1)).toEqual([1]);
    expect(progress.every(({ sentBytes }) => sentBytes <= 160)).toBe(true);
    bucket.puts[2]?.fail();
    await flush();
    clock.advance(1_999);
    await flush();
    expect(bucket.puts).toHaveLength(3);
    clock.advance(1);
    await flush();
    expect(bucket.puts).toHaveLength(4);
    bucket.puts[3]?.respond(200);
    await expect(done).resolves.toHaveLength(2);
    await respond();
  });

  it('fail after three repetitions, and the others end with the failed one', async () => {
    const { bucket, clock, done } = start(5);
    await flush();
    for (const pauseMs of [1_000, 2_000, 4_000]) {
      bucket.puts.at(pauseMs === 1_000 ? 0 : -1)?.respond(500);
      await flush();
      clock.advance(pauseMs);
      await flush();
    }
    bucket.puts.at(-1)?.respond(500, { statusText: 'Internal Server Error' });
    await expect(done).rejects.toThrow('S3 upload failed: 500 Internal Server Error');
    expect(bucket.puts.slice(1, 4).every(({ aborted }) => aborted)).toBe(true);
  });

  it('do not repeat what the bucket refuses', async () => {
    const { bucket, done } = start(1);
    await flush();
    bucket.puts[0]?.respond(400, { statusText: 'Bad Request' });
    await expect(done).rejects.toThrow('S3 upload failed: 400 Bad Request');
    expect(bucket.puts).toHaveLength(1);
  });

  it('survive a signing call that fails for a moment', async () => {
    const { bucket, clock, signed, done } = start(1, [new Error('no connection')]);
    await flush();
    expect(bucket.puts).toHaveLength(0);
    clock.advance(1_000);
    await flush();
    bucket.puts[0]?.respond(200);
    await expect(done).resolves.toHaveLength(1);
    expect(signed).toEqual([[1], [1]]);
  });

  it('stop when the transfer is cancelled', async () => {
    const { bucket, controller, done } = start(9);
    await flush();
    controller.abort();
    await expect(done).rejects.toHaveProperty('name', 'AbortError');
    expect(bucket.puts).toHaveLength(4);
    expect(bucket.puts.every(({ aborted }) => aborted)).toBe(true);
  });
});
