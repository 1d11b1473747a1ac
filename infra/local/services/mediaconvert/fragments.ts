import { open, type FileHandle } from 'node:fs/promises';

/** One movie fragment of a fragmented MP4: its position and its duration. */
export interface Fragment {
  readonly offset: number;
  readonly size: number;
  /** Seconds. */
  readonly duration: number;
}

/** The data that is needed to cut a fragmented MP4 into CMAF segments. */
export interface FragmentedFile {
  /** Length of `ftyp` and `moov` at the start, bytes. */
  readonly initSize: number;
  /** RFC 6381 name of the only track's codec. */
  readonly codec: string;
  readonly fragments: readonly Fragment[];
}

/** One segment of a media playlist: adjacent fragments. */
export type Segment = Fragment;

interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** The boxes between two offsets of `buffer`. */
const boxes = (buffer: Buffer, start = 0, end = buffer.length): readonly Box[] => {
  const found: Box[] = [];
  for (let at = start; at + 8 <= end;) {
    const size = buffer.readUInt32BE(at);
    if (size < 8 || at + size > end) break;
    found.push({ type: buffer.toString('latin1', at + 4, at + 8), start: at + 8, end: at + size });
    at += size;
  }
  return found;
};

const descend = (buffer: Buffer, names: readonly string[]): Box | undefined => {
  let box: Box | undefined = { type: '', start: 0, end: buffer.length };
  for (const name of names) {
    box = box && boxes(buffer, box.start, box.end).find(({ type }) => type === name);
  }
  return box;
};

const hex = (value: number): string => value.toString(16).padStart(2, '0');

/** Sample entry header before the child boxes: 78 bytes of a visual one, 28 of an audio one. */
const VISUAL_ENTRY = 78;

const codecOf = (moov: Buffer): string => {
  const stsd = descend(moov, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd']);
  const entry = stsd && boxes(moov, stsd.start + 8, stsd.end)[0];
  if (entry?.type === 'avc1') {
    const avcC = boxes(moov, entry.start + VISUAL_ENTRY, entry.end).find(({ type }) => type === 'avcC');
    if (avcC) return `avc1.${[1, 2, 3].map((at) => hex(moov[avcC.start + at] ?? 0)).join('')}`;
  }
  return entry?.type === 'mp4a' ? 'mp4a.40.2' : '';
};

interface Timing {
  readonly timescale: number;
  readonly defaultDuration: number;
}

const timingOf = (moov: Buffer): Timing => {
  const mdhd = descend(moov, ['moov', 'trak', 'mdia', 'mdhd']);
  const trex = descend(moov, ['moov', 'mvex', 'trex']);
  const version = mdhd ? moov[mdhd.start] : 0;
  return {
    timescale: mdhd ? moov.readUInt32BE(mdhd.start + (version === 1 ? 20 : 12)) : 1,
    defaultDuration: trex ? moov.readUInt32BE(trex.start + 12) : 0,
  };
};

/** Duration of a fragment in units of the timescale, from its track header and runs. */
const runLength = (moof: Buffer, { defaultDuration }: Timing): number => {
  const traf = descend(moof, ['moof', 'traf']);
  if (!traf) return 0;
  const children = boxes(moof, traf.start, traf.end);
  const tfhd = children.find(({ type }) => type === 'tfhd');
  let sampleDuration = defaultDuration;
  if (tfhd) {
    const flags = moof.readUInt32BE(tfhd.start) & 0xffffff;
    const at = tfhd.start + 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0);
    if (flags & 0x8) sampleDuration = moof.readUInt32BE(at);
  }
  return children
    .filter(({ type }) => type === 'trun')
    .reduce((sum, trun) => {
      const flags = moof.readUInt32BE(trun.start) & 0xffffff;
      const samples = moof.readUInt32BE(trun.start + 4);
      if (!(flags & 0x100)) return sum + samples * sampleDuration;
      const stride = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4;
      const first = trun.start + 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
      let total = sum;
      for (let sample = 0; sample < samples; sample += 1) total += moof.readUInt32BE(first + sample * stride);
      return total;
    }, 0);
};

const readAt = async (handle: FileHandle, offset: number, length: number): Promise<Buffer> => {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, offset);
  return buffer.subarray(0, bytesRead);
};

const LARGE_SIZE = 1;

/** Reads the boxes of a fragmented MP4 of one track, without its media. */
export const readFragments = async (file: string): Promise<FragmentedFile> => {
  const handle = await open(file, 'r');
  try {
    const { size: fileSize } = await handle.stat();
    const fragments: Fragment[] = [];
    let initSize = 0;
    let codec = '';
    let timing: Timing = { timescale: 1, defaultDuration: 0 };
    let pending: { offset: number; duration: number } | undefined;
    for (let at = 0; at + 8 <= fileSize;) {
      const header = await readAt(handle, at, 16);
      const short = header.readUInt32BE(0);
      const size = short === LARGE_SIZE ? Number(header.readBigUInt64BE(8)) : short;
      if (size < 8 || at + size > fileSize) break;
      const type = header.toString('latin1', 4, 8);
      if (type === 'moov') {
        const moov = await readAt(handle, at, size);
        initSize = at + size;
        codec = codecOf(moov);
        timing = timingOf(moov);
      } else if (type === 'moof') {
        pending = { offset: at, duration: runLength(await readAt(handle, at, size), timing) / timing.timescale };
      } else if (type === 'mdat' && pending) {
        fragments.push({ ...pending, size: at + size - pending.offset });
        pending = undefined;
      }
      at += size;
    }
    return { initSize, codec, fragments };
  } finally {
    await handle.close();
  }
};

/**
 * A segment ends when its duration is within this many seconds of the target; covers 29.97 fps and AAC frame sizes.
 */
const TOLERANCE = 0.05;

/** Joins fragments into segments of about `seconds` or more. Each starts at a fragment, so at a keyframe. Pure. */
export const joinSegments = (fragments: readonly Fragment[], seconds: number): readonly Segment[] => {
  const segments: Segment[] = [];
  for (const fragment of fragments) {
    const last = segments[segments.length - 1];
    if (last && last.duration + TOLERANCE < seconds && last.offset + last.size === fragment.offset) {
      segments[segments.length - 1] = {
        offset: last.offset,
        size: last.size + fragment.size,
        duration: last.duration + fragment.duration,
      };
    } else {
      segments.push({ ...fragment });
    }
  }
  return segments;
};
