import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createReadStream } from 'node:fs';
import { createBlobStore } from './blobs.ts';
import { createBrowser } from './browser.ts';
import { createCatalog } from './catalog.ts';
import { eraseObject, requirePermission, sendEmpty, storeObject } from './context.ts';
import type { EngineContext } from './context.ts';
import { corsHeaders, preflightHeaders } from './protocol/cors.ts';
import { openDatabase } from './database.ts';
import { sendS3Error } from './protocol/errors.ts';
import { createObjectEvents } from './events.ts';
import { applyLifecycle } from './lifecycle.ts';
import { allKeys } from './operations/listing.ts';
import { checkAttributes } from './operations/objects.ts';
import { checkKey, newRequestId, parseRequest } from './protocol/request.ts';
import { findRoute } from './protocol/routes.ts';
import { authenticate } from './protocol/signature.ts';
import type { ObjectSource, ObjectStat, ObjectVersion, S3Engine, S3EngineOptions } from './types.ts';
import { createUploadIndex } from './operations/uploads.ts';

const LOOPBACK = '127.0.0.1';

const streamOf = (source: ObjectSource): Readable => {
  if (source instanceof Readable) return source;
  if (typeof source === 'string') return Readable.from([Buffer.from(source, 'utf8')]);
  if (Buffer.isBuffer(source)) return Readable.from([source]);
  return createReadStream(source.file);
};

/** Opens the engine on its folder. Loads the objects of earlier runs and removes their unfinished files. */
export const createS3Engine = (options: S3EngineOptions): S3Engine => {
  const { dataDir, clock, credentials, publish, authorize, policiesOf = () => [] } = options;
  const database = openDatabase(dataDir);
  const blobs = createBlobStore(join(dataDir, 'objects'));
  const context: EngineContext = {
    catalog: createCatalog(database, clock.now, (dropped) => blobs.remove(dropped)),
    uploads: createUploadIndex(database),
    blobs,
    events: createObjectEvents(publish, clock.now),
    clock,
    authorize,
    policiesOf,
  };
  const { catalog } = context;
  blobs.sweep(new Set([...catalog.blobs(), ...context.uploads.blobs()]));

  const serve = async (message: IncomingMessage, response: ServerResponse, presignedOnly: boolean): Promise<void> => {
    const requestId = newRequestId();
    response.setHeader('x-amz-request-id', requestId);
    try {
      const request = parseRequest(message);
      const bucket = catalog.buckets().find(({ name }) => name === request.bucket);
      if (message.method === 'OPTIONS') {
        sendEmpty(response, 200, preflightHeaders(bucket, message));
        return;
      }
      // Set these headers before anything can fail, so that a page can read errors too.
      if (bucket)
        for (const [name, value] of Object.entries(corsHeaders(bucket, message))) response.setHeader(name, value);
      const caller = await authenticate(request, credentials, clock, presignedOnly);
      const route = findRoute(request);
      if (route.action !== undefined) requirePermission(context, caller, route.action, route.resource);
      catalog.bucket(request.bucket);
      const requester = { requestId, address: message.socket.remoteAddress ?? LOOPBACK };
      await route.run(context, { request, response, caller, requester });
    } catch (error) {
      sendS3Error(message, response, error, requestId);
    }
  };

  const find = (bucket: string, key: string, versionId?: string): ObjectVersion | undefined => {
    const version = versionId === undefined ? catalog.current(bucket, key) : catalog.version(bucket, key, versionId);
    return version?.deleteMarker ? undefined : version;
  };
  const statOf = (version: ObjectVersion): ObjectStat => ({
    key: version.key,
    size: version.size,
    contentType: version.attributes.contentType,
    etag: version.etag,
    lastModified: new Date(version.modified),
    metadata: version.attributes.metadata,
    ...(version.attributes.cacheControl === undefined ? {} : { cacheControl: version.attributes.cacheControl }),
    ...(catalog.bucket(version.bucket).versioning === 'Off' ? {} : { versionId: version.versionId }),
  });
  const ownRequester = () => ({ requestId: newRequestId(), address: LOOPBACK });

  return {
    signingName: 's3',
    authenticates: true,
    handle: (message, response) => serve(message, response, false),
    handlePublic: (message, response) => serve(message, response, true),
    createBucket: ({ name, properties }) => catalog.saveBucket(name, properties),
    readObject(bucket, key, { versionId, range } = {}) {
      const version = find(bucket, key, versionId);
      return Promise.resolve(version && { ...statOf(version), stream: blobs.read(version.blob, range) });
    },
    statObject(bucket, key, versionId) {
      const version = find(bucket, key, versionId);
      return version && statOf(version);
    },
    objectPath(bucket, key, versionId) {
      const version = find(bucket, key, versionId);
      return version && blobs.path(version.blob);
    },
    async writeObject(bucket, key, source, { contentType = 'binary/octet-stream', cacheControl, metadata = {} } = {}) {
      catalog.bucket(bucket);
      checkKey(key);
      const attributes = checkAttributes({
        contentType,
        metadata,
        ...(cacheControl === undefined ? {} : { cacheControl }),
      });
      const received = await blobs.receive(streamOf(source));
      const object = { blob: received.blob, size: received.size, etag: received.md5, attributes };
      return statOf(storeObject(context, bucket, key, object, { reason: 'PutObject', requester: ownRequester() }));
    },
    deleteObject(bucket, key, versionId) {
      eraseObject(context, bucket, key, versionId, { reason: 'DeleteObject', requester: ownRequester() });
    },
    listKeys: (bucket, prefix = '') => allKeys(catalog, bucket, prefix),
    browser: createBrowser(catalog),
    sweepLifecycle: () => applyLifecycle(context),
    async stop() {
      await blobs.settled();
      database.close();
    },
  };
};
