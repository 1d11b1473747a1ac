import { readProbe, type MediaProbe } from '../../../../lambdas/domain/media/probe.ts';
import { speechFormatOf } from '../../../../lambdas/domain/media/speech-format.ts';

const track = (codec: string) => ({ TrackType: 'audio', Codec: codec });
const probeOf = (format: string, ...codecs: readonly string[]): MediaProbe =>
  readProbe({ Container: { Format: format, Duration: 1, Tracks: [{ TrackType: 'video' }, ...codecs.map(track)] } });

it.each([
  ['mp4', ['AAC'], 'mp4'],
  ['wave', ['PCM'], 'wav'],
  ['webm', ['OPUS'], 'webm'],
  ['quicktime', ['AAC'], undefined],
  ['mp4', ['AC3'], undefined],
  ['mp4', ['AAC', 'AAC'], undefined],
  ['mp4', [], undefined],
])('recognizes the speech of %s with the audio tracks %j as %s, without converting it', (format, codecs, expected) => {
  expect(speechFormatOf(probeOf(format, ...codecs))).toBe(expected);
});

it('leaves large files to the conversion', () => {
  expect(speechFormatOf({ ...probeOf('mp4', 'AAC'), bytes: 2 * 1024 ** 3 + 1 })).toBeUndefined();
});
