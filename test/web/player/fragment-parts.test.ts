import { createFragmentParts } from '../../../web/src/features/player/engine/fragment-parts.ts';
import { createRandom, newSeed } from '../../support/random.ts';

const words = (...values: number[]) =>
  values.flatMap((value) => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);
const box = (type: string, ...payload: number[][]): number[] => {
  const body = payload.flat();
  return [...words(body.length + 8), ...[...type].map((letter) => letter.charCodeAt(0)), ...body];
};

interface Shape {
  readonly sizes: readonly number[];
  readonly time: number;
  /** Duration of each sample in the run; without it the default applies. */
  readonly durations?: readonly number[];
  readonly wideTime?: boolean;
  readonly firstFlags?: boolean;
}

/** A fragment as written by an encoder. */
const fragment = (
  { sizes, time, durations, wideTime = true, firstFlags = true }: Shape,
  data: number[],
  sequence = 1,
  extra: number[] = [],
): number[] => {
  const flags = 0x201 | (durations ? 0x100 : 0) | (firstFlags ? 0x4 : 0);
  const tfhd = box('tfhd', words(0x20038, 1, 512, 999, 0x1010000));
  const tfdt = box('tfdt', wideTime ? words(0x1000000, 0, time) : words(0, time));
  const trun = (offset: number) =>
    box(
      'trun',
      words(flags, sizes.length, offset),
      firstFlags ? words(0x2000000) : [],
      sizes.flatMap((size, index) => words(...(durations ? [durations[index] ?? 0] : []), size)),
    );
  const moof = (offset: number) =>
    box('moof', box('mfhd', words(0, sequence)), box('traf', tfhd, tfdt, trun(offset), extra));
  return [...moof(moof(0).length + 8), ...box('mdat', data)];
};

/** Reads the output like a media element: every sample with its time and its bytes. */
const samplesOf = (bytes: Uint8Array) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples: { time: number; bytes: string; flagged: boolean }[] = [];
  let [time, sizes, durations, data, flagged] = [0, [] as number[], [] as number[], 0, false];
  const read = (from: number, to: number, moof: number): void => {
    for (let at = from; at < to; at += view.getUint32(at)) {
      const [size, type] = [view.getUint32(at), String.fromCharCode(...bytes.subarray(at + 4, at + 8))];
      expect(size).toBeGreaterThanOrEqual(8);
      expect(at + size).toBeLessThanOrEqual(to);
      if (type === 'moof') read(at + 8, at + size, at);
      if (type === 'traf') read(at + 8, at + size, moof);
      if (type === 'tfdt') time = bytes[at + 8] === 1 ? view.getUint32(at + 16) : view.getUint32(at + 12);
      if (type === 'trun') {
        const [flags, count] = [view.getUint32(at + 8) & 0xffffff, view.getUint32(at + 12)];
        data = moof + view.getUint32(at + 16);
        flagged = (flags & 0x4) !== 0;
        const width = (flags & 0x100) !== 0 ? 8 : 4;
        const entries = at + 20 + (flagged ? 4 : 0);
        expect(size).toBe(entries - at + count * width);
        durations = Array.from({ length: count }, (_, index) =>
          width === 8 ? view.getUint32(entries + index * 8) : 512,
        );
        sizes = Array.from({ length: count }, (_, index) => view.getUint32(entries + index * width + width - 4));
      }
      if (type === 'mdat') {
        expect(at + 8).toBe(data);
        expect(size - 8).toBe(sizes.reduce((sum, one) => sum + one, 0));
        sizes.forEach((one, index) => {
          samples.push({ time, bytes: [...bytes.subarray(data, data + one)].join(), flagged: flagged && index === 0 });
          data += one;
          time += durations[index] ?? 0;
        });
      }
    }
  };
  read(0, bytes.length, 0);
  return samples;
};

const whole = (parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));
const filled = (length: number, seed = 0) => Array.from({ length }, (_, index) => (index * 31 + seed) & 255);

describe('a segment in parts', () => {
  it('contains the same samples at the same times, in whatever chunks it arrives', () => {
    const seed = newSeed();
    const random = createRandom(seed);
    const below = (limit: number): number => Math.floor(random() * limit);
    for (let round = 0; round < 200; round += 1) {
      const segment: number[] = [];
      for (let one = 0, time = 0; one < 3; one += 1) {
        const count = 1 + below(20);
        const sizes = Array.from({ length: count }, () => below(3000));
        const durations = below(2) === 0 ? Array.from({ length: count }, () => 1 + below(900)) : undefined;
        const shape = {
          sizes,
          time,
          ...(durations ? { durations } : {}),
          wideTime: below(2) === 0,
          firstFlags: below(2) === 0,
        };
        segment.push(
          ...fragment(
            shape,
            filled(
              sizes.reduce((sum, size) => sum + size, 0),
              round,
            ),
            one,
          ),
        );
        time += durations ? durations.reduce((sum, duration) => sum + duration, 0) : count * 512;
      }
      const bytes = Uint8Array.from(segment);
      const parts = createFragmentParts();
      const out: Uint8Array[] = [];
      for (let at = 0; at < bytes.length;) {
        const step = 1 + below(4000);
        out.push(...parts.push(bytes.subarray(at, at + step)));
        at += step;
      }
      out.push(...parts.end());
      expect(samplesOf(whole(out))).toEqual(samplesOf(bytes));
    }
    console.info(`200 segments in random chunks, seed ${seed}`);
  });

  it('emits the first and the second sample at once, and then only larger parts', () => {
    const parts = createFragmentParts();
    const sizes = [100, 100, ...Array.from({ length: 100 }, () => 1000)];
    const bytes = Uint8Array.from(fragment({ sizes, time: 0 }, filled(100_200)));
    const head = bytes.length - 100_200;
    expect(parts.push(bytes.subarray(0, head + 99))).toHaveLength(0);
    const first = parts.push(bytes.subarray(head + 99, head + 100));
    expect(samplesOf(whole(first))).toHaveLength(1);
    expect(samplesOf(whole(parts.push(bytes.subarray(head + 100, head + 200))))).toHaveLength(1);
    expect(parts.push(bytes.subarray(head + 200, head + 10_000))).toHaveLength(0);
    expect(samplesOf(whole(parts.push(bytes.subarray(head + 10_000, head + 20_000))))).toHaveLength(19);
  });

  it.each<[string, number[]]>([
    ['an unknown box first', [...box('styp', words(1, 2)), ...fragment({ sizes: [4], time: 0 }, [1, 2, 3, 4])]],
    ['encrypted samples', fragment({ sizes: [2, 2], time: 0 }, [1, 2, 3, 4], 1, box('senc', words(0, 0)))],
    ['data whose length differs from the run', fragment({ sizes: [2, 1], time: 0 }, [1, 2, 3, 4])],
    [
      'a size with a special meaning',
      [...words(1), ...[...'mdat'].map((letter) => letter.charCodeAt(0)), 0, 0, 0, 0, 9, 9, 9, 9],
    ],
    [
      'the end in the middle of a box',
      fragment({ sizes: [2, 2], time: 0 }, [1, 2, 3, 4], 1, box('senc', words(0, 0))).slice(0, -2),
    ],
    ['not media', filled(50)],
  ])('passes on unchanged: %s', (_what, segment) => {
    const parts = createFragmentParts();
    const bytes = Uint8Array.from(segment);
    const out = [...parts.push(bytes.subarray(0, 11)), ...parts.push(bytes.subarray(11)), ...parts.end()];
    if (_what === 'an unknown box first') expect(samplesOf(whole(out))).toEqual(samplesOf(bytes));
    else expect([...whole(out)]).toEqual(segment);
  });
});
