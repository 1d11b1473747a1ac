import { createReadStream, truncateSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** A range of a file as a Blob that is read lazily; Node's own file blobs store sizes in 32 bits. */
const stretch = (path: string, from: number, to: number): Blob => {
  const read = (): Readable =>
    to > from ? createReadStream(path, { start: from, end: to - 1, highWaterMark: 2 ** 18 }) : Readable.from([]);
  const blob = {
    size: to - from,
    type: '',
    slice: (start = 0, end = to - from) =>
      stretch(path, from + Math.min(start, to - from), from + Math.min(end, to - from)),
    stream: () => Readable.toWeb(read()),
    arrayBuffer: async () => {
      const bytes = await buffer(read());
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    },
  };
  return blob as unknown as Blob;
};

/** Creates a file of `size` bytes of which only `start` takes up disk space, and opens it as a browser does. */
export const sparseFile = (path: string, start: Uint8Array, size: number): Blob => {
  writeFileSync(path, start);
  truncateSync(path, size);
  return stretch(path, 0, size);
};
