import { createReadStream, truncateSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/**
 * A stretch of a file as a Blob that reads nothing before it is asked; Node's own file blobs count sizes in 32 bits.
 */
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

/** Makes a file of `size` bytes of which only `start` is on the disk, and opens it as a browser does. */
export const sparseFile = (path: string, start: Uint8Array, size: number): Blob => {
  writeFileSync(path, start);
  truncateSync(path, size);
  return stretch(path, 0, size);
};
