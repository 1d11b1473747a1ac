import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { storedContentType } from '../../../../lambdas/contract/media/upload-limits.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { ApiError, clientError } from '../../lib/api/api-error.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Connection } from '../../lib/connection.ts';
import type { HoldName } from '../../lib/page-lock.ts';
import { retrying } from '../../lib/api/retry.ts';
import type { PartDigest, S3Transfer } from '../../lib/transfer/s3-upload.ts';
import type { TransferProgress } from '../../lib/transfer/transfer-meter.ts';
import { takeUp, type Begun } from './resume-upload.ts';
import { uploadTexts } from './texts.ts';
import type { UploadRequest } from './upload-job.ts';

/** Repetitions of a call whose repetition is harmless. */
const CALL_RETRIES = 3;
/** Bytes above which a file goes in parts, so that what was sent of it survives: the server's smallest part. */
const PARTS_FROM_BYTES = 16 * 1024 * 1024;

export interface UploadDeps {
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly connection: Connection;
  readonly transfer: S3Transfer;
  readonly holdName: HoldName;
}

export interface UploadListeners {
  readonly signal: AbortSignal;
  /** The file is compared with what was sent of it before. */
  readonly onChecking: () => void;
  /** The server knows the upload under this key from here on. */
  readonly onBegun: (s3Key: string) => void;
  readonly onProgress: (progress: TransferProgress) => void;
  /** The file is stored; from here the upload can no longer be canceled. */
  readonly onStored: () => void;
}

/** Reason of a signal that ends a transfer and leaves what was sent for another time. */
export class UploadStopped extends Error {}

const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Upload could not begin: the specification's sentence with the server's own. */
const noUrl = (error: unknown): Error =>
  new Error(error instanceof ApiError ? `${uploadTexts.errors.noUrl}. ${error.message}` : uploadTexts.errors.noUrl, {
    cause: error,
  });

const call = (api: ApiClient, body: Parameters<typeof api.call<'uploads.s3-upload-url'>>[1]['body']) =>
  api.call('uploads.s3-upload-url', { body });

/** Gives allotted storage back. What fails here is swept by the server within a day. */
const release = async (api: ApiClient, s3Key: string): Promise<void> => {
  await call(api, { action: 'abort', s3Key }).catch(() => undefined);
};

/** Ends the transfer on the server's side. The answer to a lost call is the same as to the first. */
const complete = async ({ api, clock, connection }: UploadDeps, s3Key: string, signal: AbortSignal): Promise<void> => {
  await retrying({ clock, connection, retries: CALL_RETRIES, isTransient, signal }, () =>
    call(api, { action: 'complete', s3Key }),
  );
  signal.throwIfAborted();
};

/** A small file in one PUT. Gives the allotted storage back when it fails. */
const storeWhole = async (
  deps: UploadDeps,
  { file, replaces }: UploadRequest,
  { signal, onProgress, onBegun }: UploadListeners,
): Promise<string> => {
  const { api, transfer } = deps;
  const contentType = storedContentType(file.type);
  // Without the signal: an answer that nobody waits for would hold storage until the nightly sweep.
  const allotted = await call(api, {
    fileName: file.name,
    fileType: contentType,
    fileSize: file.size,
    ...(replaces === undefined ? {} : { contentId: replaces }),
  }).catch((error: unknown) => {
    throw noUrl(error);
  });
  if (!('uploadUrl' in allotted)) throw clientError('invalid_response', 200);
  const { s3Key, uploadUrl } = allotted;
  onBegun(s3Key);
  try {
    await transfer.putWhole({ file, signal, onProgress, url: uploadUrl, contentType });
    await complete(deps, s3Key, signal);
    return s3Key;
  } catch (error) {
    await release(api, s3Key);
    throw error;
  }
};

const begin = async ({ api, holdName }: UploadDeps, { file, content, replaces }: UploadRequest): Promise<Begun> => {
  const target = replaces === undefined ? {} : { contentId: replaces };
  const announced = {
    fileName: file.name,
    fileType: storedContentType(file.type),
    fileSize: file.size,
    draft: content,
    ...target,
  };
  const allotted = await call(api, { action: 'create', ...announced }).catch((error: unknown) => {
    throw noUrl(error);
  });
  if (!('uploadId' in allotted)) throw clientError('invalid_response', 200);
  const { s3Key, partSize, partCount } = allotted;
  return {
    s3Key,
    partSize,
    partCount,
    stored: new Set(),
    whole: false,
    release: (await holdName(s3Key)) ?? (() => undefined),
  };
};

/** A file in parts, from where it was left. What was sent stays when it fails, and goes when a person cancels it. */
const storeParts = async (
  deps: UploadDeps,
  request: UploadRequest,
  { signal, onProgress, onChecking, onBegun }: UploadListeners,
): Promise<string> => {
  const { api, clock, connection, transfer } = deps;
  const again = { clock, connection, retries: CALL_RETRIES, isTransient, signal };
  const begun =
    (await retrying(again, () => takeUp(deps, request, signal, onChecking))) ?? (await begin(deps, request));
  const { s3Key, partSize, partCount, stored } = begun;
  const sign = async (parts: PartDigest[]) => {
    const signed = await call(api, { action: 'sign', s3Key, parts });
    if (!('expires_in' in signed)) throw clientError('invalid_response', 200);
    return signed.parts;
  };
  try {
    signal.throwIfAborted();
    onBegun(s3Key);
    if (!begun.whole)
      await transfer.putParts({
        file: request.file,
        signal,
        onProgress,
        partSize,
        partCount,
        stored,
        sign,
        isTransientSignError: isTransient,
      });
    await complete(deps, s3Key, signal);
    return s3Key;
  } catch (error) {
    if (signal.aborted && !(signal.reason instanceof UploadStopped)) await release(api, s3Key);
    throw error;
  } finally {
    begun.release();
  }
};

/** A content with its new file on the way. */
export interface StoredUpload {
  readonly content: ContentView;
  /** Whether what a content says of a conversion is said of this file. */
  readonly isOfFile: (content: ContentView) => boolean;
}

/**
 * Sends a file that takes the place of another. Its conversion begins by itself; until it does, the content tells of
 * the one before.
 */
const runReplacement = async (
  deps: UploadDeps,
  request: UploadRequest,
  listeners: UploadListeners,
  id: string,
  inParts: boolean,
): Promise<StoredUpload> => {
  const { api, clock, connection } = deps;
  const read = () =>
    retrying({ clock, connection, retries: CALL_RETRIES, isTransient, signal: listeners.signal }, () =>
      api.call('catalog.get-content', { params: { id } }),
    );
  const { conversion_started_at: before } = await read();
  await (inParts ? storeParts : storeWhole)(deps, request, listeners);
  listeners.onStored();
  return { content: await read(), isOfFile: ({ conversion_started_at: started }) => started !== before };
};

/**
 * Sends a file, makes its content record, unless it replaces the file of one, and makes sure that its conversion
 * begins.
 */
export const runUpload = async (
  deps: UploadDeps,
  request: UploadRequest,
  listeners: UploadListeners,
): Promise<StoredUpload> => {
  const { api, clock, connection } = deps;
  const inParts = request.file.size > PARTS_FROM_BYTES;
  if (request.replaces !== undefined) return runReplacement(deps, request, listeners, request.replaces, inParts);
  const s3Key = await (inParts ? storeParts : storeWhole)(deps, request, listeners);
  listeners.onStored();
  const again = { clock, connection, retries: CALL_RETRIES, isTransient };
  let content: ContentView;
  try {
    content = await retrying(again, () => api.call('content.create-content', { body: { ...request.content, s3Key } }));
  } catch (error) {
    // A large file stays with its upload: the next try needs to send nothing.
    if (!inParts) await release(api, s3Key);
    throw error;
  }
  // The stored file starts its conversion by itself; should this call fail, nothing is lost, and the list offers a
  // restart.
  await api.call('conversion.aws-conversion-v3', { body: { contentId: content.id } }).catch(() => undefined);
  return { content, isOfFile: () => true };
};
