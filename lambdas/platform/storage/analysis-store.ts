import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { AnalysisStore } from '../../domain/analysis/steps/deps.ts';
import { isAbsent } from './absent-object.ts';

/** The analysis in the media bucket. */
export const createAnalysisStore = (client: Pick<S3Client, 'send'>, bucket: string): AnalysisStore => ({
  async list(folder) {
    const ids = new Set<string>();
    let token: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: folder, ...(token ? { ContinuationToken: token } : {}) }),
      );
      for (const { Key = '' } of page.Contents ?? []) ids.add(Key.slice(folder.length).replace(/\.json$/, ''));
      token = page.NextContinuationToken;
    } while (token);
    return ids;
  },
  async read(folder, id) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: `${folder}${id}.json` }));
    return JSON.parse((await Body?.transformToString()) ?? 'null') as unknown;
  },
  async write(folder, id, output) {
    await client.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: `${folder}${id}.json`,
        Body: JSON.stringify(output),
        ContentType: 'application/json',
      }),
    );
  },
  async readFrame(key) {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      return await Body?.transformToByteArray();
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  },
});
