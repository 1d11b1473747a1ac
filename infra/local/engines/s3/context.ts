import type { ServerResponse } from 'node:http';
import type { Principal } from '../../aws/service.ts';
import type { Clock } from '../../clock.ts';
import type { BlobStore } from './blobs.ts';
import type { Catalog, NewObject, WriteGuard } from './catalog.ts';
import { s3Error } from './protocol/errors.ts';
import type { CreateReason, DeleteReason, ObjectEvents, Requester } from './events.ts';
import type { S3Request } from './protocol/request.ts';
import type { AuthorizeS3, ObjectVersion, S3EngineOptions } from './types.ts';
import type { UploadIndex } from './operations/uploads.ts';
import { xmlDocument } from './protocol/xml.ts';
import type { XmlValue } from './protocol/xml.ts';

/** State and services that every operation shares. */
export interface EngineContext {
  readonly catalog: Catalog;
  readonly uploads: UploadIndex;
  readonly blobs: BlobStore;
  readonly events: ObjectEvents;
  readonly clock: Clock;
  readonly authorize: AuthorizeS3 | undefined;
  readonly policiesOf: NonNullable<S3EngineOptions['policiesOf']>;
}

/** A request with its response and caller. */
export interface Call {
  readonly request: S3Request;
  readonly response: ServerResponse;
  readonly caller: Principal;
  readonly requester: Requester;
}

/** One REST operation. It sends the response or throws an AwsError. */
export type Operation = (context: EngineContext, call: Call) => Promise<void> | void;

/** The ARN of a bucket or an object in policies. */
export const arnOf = (bucket: string, key = ''): string => `arn:aws:s3:::${bucket}${key === '' ? '' : `/${key}`}`;

/** Requires that the caller may run an action. @throws AwsError AccessDenied with IAM's message */
export const requirePermission = (
  context: EngineContext,
  caller: Principal,
  action: string,
  resource: string,
): void => {
  const denial = context.authorize?.(caller, action, resource);
  if (denial !== undefined) throw s3Error('AccessDenied', denial);
};

/** Makes a received file the current version and publishes the event. Deletes the file when the write is rejected. */
export const storeObject = (
  context: EngineContext,
  bucket: string,
  key: string,
  object: NewObject,
  write: {
    readonly reason: CreateReason;
    readonly requester: Requester;
    readonly guard?: WriteGuard;
    /** Runs in the transaction of the write. */
    readonly inTransaction?: () => void;
  },
): ObjectVersion => {
  let version: ObjectVersion;
  try {
    version = context.catalog.put(bucket, key, object, write.guard, write.inTransaction);
  } catch (error) {
    context.blobs.remove([object.blob]);
    throw error;
  }
  context.events.created(context.catalog.bucket(bucket), version, write.reason, write.requester);
  return version;
};

/** Deletes as DeleteObject does and publishes the event; undefined when there was nothing to delete. */
export const eraseObject = (
  context: EngineContext,
  bucket: string,
  key: string,
  versionId: string | undefined,
  cause: { readonly reason: DeleteReason; readonly requester: Requester },
) => {
  const deletion = context.catalog.remove(bucket, key, versionId);
  if (deletion) {
    const sequence = deletion.markerCreated ? deletion.version.sequence : context.catalog.nextSequence();
    context.events.deleted(context.catalog.bucket(bucket), deletion, sequence, cause.reason, cause.requester);
  }
  return deletion;
};

/** The `x-amz-version-id` header; none in a bucket without versioning. */
export const versionHeader = (context: EngineContext, version: ObjectVersion): Record<string, string> =>
  context.catalog.bucket(version.bucket).versioning === 'Off' ? {} : { 'x-amz-version-id': version.versionId };

/** Sends a 200 response with an XML document. */
export const sendXml = (
  response: ServerResponse,
  root: string,
  children: Readonly<Record<string, XmlValue>>,
  headers: Readonly<Record<string, string>> = {},
): void => {
  const body = xmlDocument(root, children);
  response.writeHead(200, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body), ...headers });
  response.end(body);
};

/** Sends a response without a body. */
export const sendEmpty = (
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): void => {
  response.writeHead(status, { ...headers, ...(status === 204 ? {} : { 'content-length': '0' }) });
  response.end();
};

/** A time in the format of XML responses. */
export const isoTime = (time: number): string => new Date(time).toISOString();

/** Reads a whole number from the query, at most and by default `most`. @throws AwsError InvalidArgument */
export const countParam = (request: S3Request, name: string, most: number): number => {
  const text = request.param(name) ?? String(most);
  if (!/^\d{1,9}$/.test(text))
    throw s3Error('InvalidArgument', `Argument ${name} must be an integer between 0 and 2147483647`);
  return Math.min(Number(text), most);
};
