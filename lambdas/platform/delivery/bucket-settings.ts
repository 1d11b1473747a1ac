import {
  DeleteBucketCorsCommand,
  GetBucketCorsCommand,
  GetBucketPolicyCommand,
  GetBucketPolicyStatusCommand,
  GetPublicAccessBlockCommand,
  PutBucketCorsCommand,
  PutPublicAccessBlockCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { BucketSettings } from '../../domain/delivery/bucket-tools.ts';
import type { CorsRule } from '../../domain/delivery/declared.ts';

/** All four switches on. This is the only value that this client ever writes. */
const CLOSED = {
  BlockPublicAcls: true,
  BlockPublicPolicy: true,
  IgnorePublicAcls: true,
  RestrictPublicBuckets: true,
} as const;

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** Waits for a read; `missing` when S3 says with `code` that the setting was never made. */
const orMissing = async <T>(read: Promise<T>, code: string, missing: T): Promise<T> => {
  try {
    return await read;
  } catch (error) {
    if (nameOf(error) === code) return missing;
    throw error;
  }
};

/** Waits for a write. False when S3 denies it. */
const unlessDenied = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (nameOf(error) === 'AccessDenied') return false;
    throw error;
  }
};

/** Settings of buckets. */
export const createBucketSettings = (client: Pick<S3Client, 'send'>): BucketSettings => ({
  async readCors(bucket) {
    const read = client.send(new GetBucketCorsCommand({ Bucket: bucket }));
    const { CORSRules = [] } = await orMissing(
      read.then(({ CORSRules: rules }) => ({ CORSRules: rules })),
      'NoSuchCORSConfiguration',
      { CORSRules: [] },
    );
    return CORSRules.map(
      ({ AllowedMethods = [], AllowedOrigins = [], AllowedHeaders = [], ExposeHeaders = [], MaxAgeSeconds }) => ({
        AllowedMethods: AllowedMethods as CorsRule['AllowedMethods'],
        AllowedOrigins,
        AllowedHeaders,
        ExposeHeaders,
        ...(MaxAgeSeconds === undefined ? {} : { MaxAgeSeconds }),
      }),
    );
  },
  writeCors: (bucket, rules) =>
    unlessDenied(
      rules.length === 0
        ? client.send(new DeleteBucketCorsCommand({ Bucket: bucket }))
        : client.send(
            new PutBucketCorsCommand({
              Bucket: bucket,
              CORSConfiguration: {
                CORSRules: rules.map(
                  ({ AllowedMethods, AllowedOrigins, AllowedHeaders, ExposeHeaders, MaxAgeSeconds }) => ({
                    AllowedMethods,
                    AllowedOrigins,
                    AllowedHeaders,
                    ExposeHeaders,
                    MaxAgeSeconds,
                  }),
                ),
              },
            }),
          ),
    ),
  async readBlock(bucket) {
    const read = client.send(new GetPublicAccessBlockCommand({ Bucket: bucket }));
    const block = await orMissing(
      read.then(({ PublicAccessBlockConfiguration: found }) => found),
      'NoSuchPublicAccessBlockConfiguration',
      undefined,
    );
    return {
      BlockPublicAcls: block?.BlockPublicAcls === true,
      BlockPublicPolicy: block?.BlockPublicPolicy === true,
      IgnorePublicAcls: block?.IgnorePublicAcls === true,
      RestrictPublicBuckets: block?.RestrictPublicBuckets === true,
    };
  },
  close: (bucket) =>
    unlessDenied(
      client.send(new PutPublicAccessBlockCommand({ Bucket: bucket, PublicAccessBlockConfiguration: CLOSED })),
    ),
  async readPolicy(bucket) {
    const read = client.send(new GetBucketPolicyCommand({ Bucket: bucket }));
    const text = await orMissing(
      read.then(({ Policy }) => Policy),
      'NoSuchBucketPolicy',
      undefined,
    );
    return text === undefined ? { Statement: [] } : (JSON.parse(text) as Readonly<Record<string, unknown>>);
  },
  async isPublic(bucket) {
    const read = client.send(new GetBucketPolicyStatusCommand({ Bucket: bucket }));
    return orMissing(
      read.then(({ PolicyStatus }) => PolicyStatus?.IsPublic === true),
      'NoSuchBucketPolicy',
      false,
    );
  },
});
