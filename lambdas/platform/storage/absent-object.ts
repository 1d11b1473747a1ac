import { S3ServiceException } from '@aws-sdk/client-s3';

/**
 * Whether an object does not exist. S3 returns 404 only to roles that may list the bucket; the 403 that others get is
 * an error here.
 */
export const isAbsent = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
