import type { JobSettings as SdkJobSettings } from '@aws-sdk/client-mediaconvert';
import fc from '../../../support/setup/fast-check.ts';
import { MAX_FRAMES, monoGains, planAnalysisOutputs } from '../../../../lambdas/domain/analysis/outputs.ts';
import { buildJobSettings } from '../../../../lambdas/domain/media/job-settings.ts';
import { buildLadder } from '../../../../lambdas/domain/media/ladder.ts';
import { analysisOutputsPrice, priceOf } from '../../../../lambdas/domain/media/prices.ts';
import type { MediaProbe } from '../../../../lambdas/domain/media/probe.ts';

const film = (duration: number, width = 1920, height = 1080): MediaProbe => ({
  container: 'mp4',
  duration,
  streams: 2,
  bytes: 1,
  video: {
    codec: 'AVC',
    width,
    height,
    rotation: 0,
    frameRate: { numerator: 25, denominator: 1 },
    pixelAspect: 1,
    interlaced: true,
    hdr: false,
  },
  audio: { codec: 'AAC', channels: 2, sampleRate: 48_000 },
});
const all = { speech: true, frames: true };

describe('the outputs that the analysis needs', () => {
  it.each([
    [1, 3, 1],
    [60, 3, 20],
    [3600, 3, 1200],
    [10 * 3600, 30, 1200],
  ])('are, for %i seconds, one frame in %i seconds, %i in all', (duration, interval, count) => {
    expect(planAnalysisOutputs(film(duration), all)?.frames).toEqual({ width: 640, height: 360, interval, count });
  });

  it('never exceed the bound, cover the whole video, and have sides that the services accept', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.04, max: 36_000, noNaN: true }),
        fc.integer({ min: 64, max: 8192 }),
        fc.integer({ min: 64, max: 8192 }),
        (duration, width, height) => {
          const frames = planAnalysisOutputs(film(duration, width, height), all)?.frames;
          if (!frames) throw new Error('A video has frames');
          expect(frames.count).toBeLessThanOrEqual(MAX_FRAMES);
          expect(frames.count * frames.interval).toBeGreaterThanOrEqual(duration);
          expect(Math.min(frames.width, frames.height)).toBeGreaterThanOrEqual(80);
          expect([frames.width % 2, frames.height % 2]).toEqual([0, 0]);
          expect(Math.max(frames.width, frames.height)).toBeLessThanOrEqual(8192 * 1.25);
        },
      ),
    );
  });

  it('are only those that the stage analyzes', () => {
    expect(planAnalysisOutputs(film(60), { speech: false, frames: false })).toBeUndefined();
    expect(planAnalysisOutputs(film(60), { speech: true, frames: false })).toEqual({ soundChannels: 2 });
    const { video: _none, ...music } = film(60);
    expect(planAnalysisOutputs(music, all)).toEqual({ soundChannels: 2 });
    const { audio: _silent, ...silent } = film(60);
    expect(planAnalysisOutputs(silent, all)?.soundChannels).toBeUndefined();
  });

  it.each([1, 2, 3, 4, 6, 8, 16])('mix %i channels to one that cannot clip', (channels) => {
    const gains = monoGains(channels);
    expect(gains).toHaveLength(channels);
    expect(gains.every((gain) => Number.isInteger(gain) && gain >= -60 && gain <= 6)).toBe(true);
    // Muted channels add a thousandth each.
    expect(gains.reduce((sum, gain) => sum + 10 ** (gain / 20), 0)).toBeLessThanOrEqual(1.02);
  });

  it('are outputs of the job in the shape of the SDK, deinterlaced as the renditions', () => {
    const settings: SdkJobSettings = buildJobSettings({
      contentId: 'c1',
      version: 'v1',
      input: 's3://uploads/uploads/c1/u1',
      destination: 's3://media',
      ladder: buildLadder(film(60), 'free', all),
      thumbnailAt: 1,
      interlaced: true,
    });
    const [sound, frames] = (settings.OutputGroups ?? []).slice(-2);
    expect(sound?.OutputGroupSettings?.FileGroupSettings?.Destination).toBe('s3://media/analysis/c1/v1/sound');
    expect(sound?.Outputs?.[0]?.AudioDescriptions?.[0]).toEqual({
      AudioSourceName: 'Audio Selector 1',
      CodecSettings: { Codec: 'WAV', WavSettings: { BitDepth: 16, Channels: 1, SampleRate: 16_000, Format: 'RIFF' } },
      RemixSettings: {
        ChannelsIn: 2,
        ChannelsOut: 1,
        ChannelMapping: { OutputChannels: [{ InputChannels: [-7, -7] }] },
      },
    });
    expect(frames?.OutputGroupSettings?.FileGroupSettings?.Destination).toBe('s3://media/analysis/c1/v1/frame');
    const picture = frames?.Outputs?.[0]?.VideoDescription;
    expect(picture?.VideoPreprocessors?.Deinterlacer).toBeDefined();
    expect(picture?.CodecSettings?.FrameCaptureSettings).toEqual({
      FramerateNumerator: 1000,
      FramerateDenominator: 3000,
      MaxCaptures: 20,
      Quality: 80,
    });
  });

  it('cost an SD output and an audio output over the whole duration', () => {
    const ladder = buildLadder(film(600), 'free', all);
    expect(analysisOutputsPrice(ladder, 600)).toBeCloseTo(10 * (0.0075 + 0.001) + 201 * 0.000005, 6);
    expect(priceOf(ladder, 600) - priceOf(buildLadder(film(600), 'free'), 600)).toBeCloseTo(
      analysisOutputsPrice(ladder, 600),
      6,
    );
  });
});
