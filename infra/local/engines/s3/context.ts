import type { ServerResponse } from 'node:http';
import type { Principal } from '../../aws/service.ts';
import type { Clock } from '../../clock.ts';
import type { BlobStore } from './blobs.ts';
import type { Catalog, NewObject, WriteGuard } from './catalog.ts';
import { s3Error } from './protocol/errors.ts';
import type { CreateReason, DeleteReason, ObjectEvents, Requester } from './events.ts';
import type { S3Request } from './protocol/request.ts';
import type { AuthorizeS3, ObjectVersion } from './types.ts';
import type { UploadIndex } from './operations/uploads.ts';
import { xmlDocument } from './protocol/xml.ts';
import type { XmlValue } from './protocol/xml.ts';

/** What every operation works with. */
export interface EngineContext {
  readonly catalog: Catalog;
  readonly uploads: UploadIndex;
  readonly blobs: BlobStore;
  readonly events: ObjectEvents;
  readonly clock: Clock;
  readonly authorize: AuthorizeS3 | undefined;
}

/** One request on its way. */
export interface Call {
  readonly request: S3Request;
  readonly response: ServerResponse;
  readonly caller: Principal;
  readonly requester: Requester;
}

/** One REST operation; it answers by itself or throws an AwsError. */
export type Operation = (context: EngineContext, call: Call) => Promise<void> | void;

/** The ARN that policies name a bucket or an object by. */
export const arnOf = (bucket: string, key = ''): string => `arn:aws:s3:::${bucket}${key === '' ? '' : `/${key}`}`;

/** @throws AwsError AccessDenied in the words of IAM */
export const requirePermission = (
  context: EngineContext,
  caller: Principal,
  action: string,
  resource: string,
): void => {
  const refusal = context.authorize?.(caller, action, resource);
  if (refusal !== undefined) throw s3Error('AccessDenied', refusal);
};

/** Makes a received file the current version and tells it. A refused one's file is removed. */
export const storeObject = (
  context: EngineContext,
  bucket: string,
  key: string,
  object: NewObject,
  told: {
    readonly reason: CreateReason;
    readonly requester: Requester;
    readonly guard?: WriteGuard;
    readonly within?: () => void;
  },
): ObjectVersion => {
  let version: ObjectVersion;
  try {
    version = context.catalog.put(bucket, key, object, told.guard, told.within);
  } catch (error) {
    context.blobs.remove([object.blob]);
    throw error;
  }
  context.events.created(context.catalog.bucket(bucket), version, told.reason, told.requester);
  return version;
};

/** Deletes as DeleteObject does and tells it; undefined when there was nothing. */
export const eraseObject = (
  context: EngineContext,
  bucket: string,
  key: string,
  versionId: string | undefined,
  told: { readonly reason: DeleteReason; readonly requester: Requester },
) => {
  const deletion = context.catalog.remove(bucket, key, versionId);
  if (deletion) {
    const sequence = deletion.made === 'marker' ? deletion.version.sequence : context.catalog.nextSequence();
    context.events.deleted(context.catalog.bucket(bucket), deletion, sequence, told.reason, told.requester);
  }
  return deletion;
};

/** `x-amz-version-id`, left out in a bucket without versions. */
export const versionHeader = (context: EngineContext, version: ObjectVersion): Record<string, string> =>
  context.catalog.bucket(version.bucket).versioning === 'Off' ? {} : { 'x-amz-version-id': version.versionId };

/** Answers 200 with an XML document. */
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

/** Answers without a body. */
export const sendEmpty = (
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): void => {
  response.writeHead(status, { ...headers, ...(status === 204 ? {} : { 'content-length': '0' }) });
  response.end();
};

/** A time as XML answers have it. */
export const isoTime = (time: number): string => new Date(time).toISOString();

/** A whole number between bounds from the query; more than `most` becomes `most`. @throws AwsError InvalidArgument */
export const countParam = (request: S3Request, name: string, most: number): number => {
  const text = request.param(name) ?? String(most);
  if (!/^\d{1,9}$/.test(text))
    throw s3Error('InvalidArgument', `Argument ${name} must be an integer between 0 and 2147483647`);
  return Math.min(Number(text), most);
};
