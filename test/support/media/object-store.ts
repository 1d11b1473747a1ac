import { copyFile, mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MediaObjectStore } from '../../../infra/local/media/object-store.ts';

/** A folder used instead of the S3 engine: one file per object, and the keys in the order they were written. */
export interface FolderStore extends MediaObjectStore {
  readonly written: string[];
  readonly types: Map<string, string>;
  file(bucket: string, key: string): string;
  /** Stores an object without recording it as written. */
  seed(bucket: string, key: string, source: string | Buffer): Promise<void>;
}

export const createFolderStore = (folder: string): FolderStore => {
  const file = (bucket: string, key: string): string => path.join(folder, bucket, key);
  const facts = async (bucket: string, key: string) => {
    const found = await stat(file(bucket, key)).catch(() => undefined);
    return found?.isFile()
      ? { size: found.size, etag: 'etag', contentType: 'application/octet-stream', lastModified: found.mtime }
      : undefined;
  };
  const written: string[] = [];
  const types = new Map<string, string>();
  const put = async (bucket: string, key: string, body: string | Buffer | { readonly file: string }): Promise<void> => {
    await mkdir(path.dirname(file(bucket, key)), { recursive: true });
    if (typeof body === 'object' && 'file' in body) await copyFile(body.file, file(bucket, key));
    else await writeFile(file(bucket, key), body);
  };
  return {
    written,
    types,
    file,
    statObject: facts,
    objectPath: async (bucket, key) => ((await facts(bucket, key)) ? file(bucket, key) : undefined),
    seed: (bucket, key, source) => put(bucket, key, typeof source === 'string' ? { file: source } : source),
    async writeObject(bucket, key, body, options) {
      await put(bucket, key, body);
      written.push(key);
      types.set(key, options?.contentType ?? '');
    },
  };
};
