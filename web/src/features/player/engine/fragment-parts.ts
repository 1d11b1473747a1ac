/**
 * Makes a movie fragment playable before it is whole: what has arrived of it becomes a fragment of its own. A segment
 * of ours holds fragments of two seconds, and the first picture need not wait for the last one.
 */

/** Layout of one movie fragment with one track, as ISO 14496-12 has it. */
interface Fragment {
  readonly sequence: Uint8Array;
  readonly header: Uint8Array;
  readonly wideTime: boolean;
  readonly startTime: bigint;
  readonly runVersion: number;
  readonly runFlags: number;
  readonly firstFlags: Uint8Array;
  /** One for each sample: its bytes, its duration, and its entry in the run. */
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
/** Bytes that make another part worth its trouble, after the first two: those are to come as early as they can. */
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

const box = (type: string, ...contents: readonly Uint8Array[]): Uint8Array => {
  const header = new Uint8Array(HEADER);
  view(header).setUint32(0, HEADER + contents.reduce((sum, { length }) => sum + length, 0));
  header.set(
    [...type].map((letter) => letter.charCodeAt(0)),
    4,
  );
  return joinBytes([header, ...contents]);
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

/** Reads a `moof` whose samples follow it directly; undefined for any other shape, which is passed on as it is. */
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
  const facts = view(run);
  const runFlags = facts.getUint32(HEADER) & 0xffffff;
  const count = facts.getUint32(HEADER + 4);
  if ((runFlags & DATA_OFFSET) === 0 || facts.getInt32(HEADER + 8) !== moof.length + HEADER) return undefined;
  const fields = ENTRY_FIELDS.filter(({ flag }) => (runFlags & flag) !== 0);
  const entriesAt = HEADER + 12 + ((runFlags & FIRST_FLAGS) === 0 ? 0 : 4);
  const width = fields.length * 4;
  if (run.length !== entriesAt + count * width) return undefined;
  const samples: Fragment['samples'][number][] = [];
  for (let index = 0; index < count; index += 1) {
    const at = entriesAt + index * width;
    const sample: { duration?: number; size?: number } = { ...defaults };
    fields.forEach((known, position) => {
      if ('field' in known) sample[known.field] = facts.getUint32(at + position * 4);
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

const words = (...values: readonly number[]): Uint8Array => {
  const bytes = new Uint8Array(values.length * 4);
  values.forEach((value, index) => view(bytes).setUint32(index * 4, value));
  return bytes;
};

/** The head of a fragment of samples `from` up to before `to`: everything up to their data. */
const headOf = (
  { sequence, header, wideTime, startTime, runVersion, runFlags, firstFlags, samples }: Fragment,
  from: number,
  to: number,
): Uint8Array => {
  const time = startTime + BigInt(samples.slice(0, from).reduce((sum, { duration }) => sum + duration, 0));
  const tfdt = wideTime
    ? box('tfdt', words(0x1000000, Number(time >> 32n), Number(time & 0xffffffffn)))
    : box('tfdt', words(0, Number(time)));
  const flags = from === 0 ? runFlags : runFlags & ~FIRST_FLAGS;
  const trunOf = (offset: number): Uint8Array =>
    box(
      'trun',
      words(((runVersion << 24) | flags) >>> 0, to - from, offset),
      ...(from === 0 ? [firstFlags] : []),
      ...samples.slice(from, to).map(({ entry }) => entry),
    );
  const moofOf = (offset: number): Uint8Array => box('moof', sequence, box('traf', header, tfdt, trunOf(offset)));
  return moofOf(moofOf(0).length + HEADER);
};

/** A segment that arrives piece by piece. */
export interface FragmentParts {
  /** Takes what arrived; answers what can be played of it, in order. */
  readonly push: (bytes: Uint8Array) => readonly Uint8Array<ArrayBuffer>[];
  /** Answers what is left at the end of the segment. */
  readonly end: () => readonly Uint8Array<ArrayBuffer>[];
}

/** Begins a segment. What it does not know it passes on unchanged. */
export const createFragmentParts = (): FragmentParts => {
  let waiting: Uint8Array<ArrayBuffer> = new Uint8Array();
  let open: { readonly fragment: Fragment; next: number } | undefined;
  /** Bytes of a box that are passed on as they come. */
  let passing = 0;
  let made = 0;

  const take = (bytes: number): Uint8Array => {
    const taken = waiting.subarray(0, bytes);
    waiting = waiting.subarray(bytes);
    return taken;
  };

  /** The next part of the open fragment; undefined while too little of it is here. */
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
    if (to === next || (!whole && made >= 2 && bytes < PART_BYTES)) return undefined;
    open = whole ? undefined : { fragment, next: to };
    made += 1;
    return joinBytes([headOf(fragment, next, to), box('mdat', take(bytes))]);
  };

  /**
   * A fragment and the head of its data are here: begins to split it, if it has the shape for that. Undefined while
   * they are not.
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

  /** One step; undefined when more has to arrive first. */
  const step = (): Uint8Array<ArrayBuffer> | undefined => {
    for (;;) {
      if (open) return nextPart();
      if (passing > 0) {
        const taken = take(Math.min(passing, waiting.length));
        passing -= taken.length;
        return taken.length > 0 ? joinBytes([taken]) : undefined;
      }
      if (waiting.length < HEADER) return undefined;
      const size = view(waiting).getUint32(0);
      const begun = typeAt(waiting, 0) === 'moof' ? begin(size) : false;
      if (begun === undefined) return undefined;
      // A size of 0 or 1 has another meaning: then everything from here on is passed on.
      if (!begun) passing = size < HEADER ? Infinity : size;
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
