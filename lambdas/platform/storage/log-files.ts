import { GetObjectCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { UnreadableLog } from '../../domain/delivery/logs/log-line.ts';

/** Compressed log files in a bucket. */
export interface LogFiles {
  /** Keys in a folder. */
  list(folder: string): Promise<readonly string[]>;
  /**
   * The lines of a file, in portions; `too long` for a line that is longer than any of CloudFront's. Throws
   * UnreadableLog when the file is not a whole gzip file.
   */
  read(key: string): AsyncIterable<readonly string[]>;
}

/** Maximum characters of a line: far more than with the longest URL that CloudFront accepts (8,192 bytes). */
const MAX_LINE = 65_536;
/** Returned for a longer line, so that it is counted as one that cannot be read. */
const TOO_LONG = 'too long';

/** Unpacks a gzip file into portions of lines. Throws UnreadableLog for a cut or damaged one. */
export const readLines = async function* (packed: Readable): AsyncGenerator<readonly string[]> {
  const unpacked = createGunzip();
  packed.on('error', (error) => unpacked.destroy(error));
  packed.pipe(unpacked);
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let isTooLong = false;
  const finish = (line: string): string => {
    const finished = isTooLong || line.length > MAX_LINE ? TOO_LONG : line;
    isTooLong = false;
    return finished;
  };
  try {
    for await (const bytes of unpacked) {
      const lines = (rest + decoder.write(bytes as Buffer)).split('\n');
      rest = lines.pop() ?? '';
      yield lines.map(finish);
      if (rest.length > MAX_LINE) {
        isTooLong = true;
        rest = '';
      }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw new UnreadableLog('it is not a whole gzip file');
    throw error;
  } finally {
    packed.destroy();
  }
  yield [finish(rest + decoder.end())];
};

export const createLogFiles = (client: Pick<S3Client, 'send'>, bucket: string): LogFiles => ({
  async list(folder) {
    const keys: string[] = [];
    let token: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: folder, ...(token ? { ContinuationToken: token } : {}) }),
      );
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) keys.push(Key);
      token = page.NextContinuationToken;
    } while (token);
    return keys;
  },
  async *read(key) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    if (!Body) throw new UnreadableLog('it has no content');
    // In Node, the SDK returns a stream.
    yield* readLines(Body as Readable);
  },
});
