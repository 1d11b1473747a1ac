/** Meaning of the bits in a frame's second byte (RFC 6455, 5.2). */
const LENGTH_BITS = 0x7f;
const MASK_BIT = 0x80;
const TWO_BYTE_LENGTH = 126;
const EIGHT_BYTE_LENGTH = 127;
const MASK_BYTES = 4;

/** Measures the frames of a WebSocket connection. */
export interface FrameMeter {
  /** Measures the next bytes. True once a frame exceeds the limit. */
  exceeds(chunk: Buffer): boolean;
}

/** Length of a header, from its second byte. */
const headerBytes = (second: number): number => {
  const length = second & LENGTH_BITS;
  const extra = length === EIGHT_BYTE_LENGTH ? 8 : length === TWO_BYTE_LENGTH ? 2 : 0;
  return 2 + extra + (second & MASK_BIT ? MASK_BYTES : 0);
};

const payloadBytes = (header: Buffer): number => {
  const length = (header[1] ?? 0) & LENGTH_BITS;
  if (length === TWO_BYTE_LENGTH) return header.readUInt16BE(2);
  return length === EIGHT_BYTE_LENGTH ? Number(header.readBigUInt64BE(2)) : length;
};

/**
 * Creates the meter of one connection. The WebSocket library limits only whole messages; API Gateway limits single
 * frames too.
 */
export const createFrameMeter = (limit: number): FrameMeter => {
  let header = Buffer.alloc(0);
  let payloadLeft = 0;
  let exceeded = false;
  return {
    exceeds(chunk) {
      let offset = 0;
      while (offset < chunk.length && !exceeded) {
        if (payloadLeft > 0) {
          const skipped = Math.min(payloadLeft, chunk.length - offset);
          payloadLeft -= skipped;
          offset += skipped;
          continue;
        }
        const needed = header.length < 2 ? 2 : headerBytes(header[1] ?? 0);
        const bytes = chunk.subarray(offset, offset + needed - header.length);
        header = Buffer.concat([header, bytes]);
        offset += bytes.length;
        if (header.length < 2 || header.length < headerBytes(header[1] ?? 0)) continue;
        payloadLeft = payloadBytes(header);
        header = Buffer.alloc(0);
        exceeded = payloadLeft > limit;
      }
      return exceeded;
    },
  };
};
