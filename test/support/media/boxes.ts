/** One ISO box. */
export const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

/** Big-endian 32-bit words. */
export const words = (...values: readonly number[]): Buffer => {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => buffer.writeUInt32BE(value, index * 4));
  return buffer;
};

const CONTAINERS: readonly string[] = ['moov', 'trak', 'mdia', 'minf', 'dinf', 'stbl'];

/** The child boxes of a file or of one box, in order. */
export const boxesOf = (bytes: Buffer): readonly { readonly type: string; readonly body: Buffer }[] => {
  const found: { type: string; body: Buffer }[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(at);
    if (size < 8) throw new RangeError('Not a file of plain boxes');
    found.push({ type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  return found;
};

/**
 * Replaces each box of one type, at any depth; the sizes of its parents are adjusted. The index must come after the
 * media.
 */
export const withBox = (bytes: Buffer, type: string, change: (body: Buffer) => readonly Buffer[]): Buffer =>
  Buffer.concat(
    boxesOf(bytes).flatMap((one) => {
      if (one.type === type) return change(one.body);
      return [box(one.type, CONTAINERS.includes(one.type) ? withBox(one.body, type, change) : one.body)];
    }),
  );
