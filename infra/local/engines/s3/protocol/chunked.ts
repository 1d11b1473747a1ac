import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { s3Error } from './errors.ts';

/** Longest chunk header or trailer line that is read, in bytes. */
const MAX_LINE_BYTES = 8192;
/** Longest chunk that a header may declare: the largest single upload. */
const MAX_CHUNK_BYTES = 5 * 1024 ** 3;

/** A decoder of `aws-chunked` bodies; the trailers are complete when the stream has ended. */
export interface ChunkedDecoder {
  readonly stream: Transform;
  readonly trailers: ReadonlyMap<string, string>;
}

/**
 * Removes the framing of an `aws-chunked` body (`<hex size>[;extension]` CRLF, bytes, CRLF … `0` CRLF, trailers, CRLF).
 * The stream fails with IncompleteBody when it ends early and with MalformedTrailerError on anything else.
 */
export const createChunkedDecoder = (): ChunkedDecoder => {
  const trailers = new Map<string, string>();
  let state: 'size' | 'data' | 'data-end' | 'trailer' | 'done' = 'size';
  let remaining = 0;
  let line = '';

  const endOfLine = (): void => {
    const text = line.replace(/\r$/, '');
    line = '';
    if (state === 'size') {
      const size = /^([0-9a-f]{1,16})(;.*)?$/i.exec(text)?.[1];
      remaining = Number.parseInt(size ?? 'none', 16);
      if (!(remaining <= MAX_CHUNK_BYTES)) throw s3Error('MalformedTrailerError', 'A chunk header is not well-formed');
      state = remaining === 0 ? 'trailer' : 'data';
    } else if (state === 'data-end') {
      if (text !== '') throw s3Error('MalformedTrailerError', 'A chunk is longer than its header declares');
      state = 'size';
    } else if (text === '') {
      state = 'done';
    } else {
      const colon = text.indexOf(':');
      if (colon < 1) throw s3Error('MalformedTrailerError');
      trailers.set(text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim());
    }
  };

  const decode = (stream: Transform, chunk: Buffer): void => {
    let at = 0;
    while (at < chunk.length) {
      if (state === 'done') throw s3Error('MalformedTrailerError', 'There are bytes after the last chunk');
      if (state === 'data') {
        const piece = chunk.subarray(at, at + remaining);
        stream.push(piece);
        at += piece.length;
        remaining -= piece.length;
        if (remaining === 0) state = 'data-end';
        continue;
      }
      const feed = chunk.indexOf(10, at);
      line += chunk.toString('latin1', at, feed < 0 ? chunk.length : feed);
      if (line.length > MAX_LINE_BYTES) throw s3Error('MalformedTrailerError');
      at = feed < 0 ? chunk.length : feed + 1;
      if (feed >= 0) endOfLine();
    }
  };

  const stream: Transform = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      try {
        decode(stream, chunk);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      // Some clients omit the empty line after the last chunk when there are no trailers.
      const complete = state === 'done' || (state === 'trailer' && line === '');
      done(complete ? null : s3Error('IncompleteBody', 'The request body terminated unexpectedly'));
    },
  });
  return { stream, trailers };
};
