/** @jest-environment jest-fixed-jsdom */
import { createHash, webcrypto } from 'node:crypto';
import type { Connection } from '../../../web/src/lib/connection.ts';
import { createDigest } from '../../../web/src/lib/transfer/part-digest.ts';
import { createS3Transfer, type PartDigest } from '../../../web/src/lib/transfer/s3-upload.ts';
import { TransferError } from '../../../web/src/lib/transfer/transfer-error.ts';
import type { TransferProgress } from '../../../web/src/lib/transfer/transfer-meter.ts';
import { createFakeBucket } from '../support/fake-bucket.ts';
import { createManualClock } from '../support/manual-clock.ts';

const MINUTE = 60_000;

/** A network that a test switches on and off. */
const createNetwork = () => {
  let online = true;
  const waiting: (() => void)[] = [];
  const connection: Connection = {
    isOnline: () => online,
    whenOnline: () => (online ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
  const set = (next: boolean) => {
    online = next;
    if (online) for (const resolve of waiting.splice(0)) resolve();
  };
  return { connection, set };
};

/** A readable checksum of a part. */
const digest = async (blob: Blob): Promise<string> => `sum-${blob.size}`;

const setUp = (size = 1000) => {
  const manual = createManualClock();
  let slept = 0;
  const clock = { ...manual, now: () => manual.now() + slept, sleep: (ms: number) => (slept += ms) };
  const network = createNetwork();
  const bucket = createFakeBucket();
  const controller = new AbortController();
  const progress: TransferProgress[] = [];
  const options = {
    file: new Blob([new Uint8Array(size)]),
    signal: controller.signal,
    onProgress: (next: TransferProgress) => progress.push(next),
  };
  return {
    clock,
    network,
    bucket,
    controller,
    progress,
    options,
    transfer: createS3Transfer({ clock, connection: network.connection, digest, createRequest: bucket.createRequest }),
  };
};

/** Runs everything that is ready. */
const flush = () => new Promise((resolve) => setTimeout(resolve));

describe('one PUT', () => {
  const start = () => {
    const parts = setUp();
    const done = parts.transfer.putWhole({ ...parts.options, url: 'https://bucket/key', contentType: 'video/mp4' });
    done.catch(() => undefined);
    return { ...parts, done, put: parts.bucket.puts[0] };
  };

  it('sends the file with its content type, and reports speed and time left', async () => {
    const { put, progress, clock, done } = start();
    expect(put).toMatchObject({
      url: 'https://bucket/key',
      headers: { 'content-type': 'video/mp4', 'if-none-match': '*' },
    });
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
    [412, '', 'client', 'S3 upload failed: 412 client error'],
  ])('classifies status %i', async (status, statusText, kind, message) => {
    const { put, done, bucket } = start();
    put?.respond(status, { statusText });
    await expect(done).rejects.toMatchObject({ kind, status, message });
    expect(bucket.puts).toHaveLength(1);
  });

  it('is retried when the server fails, and classifies the final error', async () => {
    const { bucket, clock, done } = start();
    for (let pauseMs = 1_000; pauseMs <= 16_000; pauseMs *= 2) {
      bucket.puts.at(-1)?.respond(503);
      await flush();
      clock.advance(pauseMs);
      await flush();
    }
    expect(bucket.puts).toHaveLength(6);
    bucket.puts.at(-1)?.respond(503);
    await expect(done).rejects.toMatchObject({
      kind: 'server',
      status: 503,
      message: 'S3 upload failed: 503 server error',
    });
  });

  it.each([
    ['an earlier try has stored the file', 0],
    ['the write that it met has stored the file', 409],
  ])('counts a 412 to a retry as stored: %s', async (_why, first) => {
    const { bucket, clock, done, progress } = start();
    if (first === 0) bucket.puts[0]?.fail();
    else bucket.puts[0]?.respond(first);
    await flush();
    clock.advance(1_000);
    await flush();
    bucket.puts[1]?.respond(412);
    await expect(done).resolves.toBeUndefined();
    expect(progress.at(-1)?.sentBytes).toBe(1000);
  });

  it('classifies a lost connection as status 0', async () => {
    const { bucket, clock, done } = start();
    for (let tried = 0; tried < 6; tried += 1) {
      bucket.puts[tried]?.fail();
      await flush();
      clock.advance(16_000);
      await flush();
    }
    await expect(done).rejects.toMatchObject({
      kind: 'network',
      status: 0,
      message: 'S3 upload failed: 0 no connection or timeout',
    });
  });

  it('fails after five minutes without progress, and not before', async () => {
    const { put, clock, done } = start();
    clock.advance(4 * MINUTE);
    put?.progress(10);
    clock.advance(5 * MINUTE);
    expect(put?.aborted).toBe(false);
    clock.advance(30_000);
    await expect(done).rejects.toThrow('Upload timed out - file may be too large or connection too slow');
    expect(put?.aborted).toBe(true);
  });

  it('fails after four hours, even with steady progress', async () => {
    const { put, clock, done } = start();
    for (let minute = 1; minute <= 240; minute += 1) {
      put?.progress(minute);
      clock.advance(MINUTE);
    }
    await expect(done).rejects.toBeInstanceOf(TransferError);
    expect(put?.aborted).toBe(true);
  });

  it('aborts its request when it is canceled', async () => {
    const { put, controller, done } = start();
    controller.abort();
    await expect(done).rejects.toHaveProperty('name', 'AbortError');
    expect(put?.aborted).toBe(true);
  });
});

describe('parts', () => {
  const start = (partCount: number, failures: Error[] = [], stored: readonly number[] = []) => {
    const parts = setUp(partCount * 100 - 40);
    const signed: number[][] = [];
    const sums: PartDigest[] = [];
    const done = parts.transfer.putParts({
      ...parts.options,
      partSize: 100,
      partCount,
      stored: new Set(stored),
      isTransientSignError: (error) => error instanceof Error && error.message === 'no connection',
      sign: async (asked) => {
        const partNumbers = asked.map(({ partNumber }) => partNumber);
        signed.push(partNumbers);
        sums.push(...asked);
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
    return { ...parts, done, signed, sums, respond };
  };

  it('are uploaded four at a time, signed in batches shortly before, each with its checksum', async () => {
    const { bucket, respond, signed, sums, done, progress } = start(11);
    await flush();
    expect(bucket.puts.map(({ url }) => url)).toEqual(['part-1', 'part-2', 'part-3', 'part-4']);
    expect(signed).toEqual([[1, 2, 3, 4, 5, 6, 7, 8]]);
    await respond();
    expect(bucket.puts).toHaveLength(8);
    expect(signed).toHaveLength(1);
    await respond();
    expect(signed[1]).toEqual([9, 10, 11]);
    await respond();
    await expect(done).resolves.toBeUndefined();
    expect(sums).toEqual(
      Array.from({ length: 11 }, (_, index) => ({
        partNumber: index + 1,
        sha256: index === 10 ? 'sum-60' : 'sum-100',
      })),
    );
    expect(bucket.puts.map(({ headers }) => headers)).toEqual(
      sums.map(({ sha256 }) => ({ 'x-amz-checksum-sha256': sha256 })),
    );
    expect(bucket.puts.map(({ body }) => body.size)).toEqual([...Array.from({ length: 10 }, () => 100), 60]);
    expect(progress.at(-1)).toMatchObject({ sentBytes: 1060, totalBytes: 1060 });
  });

  it('are retried one by one, with a new URL and growing pauses', async () => {
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
    await expect(done).resolves.toBeUndefined();
    await respond();
  });

  it('fail after five retries, and a failed part aborts the others', async () => {
    const { bucket, clock, done } = start(5);
    await flush();
    for (const pauseMs of [1_000, 2_000, 4_000, 8_000, 16_000]) {
      bucket.puts.at(pauseMs === 1_000 ? 0 : -1)?.respond(500);
      await flush();
      clock.advance(pauseMs);
      await flush();
    }
    bucket.puts.at(-1)?.respond(500, { statusText: 'Internal Server Error' });
    await expect(done).rejects.toThrow('S3 upload failed: 500 Internal Server Error');
    expect(bucket.puts.slice(1, 4).every(({ aborted }) => aborted)).toBe(true);
  });

  it('are not retried when the bucket rejects them', async () => {
    const { bucket, done } = start(1);
    await flush();
    bucket.puts[0]?.respond(400, { statusText: 'Bad Request' });
    await expect(done).rejects.toThrow('S3 upload failed: 400 Bad Request');
    expect(bucket.puts).toHaveLength(1);
  });

  it('are retried when a signing call fails temporarily', async () => {
    const { bucket, clock, signed, done } = start(1, [new Error('no connection')]);
    await flush();
    expect(bucket.puts).toHaveLength(0);
    clock.advance(1_000);
    await flush();
    bucket.puts[0]?.respond(200);
    await expect(done).resolves.toBeUndefined();
    expect(signed).toEqual([[1], [1]]);
  });

  it('stop when the transfer is canceled', async () => {
    const { bucket, controller, done } = start(9);
    await flush();
    controller.abort();
    await expect(done).rejects.toHaveProperty('name', 'AbortError');
    expect(bucket.puts).toHaveLength(4);
    expect(bucket.puts.every(({ aborted }) => aborted)).toBe(true);
  });

  it('that are stored are not sent again, and count as sent from the start', async () => {
    const { bucket, signed, progress, clock, respond, done } = start(12, [], [1, 2, 5, 12]);
    await flush();
    expect(signed).toEqual([[3, 4, 6, 7, 8, 9, 10, 11]]);
    clock.advance(2_000);
    bucket.puts[0]?.progress(50);
    // 360 bytes were stored before; the speed is that of the 50 bytes sent now.
    expect(progress.at(-1)).toMatchObject({ sentBytes: 410, totalBytes: 1160, bytesPerSecond: 25 });
    await respond();
    await respond();
    await done;
    expect(bucket.puts.map(({ url }) => url)).toEqual([3, 4, 6, 7, 8, 9, 10, 11].map((part) => `part-${part}`));
  });

  it('wait for the network without using up their retries', async () => {
    const { bucket, network, clock, done } = start(1);
    await flush();
    for (let cut = 1; cut <= 20; cut += 1) {
      network.set(false);
      bucket.puts.at(-1)?.fail();
      await flush();
      clock.advance(60_000);
      await flush();
      expect(bucket.puts).toHaveLength(cut);
      network.set(true);
      await flush();
      expect(bucket.puts).toHaveLength(cut + 1);
    }
    bucket.puts.at(-1)?.respond(200);
    await expect(done).resolves.toBeUndefined();
  });

  it('ignore hours offline or asleep for the stall limit and the time limit', async () => {
    const { bucket, network, clock, done } = start(1);
    await flush();
    network.set(false);
    clock.advance(6 * 60 * MINUTE);
    network.set(true);
    expect(bucket.puts[0]?.aborted).toBe(false);
    clock.advance(4 * MINUTE);
    clock.sleep(9 * 60 * MINUTE);
    clock.advance(4 * MINUTE);
    expect(bucket.puts[0]?.aborted).toBe(false);
    clock.advance(2 * MINUTE);
    await expect(done).rejects.toThrow('Upload timed out');
    expect(bucket.puts[0]?.aborted).toBe(true);
  });

  it('that arrive damaged are sent again', async () => {
    const { bucket, clock, done } = start(1);
    await flush();
    bucket.puts[0]?.respond(400, { statusText: 'Bad Request', body: '<Error><Code>BadDigest</Code></Error>' });
    await flush();
    clock.advance(1_000);
    await flush();
    bucket.puts[1]?.respond(200);
    await expect(done).resolves.toBeUndefined();
  });
});

describe('isSameContent', () => {
  const bytes = new Uint8Array(250).map((_, index) => index);
  const sums = createDigest(webcrypto.subtle as SubtleCrypto);
  const [clock, { connection }] = [createManualClock(), createNetwork()];
  const transfer = createS3Transfer({ clock, connection, digest: sums });
  const file = (change?: number): Blob => new Blob([bytes.map((byte, index) => (index === change ? byte + 1 : byte))]);
  const partSum = (partNumber: number) => sums(file().slice((partNumber - 1) * 100, partNumber * 100));
  const same = async (blob: Blob, numbers: readonly number[], joined: string | null = null) =>
    transfer.isSameContent(
      blob,
      {
        partSize: 100,
        partCount: 3,
        storedParts: await Promise.all(
          numbers.map(async (partNumber) => ({ partNumber, sha256: await partSum(partNumber) })),
        ),
        joined,
      },
      new AbortController().signal,
    );

  it('compares every stored part', async () => {
    expect(await same(file(), [1, 3])).toBe(true);
    expect(await same(file(150), [1, 3])).toBe(true);
    expect(await same(file(150), [1, 2, 3])).toBe(false);
    expect(await same(file(), [])).toBe(true);
  });

  it('compares the checksum of the completed upload', async () => {
    const parts = await Promise.all([1, 2, 3].map(partSum));
    const joined = `${createHash('sha256')
      .update(Buffer.concat(parts.map((part) => Buffer.from(part, 'base64'))))
      .digest('base64')}-3`;
    expect(await same(file(), [], joined)).toBe(true);
    expect(await same(file(249), [], joined)).toBe(false);
  });

  it('rejects with a readable message when the file cannot be read', async () => {
    const unreadable = {
      arrayBuffer: async () => Promise.reject(new DOMException('deleted', 'NotReadableError')),
    } as unknown as Blob;
    await expect(sums(unreadable)).rejects.toThrow("The file can't be read. It was moved or changed. Choose it again.");
    expect(await sums(file())).toMatch(/=$/);
  });
});
