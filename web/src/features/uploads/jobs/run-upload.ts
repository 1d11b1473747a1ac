import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { storedContentType } from '../../../../../lambdas/contract/media/upload-limits.ts';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { ApiError, clientError, isTransientFailure } from '../../../lib/api/api-error.ts';
import { retrying } from '../../../lib/api/retry.ts';
import type { PartDigest } from '../../../lib/transfer/s3-upload.ts';
import { findResumable } from './resume-upload.ts';
import { uploadTexts } from '../texts.ts';
import type { MultipartUpload, StoredUpload, UploadDeps, UploadListeners } from '../types.ts';
import type { UploadRequest } from './upload-job.ts';

/** Retries of an idempotent call. */
const CALL_RETRIES = 3;
/** Files above this size, in bytes, are sent in parts and can be resumed. It is the server's smallest part. */
const MULTIPART_FROM_BYTES = 16 * 1024 * 1024;

/** Abort reason that stops a transfer but keeps the parts that were sent. */
export class UploadStopped extends Error {}

/** The error of an upload that could not start: the specification's text and the server's own. */
const noUrl = (error: unknown): Error =>
  new Error(error instanceof ApiError ? `${uploadTexts.errors.noUrl}. ${error.message}` : uploadTexts.errors.noUrl, {
    cause: error,
  });

const call = (api: ApiClient, body: Parameters<typeof api.call<'uploads.s3-upload-url'>>[1]['body']) =>
  api.call('uploads.s3-upload-url', { body });

/**
 * Aborts an upload on the server. False when it is too late: the server has the whole file and converts it. If the call
 * fails in another way, the server cleans up within a day.
 */
const abort = (api: ApiClient, s3Key: string): Promise<boolean> =>
  call(api, { action: 'abort', s3Key }).then(
    () => true,
    (error: unknown) => !(error instanceof ApiError && error.code === 'invalid_state'),
  );

/** Completes the upload on the server. Retrying is safe: the server returns the same response again. */
const complete = async ({ api, clock, connection }: UploadDeps, s3Key: string, signal: AbortSignal): Promise<void> => {
  await retrying({ clock, connection, retries: CALL_RETRIES, isTransient: isTransientFailure, signal }, () =>
    call(api, { action: 'complete', s3Key }),
  );
  signal.throwIfAborted();
};

/** Whether the server has rejected a file: then it is not stored, or its conversion fails for the same reason. */
const isRejected = (error: unknown): boolean => error instanceof ApiError && !isTransientFailure(error);

/** Sends a small file in one PUT. Aborts the upload on the server if it fails, unless the file has arrived anyway. */
const storeWhole = async (
  deps: UploadDeps,
  { file, replaces }: UploadRequest,
  { signal, onProgress, onStarted }: UploadListeners,
): Promise<string> => {
  const { api, transfer } = deps;
  const contentType = storedContentType(file.type);
  // Not canceled by the signal: the upload would stay on the server until the nightly cleanup.
  const created = await call(api, {
    fileName: file.name,
    fileType: contentType,
    fileSize: file.size,
    ...(replaces === undefined ? {} : { contentId: replaces }),
  }).catch((error: unknown) => {
    throw noUrl(error);
  });
  if (!('uploadUrl' in created)) throw clientError('invalid_response', 200);
  const { s3Key, uploadUrl } = created;
  onStarted(s3Key);
  try {
    await transfer.putWhole({ file, signal, onProgress, url: uploadUrl, contentType });
    await complete(deps, s3Key, signal);
    return s3Key;
  } catch (error) {
    if (!(await abort(api, s3Key)) && !isRejected(error)) return s3Key;
    throw error;
  }
};

const createMultipart = async (
  { api, acquireLock }: UploadDeps,
  { file, content, replaces }: UploadRequest,
): Promise<MultipartUpload> => {
  const created = await call(api, {
    action: 'create',
    fileName: file.name,
    fileType: storedContentType(file.type),
    fileSize: file.size,
    draft: content,
    ...(replaces === undefined ? {} : { contentId: replaces }),
  }).catch((error: unknown) => {
    throw noUrl(error);
  });
  if (!('uploadId' in created)) throw clientError('invalid_response', 200);
  const { s3Key, partSize, partCount } = created;
  return {
    s3Key,
    partSize,
    partCount,
    stored: new Set(),
    isJoined: false,
    release: (await acquireLock(s3Key)) ?? (() => undefined),
  };
};

/**
 * Sends a file in parts, or resumes an earlier upload of it. The parts stay on the server if the upload fails, and are
 * deleted if the user cancels it.
 */
const storeParts = async (
  deps: UploadDeps,
  request: UploadRequest,
  { signal, onProgress, onChecking, onStarted }: UploadListeners,
): Promise<string> => {
  const { api, clock, connection, transfer } = deps;
  const retry = { clock, connection, retries: CALL_RETRIES, isTransient: isTransientFailure, signal };
  const upload =
    (await retrying(retry, () => findResumable(deps, request, signal, onChecking))) ??
    (await createMultipart(deps, request));
  const { s3Key, partSize, partCount, stored } = upload;
  const sign = async (parts: PartDigest[]) => {
    const signed = await call(api, { action: 'sign', s3Key, parts });
    if (!('expires_in' in signed)) throw clientError('invalid_response', 200);
    return signed.parts;
  };
  try {
    signal.throwIfAborted();
    onStarted(s3Key);
    if (!upload.isJoined)
      await transfer.putParts({
        file: request.file,
        signal,
        onProgress,
        partSize,
        partCount,
        stored,
        sign,
        isTransientSignError: isTransientFailure,
      });
    await complete(deps, s3Key, signal);
    return s3Key;
  } catch (error) {
    const isCanceled = signal.aborted && !(signal.reason instanceof UploadStopped);
    if (isCanceled && !(await abort(api, s3Key))) return s3Key;
    throw error;
  } finally {
    upload.release();
  }
};

/**
 * Sends a replacement for the file of a content item. The server starts the conversion; until then, the conversion
 * fields describe the previous file.
 */
const runReplacement = async (
  deps: UploadDeps,
  request: UploadRequest,
  listeners: UploadListeners,
  id: string,
  isMultipart: boolean,
): Promise<StoredUpload> => {
  const { api, clock, connection } = deps;
  const retry = { clock, connection, retries: CALL_RETRIES, isTransient: isTransientFailure };
  const get = () => api.call('catalog.get-content', { params: { id } });
  const { conversion_started_at: before } = await retrying({ ...retry, signal: listeners.signal }, get);
  await (isMultipart ? storeParts : storeWhole)(deps, request, listeners);
  listeners.onStored();
  // The file is stored, also when the user canceled too late.
  return { content: await retrying(retry, get), isOfFile: ({ conversion_started_at: started }) => started !== before };
};

/**
 * Sends a file and, unless it replaces the file of a content item, creates the item, starts its conversion and checks
 * its CDN setup.
 */
export const runUpload = async (
  deps: UploadDeps,
  request: UploadRequest,
  listeners: UploadListeners,
): Promise<StoredUpload> => {
  const { api, clock, connection } = deps;
  const isMultipart = request.file.size > MULTIPART_FROM_BYTES;
  if (request.replaces !== undefined) return runReplacement(deps, request, listeners, request.replaces, isMultipart);
  const s3Key = await (isMultipart ? storeParts : storeWhole)(deps, request, listeners);
  listeners.onStored();
  const retry = { clock, connection, retries: CALL_RETRIES, isTransient: isTransientFailure };
  let content: ContentView;
  try {
    const { content: fields, script } = request;
    const body = { ...fields, s3Key, ...(script ? { script } : {}) };
    content = await retrying(retry, () => api.call('content.create-content', { body }));
  } catch (error) {
    // A multipart upload stays on the server: the next attempt has nothing left to send.
    if (!isMultipart) await abort(api, s3Key);
    throw error;
  }
  // The stored file starts its own conversion. If this call fails, nothing is lost: the list offers a restart.
  await api.call('conversion.aws-conversion-v3', { body: { contentId: content.id } }).catch(() => undefined);
  return { content, isOfFile: () => true };
};
