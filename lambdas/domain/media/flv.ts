import type { AudioProbe, MediaProbe, VideoProbe } from './probe.ts';

/**
 * Bytes from the start of a file that `readFlv` needs. The first tag is the metadata, which can include a keyframe
 * index.
 */
export const FLV_HEAD_BYTES = 256 * 1024;

type Amf = number | boolean | string | undefined | { readonly [key: string]: Amf };

/** Maximum nesting depth of metadata. */
const MAX_DEPTH = 8;

/** Reads AMF0 values one after another. Throws RangeError at the end of the bytes. */
const amfReader = (view: DataView, start: number) => {
  let at = start;
  const take = (length: number): number => {
    if (at + length > view.byteLength) throw new RangeError('The metadata is cut off');
    at += length;
    return at - length;
  };
  const text = (length: number): string =>
    new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + take(length), length));
  const shortText = (): string => text(view.getUint16(take(2)));
  const properties = (depth: number): { readonly [key: string]: Amf } => {
    const found: [string, Amf][] = [];
    for (;;) {
      const key = shortText();
      const isEnd = key === '' && view.getUint8(at) === 9;
      if (isEnd) {
        take(1);
        return Object.fromEntries(found);
      }
      found.push([key, value(depth + 1)]);
    }
  };
  const value = (depth: number): Amf => {
    if (depth > MAX_DEPTH) throw new RangeError('The metadata is nested too deeply');
    switch (view.getUint8(take(1))) {
      case 0:
        return view.getFloat64(take(8));
      case 1:
        return view.getUint8(take(1)) !== 0;
      case 2:
        return shortText();
      case 3:
        return properties(depth);
      case 8:
        take(4);
        return properties(depth);
      case 10: {
        const length = view.getUint32(take(4));
        for (let index = 0; index < length; index += 1) value(depth + 1);
        return undefined;
      }
      case 11:
        take(10);
        return undefined;
      case 12:
        return text(view.getUint32(take(4)));
      default:
        return undefined;
    }
  };
  return { value: () => value(0) };
};

const VIDEO_CODECS: Readonly<Record<number, string>> = { 2: 'H263', 7: 'AVC' };
const AUDIO_CODECS: Readonly<Record<number, string>> = { 0: 'PCM', 2: 'MP3', 3: 'PCM', 10: 'AAC', 14: 'MP3' };
const FALLBACK_RATE = 30;
const HEADER = 9;
const TAG_HEADER = 15;
const SCRIPT_TAG = 18;

const numberOf = (value: Amf): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

const videoOf = (meta: { readonly [key: string]: Amf }): VideoProbe => ({
  codec: VIDEO_CODECS[numberOf(meta['videocodecid'])] ?? (meta['videocodecid'] === 'avc1' ? 'AVC' : 'UNKNOWN'),
  width: numberOf(meta['width']),
  height: numberOf(meta['height']),
  rotation: 0,
  frameRate: { numerator: Math.round((numberOf(meta['framerate']) || FALLBACK_RATE) * 1000), denominator: 1000 },
  pixelAspect: 1,
  interlaced: false,
  hdr: false,
});

const audioOf = (meta: { readonly [key: string]: Amf }): AudioProbe => ({
  codec: AUDIO_CODECS[numberOf(meta['audiocodecid'])] ?? (meta['audiocodecid'] === 'mp4a' ? 'AAC' : 'UNKNOWN'),
  channels: meta['stereo'] === false ? 1 : 2,
  sampleRate: numberOf(meta['audiosamplerate']) || 44_100,
});

/**
 * Probes an FLV file by its header and its `onMetaData` tag, because MediaConvert converts FLV but does not probe it.
 * Undefined without usable metadata; the file is then rejected as unreadable.
 */
export const readFlv = (head: Uint8Array, bytes: number): MediaProbe | undefined => {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length < HEADER + TAG_HEADER || view.getUint8(HEADER + 4) !== SCRIPT_TAG) return undefined;
  const flags = view.getUint8(4);
  try {
    const reader = amfReader(view, HEADER + TAG_HEADER);
    if (reader.value() !== 'onMetaData') return undefined;
    const meta = reader.value();
    if (typeof meta !== 'object') return undefined;
    const hasVideo = meta['videocodecid'] !== undefined;
    const hasAudio = meta['audiocodecid'] !== undefined && (flags & 4) !== 0;
    return {
      container: 'flv',
      duration: numberOf(meta['duration']),
      ...(hasVideo ? { video: videoOf(meta) } : {}),
      ...(hasAudio ? { audio: audioOf(meta) } : {}),
      streams: Number(hasVideo) + Number(hasAudio),
      bytes,
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};
