const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');

const little = (value: number): Buffer => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value, 0);
  return buffer;
};

/** A RIFF chunk, padded to an even length. */
const chunk = (id: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([ascii(id), little(body.length), body, Buffer.alloc(body.length % 2)]);
};

/** The chunks of a RIFF list, in order. */
const chunksOf = (bytes: Buffer): readonly { readonly id: string; readonly body: Buffer }[] => {
  const found: { id: string; body: Buffer }[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    found.push({ id: bytes.toString('latin1', at, at + 4), body: bytes.subarray(at + 8, at + 8 + size) });
    at += 8 + size + (size % 2);
  }
  return found;
};

/**
 * Adds a second stream to the AVI, a text stream that contains `subtitle`. This hides a playlist in a video so that
 * ffmpeg's AVI reader opens it (the 2017 attack on sites that convert videos).
 */
export const aviWithSubtitle = (avi: Buffer, subtitle: Buffer): Buffer => {
  const stream = chunk(
    'LIST',
    ascii('strl'),
    chunk('strh', ascii('txts'), Buffer.alloc(16), little(1), little(1), Buffer.alloc(4), little(1), Buffer.alloc(20)),
    chunk('strf'),
  );
  const parts = chunksOf(avi.subarray(12))
    .filter(({ id }) => id !== 'idx1')
    .map(({ id, body }) => {
      const list = id === 'LIST' ? body.toString('latin1', 0, 4) : '';
      if (list === 'movi') return chunk(id, body, chunk('01tx', subtitle));
      if (list !== 'hdrl') return chunk(id, body);
      const head = chunksOf(body.subarray(4)).map((one) => {
        // The main header counts the streams.
        if (one.id === 'avih') one.body.writeUInt32LE(2, 24);
        return chunk(one.id, one.body);
      });
      const at = head.findIndex((one) => one.toString('latin1', 8, 12) === 'strl') + 1;
      return chunk(id, ascii('hdrl'), ...head.slice(0, at), stream, ...head.slice(at));
    });
  return chunk('RIFF', ascii('AVI '), ...parts);
};

/** An EBML element with a length of eight bytes. */
const element = (id: string, body: Buffer): Buffer => {
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n), 0);
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
};

/** Length and value of the EBML size field at an offset. */
const lengthAt = (bytes: Buffer, at: number): { readonly size: number; readonly value: number } => {
  const size = Math.clz32(bytes[at] ?? 0) - 23;
  const value = [...bytes.subarray(at, at + size)].reduce(
    (sum, byte, index) => sum * 256 + (index === 0 ? byte & ((1 << (8 - size)) - 1) : byte),
    0,
  );
  return { size, value };
};

/**
 * Links the Matroska file to others: previous and next segment, an attachment that names a file, and chapters of
 * another segment.
 */
export const linkedMatroska = (bytes: Buffer, next: string, previous: string): Buffer => {
  const [segment, info] = [
    bytes.indexOf(Buffer.from('18538067', 'hex')),
    bytes.indexOf(Buffer.from('1549a966', 'hex')),
  ];
  if (segment < 0 || info < segment) throw new RangeError('Not a Matroska file as ffmpeg writes it');
  const [outer, inner] = [lengthAt(bytes, segment + 4), lengthAt(bytes, info + 4)];
  const infoBody = bytes.subarray(info + 4 + inner.size, info + 4 + inner.size + inner.value);
  const uid = Buffer.alloc(16, 7);
  const links = Buffer.concat([
    element('3eb923', uid),
    element('3e83bb', Buffer.from(next)),
    element('3cb923', uid),
    element('3c83ab', Buffer.from(previous)),
  ]);
  const chapters = element(
    '1043a770',
    element(
      '45b9',
      Buffer.concat([
        element('45dd', Buffer.from([1])),
        element(
          'b6',
          Buffer.concat([element('73c4', Buffer.from([1])), element('91', Buffer.from([0])), element('6e67', uid)]),
        ),
      ]),
    ),
  );
  const attachments = element(
    '1941a469',
    element(
      '61a7',
      Buffer.concat([
        element('466e', Buffer.from(previous)),
        element('4660', Buffer.from('text/uri-list')),
        element('465c', Buffer.from(next)),
        element('46ae', Buffer.from([1])),
      ]),
    ),
  );
  const body = Buffer.concat([
    bytes.subarray(segment + 4 + outer.size, info),
    element('1549a966', Buffer.concat([infoBody, links])),
    chapters,
    attachments,
    bytes.subarray(info + 4 + inner.size + inner.value),
  ]);
  return Buffer.concat([bytes.subarray(0, segment), element('18538067', body)]);
};

/** An ID3 tag whose cover picture is a URL instead of an image (MIME type `-->`). */
export const pictureLink = (address: string): Buffer => {
  const body = Buffer.concat([ascii('\0-->\0\x03\0'), ascii(address)]);
  const size = (value: number): Buffer =>
    Buffer.from([value >> 21, (value >> 14) & 127, (value >> 7) & 127, value & 127]);
  const frame = Buffer.concat([
    ascii('APIC'),
    Buffer.from([0, 0, body.length >> 8, body.length & 255]),
    Buffer.alloc(2),
    body,
  ]);
  return Buffer.concat([ascii('ID3\x03\0\0'), size(frame.length), frame]);
};
