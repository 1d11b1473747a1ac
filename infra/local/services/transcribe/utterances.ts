import { open } from 'node:fs/promises';

/** Unit of the times of utterances: frames of 10 ms. */
export const FRAMES_PER_SECOND = 100;
/** A stretch of sound, in frames. `to` is exclusive. */
export interface Utterance {
  readonly from: number;
  readonly to: number;
}

const HEADER_BYTES = 44;
const SAMPLES_PER_FRAME = 160;
const FRAME_BYTES = 2 * SAMPLES_PER_FRAME;
/** Frames that are read at once: ten seconds of sound. */
const READ_FRAMES = 1000;
/** Lengths of an utterance. Longer ones need more memory than they gain accuracy. */
const SHORTEST = 15 * FRAMES_PER_SECOND;
const LONGEST = 30 * FRAMES_PER_SECOND;
/** An utterance ends in the middle of the quietest stretch of this length. */
const QUIET = 20;

/** The sum of a frame's absolute samples. */
const loudnessOf = (bytes: Buffer, start: number): number => {
  let sum = 0;
  for (let at = start; at < start + FRAME_BYTES; at += 2) sum += Math.abs(bytes.readInt16LE(at));
  return sum;
};

const readLoudness = async (file: string): Promise<Float64Array> => {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const frames = Math.max(0, Math.floor((size - HEADER_BYTES) / FRAME_BYTES));
    const loudness = new Float64Array(frames);
    const buffer = Buffer.alloc(READ_FRAMES * FRAME_BYTES);
    for (let first = 0; first < frames; first += READ_FRAMES) {
      const count = Math.min(READ_FRAMES, frames - first);
      await handle.read(buffer, 0, count * FRAME_BYTES, HEADER_BYTES + first * FRAME_BYTES);
      for (let frame = 0; frame < count; frame += 1) loudness[first + frame] = loudnessOf(buffer, frame * FRAME_BYTES);
    }
    return loudness;
  } finally {
    await handle.close();
  }
};

/** The frame in the middle of the quietest stretch between two frames. */
const quietest = (loudness: Float64Array, first: number, last: number): number => {
  let best = first;
  let bestSum = Infinity;
  for (let from = first; from + QUIET <= last; from += 1) {
    let sum = 0;
    for (let frame = from; frame < from + QUIET; frame += 1) sum += loudness[frame] ?? 0;
    if (sum < bestSum) {
      best = from + QUIET / 2;
      bestSum = sum;
    }
  }
  return best;
};

/** Divides a sound into utterances of 15 to 30 seconds at its quietest places, so that no word is cut. */
export const utterances = async (file: string): Promise<readonly Utterance[]> => {
  const loudness = await readLoudness(file);
  const parts: Utterance[] = [];
  for (let from = 0; from < loudness.length;) {
    const rest = loudness.length - from;
    const to = rest <= LONGEST ? loudness.length : quietest(loudness, from + SHORTEST, from + LONGEST);
    parts.push({ from, to });
    from = to;
  }
  return parts;
};
