import { S3ServiceException } from '@aws-sdk/client-s3';

/**
 * S3 answers 404 for what is not there to a role that may list the bucket; to others it answers 403, which is an error
 * here.
 */
export const isAbsent = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
