/** Bits of the second byte of a frame, and what they mean (RFC 6455, 5.2). */
const LENGTH_BITS = 0x7f;
const MASK_BIT = 0x80;
const TWO_BYTE_LENGTH = 126;
const EIGHT_BYTE_LENGTH = 127;
const MASK_BYTES = 4;

/** Reads along with the frames of a WebSocket connection. */
export interface FrameMeter {
  /** Takes the next bytes; true once a frame with more payload than allowed has begun. */
  exceeds(chunk: Buffer): boolean;
}

/** Length of a header, known from its first two bytes. */
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

/** Makes the meter of one connection. The WebSocket library limits whole messages, API Gateway single frames too. */
export const createFrameMeter = (limit: number): FrameMeter => {
  let header = Buffer.alloc(0);
  let payloadLeft = 0;
  let exceeded = false;
  return {
    exceeds(chunk) {
      let offset = 0;
      while (offset < chunk.length && !exceeded) {
        if (payloadLeft > 0) {
          const passed = Math.min(payloadLeft, chunk.length - offset);
          payloadLeft -= passed;
          offset += passed;
          continue;
        }
        const wanted = header.length < 2 ? 2 : headerBytes(header[1] ?? 0);
        const taken = chunk.subarray(offset, offset + wanted - header.length);
        header = Buffer.concat([header, taken]);
        offset += taken.length;
        if (header.length < 2 || header.length < headerBytes(header[1] ?? 0)) continue;
        payloadLeft = payloadBytes(header);
        header = Buffer.alloc(0);
        exceeded = payloadLeft > limit;
      }
      return exceeded;
    },
  };
};
