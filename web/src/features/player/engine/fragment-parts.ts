/**
 * Makes a movie fragment playable before it is complete: the samples that have arrived become a fragment of their own.
 * A segment contains fragments of two seconds, and the first picture does not wait for the last sample.
 */

/** Layout of one movie fragment with one track, according to ISO 14496-12. */
interface Fragment {
  readonly sequence: Uint8Array;
  readonly header: Uint8Array;
  readonly wideTime: boolean;
  readonly startTime: bigint;
  readonly runVersion: number;
  readonly runFlags: number;
  readonly firstFlags: Uint8Array;
  /** For each sample: its size in bytes, its duration, and its entry in the run. */
  readonly samples: readonly { readonly size: number; readonly duration: number; readonly entry: Uint8Array }[];
}

const HEADER = 8;
/** Flags of a track fragment's header (`tfhd`) and of a run (`trun`). */
const BASE_OFFSET = 0x1;
const TFHD_FIELDS = [
  { flag: 0x2 },
  { flag: 0x8, field: 'duration' },
  { flag: 0x10, field: 'size' },
  { flag: 0x20 },
] as const;
const DATA_OFFSET = 0x1;
const FIRST_FLAGS = 0x4;
const ENTRY_FIELDS = [
  { flag: 0x100, field: 'duration' },
  { flag: 0x200, field: 'size' },
  { flag: 0x400 },
  { flag: 0x800 },
] as const;
/** Minimum bytes of a part. The first two parts are exempt: they must arrive as early as possible. */
const PART_BYTES = 16_384;

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const typeAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at + 4, at + 8));

/** Joins byte arrays. */
export const joinBytes = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

const box = (type: string, ...payload: readonly Uint8Array[]): Uint8Array => {
  const header = new Uint8Array(HEADER);
  view(header).setUint32(0, HEADER + payload.reduce((sum, { length }) => sum + length, 0));
  header.set(
    [...type].map((letter) => letter.charCodeAt(0)),
    4,
  );
  return joinBytes([header, ...payload]);
};

/** The boxes in `bytes`, header included; undefined when their sizes do not add up. */
const boxesIn = (bytes: Uint8Array): ReadonlyMap<string, Uint8Array> | undefined => {
  const found = new Map<string, Uint8Array>();
  for (let at = 0; at < bytes.length;) {
    const size = at + HEADER <= bytes.length ? view(bytes).getUint32(at) : 0;
    if (size < HEADER || at + size > bytes.length || found.has(typeAt(bytes, at))) return undefined;
    found.set(typeAt(bytes, at), bytes.subarray(at, at + size));
    at += size;
  }
  return found;
};

const hasExactly = (boxes: ReadonlyMap<string, Uint8Array> | undefined, ...types: readonly string[]): boolean =>
  boxes?.size === types.length && types.every((type) => boxes.has(type));

const readTfhd = (tfhd: Uint8Array): { readonly duration?: number; readonly size?: number } | undefined => {
  const flags = view(tfhd).getUint32(HEADER) & 0xffffff;
  if ((flags & BASE_OFFSET) !== 0) return undefined;
  const defaults: { duration?: number; size?: number } = {};
  let at = HEADER + 8;
  for (const known of TFHD_FIELDS) {
    if ((flags & known.flag) === 0) continue;
    if ('field' in known) defaults[known.field] = view(tfhd).getUint32(at);
    at += 4;
  }
  return defaults;
};

/** Reads a `moof` whose samples follow it directly; undefined for any other layout, which is passed on unchanged. */
const readFragment = (moof: Uint8Array): Fragment | undefined => {
  const outer = boxesIn(moof.subarray(HEADER));
  const traf = outer?.get('traf');
  const inner = traf && boxesIn(traf.subarray(HEADER));
  if (!hasExactly(outer, 'mfhd', 'traf') || !hasExactly(inner, 'tfhd', 'tfdt', 'trun')) return undefined;
  const [sequence, header, time, run] = [
    outer?.get('mfhd'),
    inner?.get('tfhd'),
    inner?.get('tfdt'),
    inner?.get('trun'),
  ];
  const defaults = header && readTfhd(header);
  if (!sequence || !header || !time || !run || !defaults) return undefined;
  const runView = view(run);
  const runFlags = runView.getUint32(HEADER) & 0xffffff;
  const count = runView.getUint32(HEADER + 4);
  if ((runFlags & DATA_OFFSET) === 0 || runView.getInt32(HEADER + 8) !== moof.length + HEADER) return undefined;
  const fields = ENTRY_FIELDS.filter(({ flag }) => (runFlags & flag) !== 0);
  const entriesAt = HEADER + 12 + ((runFlags & FIRST_FLAGS) === 0 ? 0 : 4);
  const width = fields.length * 4;
  if (run.length !== entriesAt + count * width) return undefined;
  const samples: Fragment['samples'][number][] = [];
  for (let index = 0; index < count; index += 1) {
    const at = entriesAt + index * width;
    const sample: { duration?: number; size?: number } = { ...defaults };
    fields.forEach((known, position) => {
      if ('field' in known) sample[known.field] = runView.getUint32(at + position * 4);
    });
    const { duration, size } = sample;
    if (duration === undefined || size === undefined) return undefined;
    samples.push({ duration, size, entry: run.subarray(at, at + width) });
  }
  const wideTime = time[HEADER] === 1;
  return {
    sequence,
    header,
    wideTime,
    runFlags,
    samples,
    runVersion: run[HEADER] ?? 0,
    firstFlags: run.subarray(HEADER + 12, entriesAt),
    startTime: wideTime ? view(time).getBigUint64(HEADER + 4) : BigInt(view(time).getUint32(HEADER + 4)),
  };
};

const uint32s = (...values: readonly number[]): Uint8Array => {
  const bytes = new Uint8Array(values.length * 4);
  values.forEach((value, index) => view(bytes).setUint32(index * 4, value));
  return bytes;
};

/** Everything before the sample data of a fragment with the samples from `from` up to, but not including, `to`. */
const headOf = (
  { sequence, header, wideTime, startTime, runVersion, runFlags, firstFlags, samples }: Fragment,
  from: number,
  to: number,
): Uint8Array => {
  const time = startTime + BigInt(samples.slice(0, from).reduce((sum, { duration }) => sum + duration, 0));
  const tfdt = wideTime
    ? box('tfdt', uint32s(0x1000000, Number(time >> 32n), Number(time & 0xffffffffn)))
    : box('tfdt', uint32s(0, Number(time)));
  const flags = from === 0 ? runFlags : runFlags & ~FIRST_FLAGS;
  const trunOf = (offset: number): Uint8Array =>
    box(
      'trun',
      uint32s(((runVersion << 24) | flags) >>> 0, to - from, offset),
      ...(from === 0 ? [firstFlags] : []),
      ...samples.slice(from, to).map(({ entry }) => entry),
    );
  const moofOf = (offset: number): Uint8Array => box('moof', sequence, box('traf', header, tfdt, trunOf(offset)));
  return moofOf(moofOf(0).length + HEADER);
};

/** A segment that arrives in chunks. */
export interface FragmentParts {
  /** Accepts the bytes that arrived; returns the parts that can be played, in order. */
  readonly push: (bytes: Uint8Array) => readonly Uint8Array<ArrayBuffer>[];
  /** Returns the remaining bytes at the end of the segment. */
  readonly end: () => readonly Uint8Array<ArrayBuffer>[];
}

/** Starts a segment. Unknown boxes are passed on unchanged. */
export const createFragmentParts = (): FragmentParts => {
  let waiting: Uint8Array<ArrayBuffer> = new Uint8Array();
  let open: { readonly fragment: Fragment; next: number } | undefined;
  /** Remaining bytes of a box that is passed on as it arrives. */
  let passing = 0;
  let partCount = 0;

  const take = (bytes: number): Uint8Array => {
    const head = waiting.subarray(0, bytes);
    waiting = waiting.subarray(bytes);
    return head;
  };

  /** The next part of the open fragment; undefined until enough of it has arrived. */
  const nextPart = (): Uint8Array<ArrayBuffer> | undefined => {
    if (!open) return undefined;
    const { fragment, next } = open;
    let [to, bytes] = [next, 0];
    for (; to < fragment.samples.length; to += 1) {
      const size = fragment.samples[to]?.size ?? 0;
      if (bytes + size > waiting.length) break;
      bytes += size;
    }
    const whole = to === fragment.samples.length;
    if (to === next || (!whole && partCount >= 2 && bytes < PART_BYTES)) return undefined;
    open = whole ? undefined : { fragment, next: to };
    partCount += 1;
    return joinBytes([headOf(fragment, next, to), box('mdat', take(bytes))]);
  };

  /**
   * Starts to split the fragment at the front, once its `moof` and the header of its data have arrived. Returns
   * undefined before that, and false for a layout that can't be split.
   */
  const begin = (size: number): boolean | undefined => {
    if (waiting.length < size + HEADER) return undefined;
    const fragment = readFragment(waiting.subarray(0, size));
    const dataBytes = fragment?.samples.reduce((sum, sample) => sum + sample.size, HEADER);
    if (
      !fragment ||
      fragment.samples.length === 0 ||
      typeAt(waiting, size) !== 'mdat' ||
      view(waiting).getUint32(size) !== dataBytes
    )
      return false;
    take(size + HEADER);
    open = { fragment, next: 0 };
    return true;
  };

  /** The next bytes to pass on; undefined if more has to arrive first. */
  const step = (): Uint8Array<ArrayBuffer> | undefined => {
    for (;;) {
      if (open) return nextPart();
      if (passing > 0) {
        const chunk = take(Math.min(passing, waiting.length));
        passing -= chunk.length;
        return chunk.length > 0 ? joinBytes([chunk]) : undefined;
      }
      if (waiting.length < HEADER) return undefined;
      const size = view(waiting).getUint32(0);
      const started = typeAt(waiting, 0) === 'moof' ? begin(size) : false;
      if (started === undefined) return undefined;
      // A size of 0 or 1 has a special meaning: everything from here on is passed on.
      if (!started) passing = size < HEADER ? Infinity : size;
    }
  };

  return {
    push: (bytes) => {
      waiting = joinBytes([waiting, bytes]);
      const parts: Uint8Array<ArrayBuffer>[] = [];
      for (let part = step(); part; part = step()) parts.push(part);
      return parts;
    },
    end: () => (waiting.length > 0 ? [joinBytes([take(waiting.length)])] : []),
  };
};
