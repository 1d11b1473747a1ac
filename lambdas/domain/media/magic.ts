/** Containers that MediaConvert accepts, by the names in its Probe. FLV is accepted too, but not probed. */
export type Container =
  | 'mp4'
  | 'quicktime'
  | 'three_gp'
  | 'three_g2'
  | 'matroska'
  | 'webm'
  | 'avi'
  | 'flv'
  | 'asf'
  | 'mpegts'
  | 'mpegps'
  | 'mxf'
  | 'ogg'
  | 'wave'
  | 'mp3'
  | 'aac'
  | 'ac3'
  | 'flac';

/** Result of inspecting the first bytes: an accepted container, or the name of what the file is instead. */
export type Sniffed =
  | { readonly container: Container }
  | { readonly rejected: 'empty' | 'unknown' | 'playlist' | 'image' | 'format'; readonly name: string };

/** Bytes from the start of a file that `sniffContainer` needs. It also works with fewer. */
export const SNIFF_BYTES = 4096;

const ascii = (bytes: Uint8Array, start: number, length: number): string => {
  let text = '';
  for (const byte of bytes.subarray(start, start + length)) text += String.fromCharCode(byte);
  return text;
};

const starts = (bytes: Uint8Array, expected: readonly number[]): boolean =>
  bytes.length >= expected.length && expected.every((value, index) => bytes[index] === value);

/** Formats that are recognized only to reject them by name. */
const UNSUPPORTED: readonly (readonly [magic: string, name: string])[] = [
  ['.RMF', 'RealMedia'],
  ['.ra\xfd', 'RealAudio'],
  ['FORM', 'AIFF'],
  ['#!AMR', 'AMR'],
  ['.snd', 'Sun audio'],
  ['MAC ', "Monkey's Audio"],
  ['tBaK', 'TAK'],
  ['TTA1', 'True Audio'],
  ['caff', 'Core Audio'],
  ['NSVf', 'Nullsoft video'],
  ['NSVs', 'Nullsoft video'],
  ['PK\x03\x04', 'ZIP'],
  ['%PDF', 'PDF'],
  ['MZ', 'Windows program'],
  ['\x7fELF', 'Linux program'],
];

/** Text formats that make a decoder open other files or addresses. */
const PLAYLISTS: readonly (readonly [magic: string, name: string])[] = [
  ['#extm3u', 'HLS playlist'],
  ['ffconcat', 'concat list'],
  ['<?xml', 'XML document'],
  ['<mpd', 'DASH manifest'],
  ['<smil', 'SMIL list'],
  ['<asx', 'ASX list'],
  ['[playlist]', 'PLS list'],
  ['v=0', 'SDP description'],
  ['rtsp', 'RTSP description'],
];

const IMAGES: readonly (readonly [magic: readonly number[], name: string])[] = [
  [[0xff, 0xd8, 0xff], 'JPEG'],
  [[0x89, 0x50, 0x4e, 0x47], 'PNG'],
  [[0x47, 0x49, 0x46, 0x38], 'GIF'],
  [[0x42, 0x4d], 'BMP'],
];

const isoBrand = (bytes: Uint8Array): Container | undefined => {
  const box = ascii(bytes, 4, 4);
  if (box === 'ftyp') {
    const brand = ascii(bytes, 8, 4);
    if (brand === 'qt  ') return 'quicktime';
    if (brand.startsWith('3g2')) return 'three_g2';
    return brand.startsWith('3g') ? 'three_gp' : 'mp4';
  }
  return ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'].includes(box) ? 'quicktime' : undefined;
};

const isTransportStream = (bytes: Uint8Array): boolean =>
  [
    [0, 188],
    [4, 192],
  ].some(
    ([offset = 0, size = 188]) =>
      bytes.length > offset + 2 * size && [0, 1, 2].every((packet) => bytes[offset + packet * size] === 0x47),
  );

/** MPEG audio frame header: 11 sync bits and a valid layer, bitrate and sample rate. Layer 0 is ADTS AAC. */
const mpegAudio = (bytes: Uint8Array): Container | undefined => {
  const [first = 0, second = 0, third = 0] = bytes;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  const layer = (second >> 1) & 3;
  if ((second & 0xf6) === 0xf0) return ((third >> 2) & 15) < 13 ? 'aac' : undefined;
  return layer !== 0 && third >> 4 !== 15 && ((third >> 2) & 3) !== 3 ? 'mp3' : undefined;
};

const riff = (bytes: Uint8Array): Sniffed => {
  const form = ascii(bytes, 8, 4);
  if (form === 'AVI ') return { container: 'avi' };
  return form === 'WAVE' ? { container: 'wave' } : { rejected: 'format', name: form === 'CDXA' ? 'Video CD' : 'RIFF' };
};

const afterId3 = (bytes: Uint8Array): Container => {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(6, 10);
  const rest = bytes.subarray(10 + ((a << 21) | (b << 14) | (c << 7) | d));
  if (ascii(rest, 0, 4) === 'fLaC') return 'flac';
  return mpegAudio(rest) ?? 'mp3';
};

/**
 * Detects a file's container by its first bytes, whatever its name. Text formats that refer to other files (HLS, DASH,
 * concat, SDP, …) are rejected here, before any decoder opens them.
 */
export const sniffContainer = (bytes: Uint8Array): Sniffed => {
  if (bytes.length === 0) return { rejected: 'empty', name: 'empty file' };
  const head = ascii(bytes, 0, 64);
  const iso = isoBrand(bytes);
  if (iso) return { container: iso };
  if (starts(bytes, [0x1a, 0x45, 0xdf, 0xa3])) {
    return { container: ascii(bytes, 0, 128).includes('webm') ? 'webm' : 'matroska' };
  }
  if (head.startsWith('RIFF') || head.startsWith('RF64')) return riff(bytes);
  if (head.startsWith('FLV\x01')) return { container: 'flv' };
  if (starts(bytes, [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11])) return { container: 'asf' };
  if (starts(bytes, [0x00, 0x00, 0x01, 0xba])) return { container: 'mpegps' };
  if (starts(bytes, [0x06, 0x0e, 0x2b, 0x34, 0x02, 0x05, 0x01, 0x01])) return { container: 'mxf' };
  if (head.startsWith('OggS')) return { container: 'ogg' };
  if (head.startsWith('fLaC')) return { container: 'flac' };
  if (head.startsWith('ID3')) return { container: afterId3(bytes) };
  if (starts(bytes, [0x0b, 0x77])) return { container: 'ac3' };
  const image = IMAGES.find(([magic]) => starts(bytes, magic));
  if (image) return { rejected: 'image', name: image[1] };
  const audio = mpegAudio(bytes);
  if (audio) return { container: audio };
  if (isTransportStream(bytes)) return { container: 'mpegts' };
  const unsupported = UNSUPPORTED.find(([magic]) => head.startsWith(magic));
  if (unsupported) return { rejected: 'format', name: unsupported[1] };
  const text = head
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase();
  const playlist = PLAYLISTS.find(([magic]) => text.startsWith(magic));
  if (playlist) return { rejected: 'playlist', name: playlist[1] };
  return { rejected: 'unknown', name: 'unknown data' };
};
