import { SINGLE_PUT_HEADERS } from '../../../lambdas/contract/media/upload-limits.ts';
import type { Api } from '../api.ts';
import { waitFor } from '../stack/local-stack.ts';

/** A file as the browser announces it. */
export interface Announced {
  readonly fileName: string;
  readonly fileType: string;
  /** Bytes. */
  readonly fileSize: number;
  /** The item whose file it replaces. */
  readonly contentId?: string;
}

/** Where to upload an announced file. */
export interface AllottedPut {
  readonly contentId: string;
  readonly s3Key: string;
  readonly uploadUrl: string;
}

/** Time limit for a conversion on a busy machine, in milliseconds. */
const CONVERSION_MS = 120_000;

/** Uploads to a running stack with an administrator's token. */
export const openUploads = (api: Api, token: string) => {
  /** Announces a file for upload with one signed PUT. */
  const announce = async (body: Announced): Promise<AllottedPut> => {
    const response = await api.call('uploads.s3-upload-url', { body }, token);
    if (!('uploadUrl' in response)) throw new Error('The response has no URL for a single PUT');
    return response;
  };
  /** Sends bytes to a signed URL and returns the status. */
  const send = async (url: string, bytes: Buffer, contentType: string): Promise<number> => {
    const { status } = await fetch(url, {
      method: 'PUT',
      headers: { 'content-type': contentType, ...SINGLE_PUT_HEADERS },
      body: new Uint8Array(bytes),
    });
    return status;
  };
  return {
    announce,
    send,
    complete: (s3Key: string) => api.request('uploads.s3-upload-url', { body: { action: 'complete', s3Key } }, token),
    abort: (s3Key: string) => api.call('uploads.s3-upload-url', { body: { action: 'abort', s3Key } }, token),
    /** Announces a file and sends it. */
    async put(fileName: string, bytes: Buffer, fileType = 'video/mp4'): Promise<AllottedPut> {
      const allotted = await announce({ fileName, fileType, fileSize: bytes.length });
      const status = await send(allotted.uploadUrl, bytes, fileType);
      if (status !== 200) throw new Error(`The upload returned ${status}`);
      return allotted;
    },
    /** Uploads a file and creates a draft from it. Returns its ID. */
    async make(title: string, fileName: string, bytes: Buffer, contentType: 'music' | 'video'): Promise<string> {
      const { s3Key } = await this.put(fileName, bytes);
      await api.call('uploads.s3-upload-url', { body: { action: 'complete', s3Key } }, token);
      return (await api.call('content.create-content', { body: { title, contentType, s3Key } }, token)).id;
    },
    /** Publishes a draft once its file is converted, with other changes. */
    async publish(id: string, changes: { readonly is_premium?: boolean } = {}): Promise<void> {
      const { revision } = await waitFor(
        'the conversion',
        async () => {
          const content = await api.call('catalog.get-content', { params: { id } }, token);
          return content.conversion_status === 'completed' ? content : undefined;
        },
        CONVERSION_MS,
      );
      const body = { revision, ...changes, status: 'published' } as const;
      await api.call('content.update-content', { params: { id }, body }, token);
    },
  };
};

export type Uploads = ReturnType<typeof openUploads>;
