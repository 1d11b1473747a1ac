import type { ContentView } from '../../../../lambdas/contract/content-shapes.ts';
import { MAX_SINGLE_PUT_BYTES, storedContentType } from '../../../../lambdas/contract/upload-limits.ts';
import type { ApiClient } from '../../lib/api-client.ts';
import { ApiError, clientError } from '../../lib/api-error.ts';
import type { Clock } from '../../lib/clock.ts';
import { retrying } from '../../lib/retry.ts';
import type { S3Transfer, SentPart } from '../../lib/s3-upload.ts';
import type { TransferProgress } from '../../lib/transfer-meter.ts';
import { uploadTexts } from './texts.ts';
import type { UploadRequest } from './upload-job.ts';

/** Repetitions of a call whose repetition is harmless. */
const CALL_RETRIES = 3;

export interface UploadDeps {
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly transfer: S3Transfer;
}

export interface UploadListeners {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: TransferProgress) => void;
  /** The file is stored; from here the upload can no longer be cancelled. */
  readonly onStored: () => void;
}

const isTransient = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Upload could not begin: the specification's sentence with the server's own. */
const noUrl = (error: unknown): Error => new Error(error instanceof ApiError ? `${uploadTexts.errors.noUrl}. ${error.message}` : uploadTexts.errors.noUrl, { cause: error });

/** Sends a file in one PUT up to 100 MB, in parts above; answers its key. Gives the allotted storage back when it fails. */
const store = async ({ api, clock, transfer }: UploadDeps, { file }: UploadRequest, { signal, onProgress }: UploadListeners): Promise<string> => {
  const contentType = storedContentType(file.type);
  const announced = { fileName: file.name, fileType: contentType, fileSize: file.size };
  const call = (body: Parameters<typeof api.call<'uploads.s3-upload-url'>>[1]['body']) => api.call('uploads.s3-upload-url', { body });

  // Without the signal: an answer that nobody waits for would hold storage until the nightly sweep.
  const allotted = await call(file.size > MAX_SINGLE_PUT_BYTES ? { action: 'create', ...announced } : announced).catch((error: unknown) => {
    throw noUrl(error);
  });
  if (!('bucket' in allotted)) throw clientError('invalid_response', 200);
  const { s3Key } = allotted;

  const sign = async (partNumbers: number[]) => {
    const signed = await call({ action: 'sign', s3Key, partNumbers });
    if (!('parts' in signed)) throw clientError('invalid_response', 200);
    return signed.parts;
  };
  const send = async (): Promise<{ parts?: SentPart[] }> => {
    const transferred = { file, signal, onProgress };
    if ('uploadUrl' in allotted) {
      await transfer.putWhole({ ...transferred, url: allotted.uploadUrl, contentType });
      return {};
    }
    const { partSize, partCount } = allotted;
    return { parts: [...(await transfer.putParts({ ...transferred, partSize, partCount, sign, isTransientSignError: isTransient }))] };
  };

  try {
    const parts = await send();
    await retrying({ clock, retries: CALL_RETRIES, isTransient, signal }, () => call({ action: 'complete', s3Key, ...parts }));
    signal.throwIfAborted();
    return s3Key;
  } catch (error) {
    await release(api, s3Key);
    throw error;
  }
};

/** Gives allotted storage back. What fails here is swept by the server within a day. */
const release = async (api: ApiClient, s3Key: string): Promise<void> => {
  await api.call('uploads.s3-upload-url', { body: { action: 'abort', s3Key } }).catch(() => undefined);
};

/** Sends a file, makes its content record and makes sure that its conversion begins. Answers the record. */
export const runUpload = async (deps: UploadDeps, request: UploadRequest, listeners: UploadListeners): Promise<ContentView> => {
  const { api, clock } = deps;
  const s3Key = await store(deps, request, listeners);
  listeners.onStored();
  const again = { clock, retries: CALL_RETRIES, isTransient };
  let content: ContentView;
  try {
    content = await retrying(again, () => api.call('content.create-content', { body: { ...request.content, s3Key } }));
  } catch (error) {
    await release(api, s3Key);
    throw error;
  }
  // The stored file starts its conversion by itself; should this call fail, nothing is lost, and the list offers a restart.
  await api.call('transcoding.aws-conversion-v3', { body: { contentId: content.id } }).catch(() => undefined);
  return content;
};
