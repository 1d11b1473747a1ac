import { open } from 'node:fs/promises';

/**
 * A container that may be decoded: the only demuxer that ffmpeg may use, and the name that Probe returns.
 */
export interface SniffedInput {
  readonly demuxer: string;
  /** Undefined for FLV, which MediaConvert converts but does not probe. */
  readonly format: string | undefined;
}

const SNIFF_BYTES = 4096;

const RULES: readonly (readonly [
  matches: (head: string, bytes: Buffer) => boolean,
  demuxer: string,
  format: string | undefined,
])[] = [
  [(head) => head.startsWith('ftypqt', 4) || /^....(moov|mdat|wide|free|skip|pnot)/s.test(head), 'mov', 'quicktime'],
  [(head) => head.startsWith('ftyp3g2', 4), 'mov', 'three_g2'],
  [(head) => head.startsWith('ftyp3g', 4), 'mov', 'three_gp'],
  [(head) => head.startsWith('ftyp', 4), 'mov', 'mp4'],
  [(head) => head.startsWith('\x1aE\xdf\xa3') && head.slice(0, 128).includes('webm'), 'matroska', 'webm'],
  [(head) => head.startsWith('\x1aE\xdf\xa3'), 'matroska', 'matroska'],
  [(head) => head.startsWith('RIFF') && head.startsWith('AVI ', 8), 'avi', 'avi'],
  [(head) => /^(RIFF|RF64)....WAVE/s.test(head), 'wav', 'wave'],
  [(head) => head.startsWith('FLV\x01'), 'flv', undefined],
  [(head) => head.startsWith('0&\xb2u\x8ef\xcf\x11'), 'asf', 'asf'],
  [(head) => head.startsWith('\0\0\x01\xba'), 'mpeg', 'mpegps'],
  [(head) => head.startsWith('\x06\x0e+4\x02\x05\x01\x01'), 'mxf', 'mxf'],
  [(head) => head.startsWith('OggS'), 'ogg', 'ogg'],
  [(head) => head.startsWith('fLaC'), 'flac', 'flac'],
  [(head) => head.startsWith('ID3'), 'mp3', 'mp3'],
  [(head) => head.startsWith('\x0bw'), 'ac3', 'ac3'],
  [(_head, bytes) => bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xf6) === 0xf0, 'aac', 'aac'],
  [
    (_head, bytes) =>
      bytes[0] === 0xff &&
      ((bytes[1] ?? 0) & 0xe0) === 0xe0 &&
      (bytes[2] ?? 0) >> 4 !== 15 &&
      bytes[1] !== 0xff &&
      ((bytes[1] ?? 0) & 6) !== 0,
    'mp3',
    'mp3',
  ],
  [(_head, bytes) => [0, 188, 376].every((at) => bytes[at] === 0x47), 'mpegts', 'mpegts'],
  [(_head, bytes) => [4, 196, 388].every((at) => bytes[at] === 0x47), 'mpegts', 'mpegts'],
];

/** Every demuxer that may run. None of them opens a second file or address. */
export const ALLOWED_DEMUXERS: readonly string[] = [...new Set(RULES.map(([, demuxer]) => demuxer))];

/**
 * Detects a container by its first bytes; undefined for anything that is not on the list (playlists, images, SDP,
 * unknown data).
 */
export const sniff = (bytes: Buffer): SniffedInput | undefined => {
  const head = bytes.subarray(0, 512).toString('latin1');
  const rule = RULES.find(([matches]) => matches(head, bytes));
  return rule && { demuxer: rule[1], format: rule[2] };
};

/** Reads a file's first bytes and detects its container. */
export const sniffFile = async (file: string): Promise<SniffedInput | undefined> => {
  const handle = await open(file, 'r');
  try {
    const buffer = Buffer.alloc(SNIFF_BYTES);
    const { bytesRead } = await handle.read(buffer, 0, SNIFF_BYTES, 0);
    return sniff(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
};

/** The demuxers of still images, one picture each. MediaConvert does not read them. */
export const IMAGE_DEMUXERS: readonly string[] = ['jpeg_pipe', 'png_pipe'];

/** Detects a JPEG or PNG image by its first bytes. */
export const sniffImage = (bytes: Buffer): SniffedInput | undefined => {
  const head = bytes.subarray(0, 8).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return { demuxer: 'jpeg_pipe', format: undefined };
  return head === '\x89PNG\r\n\x1a\n' ? { demuxer: 'png_pipe', format: undefined } : undefined;
};
