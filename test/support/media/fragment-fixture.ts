import { box, words } from './boxes.ts';

/**
 * A fragmented MP4 with one AAC track and no decodable media: one sample for each duration, in units of the timescale.
 */
export const fragmentFixture = ({
  timescale,
  durations,
}: {
  readonly timescale: number;
  readonly durations: readonly number[];
}): Buffer => {
  const entry = box('mp4a', Buffer.alloc(28));
  const stsd = box('stsd', words(0, 1), entry);
  const mdhd = box('mdhd', words(0, 0, 0, timescale, 0, 0));
  const trak = box('trak', box('mdia', mdhd, box('minf', box('stbl', stsd))));
  const moov = box('moov', trak, box('mvex', box('trex', words(0, 1, 1, 0, 0, 0))));
  const fragments = durations.map((duration, index) => {
    // Every other fragment stores its duration in the track fragment header, the others in the run.
    const traf =
      index % 2 === 0
        ? box('traf', box('tfhd', words(0x8, 1, duration)), box('trun', words(0, 1)))
        : box('traf', box('tfhd', words(0, 1)), box('trun', words(0x100, 1, duration)));
    return Buffer.concat([box('moof', traf), box('mdat', Buffer.alloc(10 + index))]);
  });
  return Buffer.concat([box('ftyp', Buffer.from('isom')), moov, ...fragments, box('mfra')]);
};
