/** Bytes of a file's index that `isEncrypted` and `namedStreams` need. Track descriptions are at its start. */
export const INDEX_BYTES = 256 * 1024;

type Children = (
  view: DataView,
  start: number,
  end: number,
) => readonly { readonly name: string; readonly start: number; readonly end: number }[];

const fourBytes = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));

/**
 * Boxes of an ISO file (MP4, QuickTime, 3GP) between two offsets. The last box can extend beyond the available bytes.
 */
const boxes: Children = (view, start, end) => {
  const found = [];
  for (let at = start; at + 8 <= end;) {
    const short = view.getUint32(at);
    const isLarge = short === 1 && at + 16 <= end;
    const size = isLarge ? Number(view.getBigUint64(at + 8)) : short === 0 ? end - at : short;
    if (size < 8) break;
    found.push({ name: fourBytes(view, at + 4), start: at + (isLarge ? 16 : 8), end: Math.min(end, at + size) });
    at += size;
  }
  return found;
};

/** Length of an EBML number in bytes: the position of the first set bit in its first byte. 0 when no bit is set. */
const numberLength = (first: number): number => (first === 0 ? 0 : Math.clz32(first) - 23);

/** Elements of a Matroska file between two offsets. An element of unknown size extends to the end. */
const elements: Children = (view, start, end) => {
  const found = [];
  for (let at = start; at < end;) {
    const idLength = numberLength(view.getUint8(at));
    const sizeAt = at + idLength;
    const sizeLength = sizeAt < end ? numberLength(view.getUint8(sizeAt)) : 0;
    const body = sizeAt + sizeLength;
    if (idLength === 0 || idLength > 4 || sizeLength === 0 || body > end) break;
    let name = '';
    for (let byte = at; byte < sizeAt; byte += 1) name += view.getUint8(byte).toString(16).padStart(2, '0');
    let size = view.getUint8(sizeAt) & (0xff >> sizeLength);
    let isUnknown = size === 0xff >> sizeLength;
    for (let byte = sizeAt + 1; byte < body; byte += 1) {
      size = size * 256 + view.getUint8(byte);
      isUnknown &&= view.getUint8(byte) === 0xff;
    }
    const last = isUnknown ? end : body + size;
    found.push({ name, start: body, end: Math.min(end, last) });
    at = last;
  }
  return found;
};

/** Whether a box or element exists at a path of names. */
const reaches = (children: Children, view: DataView, path: readonly string[], start: number, end: number): boolean => {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  return children(view, start, end).some(
    (child) => child.name === name && reaches(children, view, rest, child.start, child.end),
  );
};

/** Sample entries of encrypted media: those of Common Encryption, and of FairPlay (store purchases). */
const ENCRYPTED_ENTRIES: readonly string[] = ['encv', 'enca', 'enct', 'encs', 'drms', 'drmi'];
const ENTRY_PATH = ['trak', 'mdia', 'minf', 'stbl', 'stsd'];
/** Offset of the entries, after version, flags and count. */
const ENTRIES_AT = 8;

const isEncryptedMovie = (view: DataView, start: number, end: number): boolean => {
  const inside = (path: readonly string[], from: number, to: number): boolean => {
    const [name, ...rest] = path;
    if (name === undefined)
      return boxes(view, from + ENTRIES_AT, to).some((entry) => ENCRYPTED_ENTRIES.includes(entry.name));
    return boxes(view, from, to).some((box) => box.name === name && inside(rest, box.start, box.end));
  };
  return reaches(boxes, view, ['pssh'], start, end) || inside(ENTRY_PATH, start, end);
};

/** Segment, Tracks, TrackEntry. */
const MATROSKA_TRACK = ['18538067', '1654ae6b', 'ae'];
/** In a track: ContentEncodings, ContentEncoding, ContentEncryption. */
const MATROSKA_ENCRYPTION = [...MATROSKA_TRACK, '6d80', '6240', '5035'];

/** GUIDs of the header objects of a protected ASF file: Content Encryption, and Extended Content Encryption. */
const ASF_ENCRYPTION: readonly (readonly number[])[] = [
  [0xfb, 0xb3, 0x11, 0x22, 0x23, 0xbd, 0xd2, 0x11, 0xb4, 0xb7, 0x00, 0xa0, 0xc9, 0x55, 0xfc, 0x6e],
  [0x14, 0xe6, 0x8a, 0x29, 0x22, 0x26, 0x17, 0x4c, 0xb9, 0x35, 0xda, 0xe0, 0x7e, 0xe9, 0x28, 0x9c],
];

const includesBytes = (bytes: Uint8Array, pattern: readonly number[]): boolean =>
  bytes.some((byte, at) => byte === pattern[0] && pattern.every((value, offset) => bytes[at + offset] === value));

const PACKET = 188;
const SYNC = 0x47;

/** Whether most packets are scrambled. Tables and stuffing are never scrambled. */
const isScrambled = (bytes: Uint8Array): boolean => {
  let scrambled = 0;
  let packets = 0;
  for (let at = 0; at + PACKET <= bytes.length && bytes[at] === SYNC; at += PACKET) {
    packets += 1;
    if (((bytes[at + 3] ?? 0) & 0x80) !== 0) scrambled += 1;
  }
  return packets > 0 && scrambled * 2 > packets;
};

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Offset of the index in an ISO file whose index follows the media: the end of the last box that starts in `head`.
 * Undefined otherwise.
 */
export const indexLocation = (head: Uint8Array, fileSize: number): number | undefined => {
  const view = viewOf(head);
  if (head.length < 12 || !['ftyp', 'mdat', 'wide', 'free', 'skip'].includes(fourBytes(view, 4))) return undefined;
  let at = 0;
  while (at + 16 <= head.length) {
    const short = view.getUint32(at);
    const size = short === 1 ? Number(view.getBigUint64(at + 8)) : short;
    if (size < 8 || fourBytes(view, at + 4) === 'moov') return undefined;
    at += size;
  }
  return at >= head.length && at < fileSize ? at : undefined;
};

/**
 * Number of streams that a file's index lists: the tracks of an ISO or Matroska file, from the same bytes as for
 * `isEncrypted`. 0 for other formats.
 */
export const namedStreams = (bytes: Uint8Array): number => {
  if (bytes.length < 16) return 0;
  const view = viewOf(bytes);
  const inside = (children: Children, [name, ...rest]: readonly string[], start: number, end: number): number => {
    const found = children(view, start, end).filter((child) => child.name === name);
    return rest.length === 0
      ? found.length
      : found.reduce((sum, child) => sum + inside(children, rest, child.start, child.end), 0);
  };
  return view.getUint32(0) === 0x1a45dfa3
    ? inside(elements, MATROSKA_TRACK, 0, bytes.length)
    : inside(boxes, ['moov', 'trak'], 0, bytes.length);
};

/**
 * Whether a file marks its media as encrypted. `bytes` are the first bytes of the file or, for an ISO file, of its
 * index. Marks elsewhere are not detected. Without this check, the converter would report only that it cannot read the
 * file.
 */
export const isEncrypted = (bytes: Uint8Array): boolean => {
  if (bytes.length < 16) return false;
  const view = viewOf(bytes);
  if (bytes[0] === SYNC) return isScrambled(bytes);
  if (view.getUint32(0) === 0x3026b275) return ASF_ENCRYPTION.some((guid) => includesBytes(bytes, guid));
  if (view.getUint32(0) === 0x1a45dfa3) return reaches(elements, view, MATROSKA_ENCRYPTION, 0, bytes.length);
  return boxes(view, 0, bytes.length).some(
    ({ name, start, end }) => (name === 'moov' || name === 'moof') && isEncryptedMovie(view, start, end),
  );
};
