import type { Api } from '../api.ts';

/** A file as the browser announces it. */
export interface Announced {
  readonly fileName: string;
  readonly fileType: string;
  /** Bytes. */
  readonly fileSize: number;
}

/** Where an announced file goes. */
export interface AllottedPut {
  readonly contentId: string;
  readonly s3Key: string;
  readonly uploadUrl: string;
}

/** Uploads to a running stack as the administrator whose token it is. */
export const openUploads = (api: Api, token: string) => {
  /** Announces a file for one signed PUT. */
  const announce = async (body: Announced): Promise<AllottedPut> => {
    const answer = await api.call('uploads.s3-upload-url', { body }, token);
    if (!('uploadUrl' in answer)) throw new Error('The answer is no single PUT');
    return answer;
  };
  /** Sends bytes to a signed URL and answers the status. */
  const send = async (url: string, bytes: Buffer, contentType: string): Promise<number> => {
    const { status } = await fetch(url, {
      method: 'PUT',
      headers: { 'content-type': contentType },
      body: new Uint8Array(bytes),
    });
    return status;
  };
  return {
    announce,
    send,
    complete: (s3Key: string) => api.ask('uploads.s3-upload-url', { body: { action: 'complete', s3Key } }, token),
    abort: (s3Key: string) => api.call('uploads.s3-upload-url', { body: { action: 'abort', s3Key } }, token),
    /** Announces and sends a file. */
    async put(fileName: string, bytes: Buffer, fileType = 'video/mp4'): Promise<AllottedPut> {
      const allotted = await announce({ fileName, fileType, fileSize: bytes.length });
      const status = await send(allotted.uploadUrl, bytes, fileType);
      if (status !== 200) throw new Error(`The upload answered ${status}`);
      return allotted;
    },
    /** Uploads a file whole and makes its content, a draft. */
    async make(title: string, fileName: string, bytes: Buffer, contentType: 'music' | 'video'): Promise<string> {
      const { s3Key } = await this.put(fileName, bytes);
      await api.call('uploads.s3-upload-url', { body: { action: 'complete', s3Key } }, token);
      return (await api.call('content.create-content', { body: { title, contentType, s3Key } }, token)).id;
    },
  };
};

export type Uploads = ReturnType<typeof openUploads>;
