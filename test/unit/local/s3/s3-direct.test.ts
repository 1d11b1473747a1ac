import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { startS3 } from './s3-support.ts';
import type { RunningS3 } from './s3-support.ts';

let s3: RunningS3;
beforeEach(async () => {
  s3 = await startS3();
});
afterEach(() => s3.stop());

const keysOf = async (keys: AsyncIterable<string>): Promise<string[]> => {
  const found: string[] = [];
  for await (const key of keys) found.push(key);
  return found;
};
const md5 = (data: string | Buffer) => createHash('md5').update(data).digest('hex');

describe('direct access', () => {
  test('writes, reads, stats, lists and deletes', async () => {
    const engine = s3.engine();
    const written = await engine.writeObject('media', 'in/one.txt', 'text', {
      contentType: 'text/plain',
      cacheControl: 'max-age=1',
      metadata: { a: 'b' },
    });
    await engine.writeObject('media', 'in/two', Readable.from(['a', 'ü']));
    await engine.writeObject('media', 'in/three', { file: engine.objectPath('media', 'in/one.txt') ?? '' });
    const read = await engine.readObject('media', 'in/one.txt', { range: { start: 1, end: 2 } });
    expect(Buffer.concat((await read?.stream.toArray()) as Buffer[]).toString()).toBe('ex');
    expect(read).toMatchObject({
      size: 4,
      contentType: 'text/plain',
      cacheControl: 'max-age=1',
      metadata: { a: 'b' },
      versionId: written.versionId,
      etag: md5('text'),
    });
    expect(engine.statObject('media', 'in/two')).toMatchObject({ size: 3 });
    expect(readFileSync(engine.objectPath('media', 'in/three') ?? '', 'utf8')).toBe('text');
    expect(await keysOf(engine.listKeys('media', 'in/'))).toEqual(['in/one.txt', 'in/three', 'in/two']);
    engine.deleteObject('media', 'in/two');
    expect(engine.statObject('media', 'in/two')).toBeUndefined();
    expect(await engine.readObject('media', 'none')).toBeUndefined();
    await expect(engine.writeObject('nowhere', 'x', 'x')).rejects.toMatchObject({ code: 'NoSuchBucket' });
    expect(s3.events).toHaveLength(4);
  });

  test('keeps objects across a restart and removes unfinished files', async () => {
    await s3.engine().writeObject('media', 'stay', 'here');
    const path = s3.engine().objectPath('media', 'stay') ?? '';
    copyFileSync(path, path.replace(/[0-9a-f]{2}$/, 'zz'));
    await s3.restart();
    s3.engine().createBucket({ name: 'media', properties: { VersioningConfiguration: { Status: 'Enabled' } } });
    const read = await s3.engine().readObject('media', 'stay');
    expect(Buffer.concat((await read?.stream.toArray()) as Buffer[]).toString()).toBe('here');
    expect(s3.files()).toHaveLength(1);
  });
});
