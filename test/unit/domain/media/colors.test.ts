import { ColorPrimaries, TransferCharacteristics } from '@aws-sdk/client-mediaconvert';
import fc from '../../../support/setup/fast-check.ts';
import type { Plan } from '../../../../lambdas/contract/shared.ts';
import { HDR_TO_SDR, hdrColorsOf } from '../../../../lambdas/domain/media/colors.ts';
import { buildJobSettings, thumbnailTime } from '../../../../lambdas/domain/media/job-settings.ts';
import type { JobSettings, Output } from '../../../../lambdas/domain/media/job-shape.ts';
import { buildLadder } from '../../../../lambdas/domain/media/ladder.ts';
import { MEDIACONVERT_PRICES, priceOf, priceTierOf } from '../../../../lambdas/domain/media/prices.ts';
import { readProbe, type MediaProbe } from '../../../../lambdas/domain/media/probe.ts';

const HDR: readonly string[] = [TransferCharacteristics.SMPTE_2084, TransferCharacteristics.ARIB_B67];

const transfer = fc.option(fc.constantFrom(...Object.values(TransferCharacteristics)), { nil: undefined });
const primaries = fc.option(fc.constantFrom(...Object.values(ColorPrimaries)), { nil: undefined });
/** Everything that MediaConvert's Probe says about the colors of a video, by its container and its codec. */
const colors = fc.record({
  container: fc.record({ transfer, primaries, depth: fc.constantFrom(undefined, 8, 10, 12) }),
  codec: fc.option(fc.record({ transfer, primaries, depth: fc.constantFrom(undefined, 8, 10, 12) })),
  interlaced: fc.boolean(),
  sound: fc.boolean(),
});
type Colors = typeof colors extends fc.Arbitrary<infer Value> ? Value : never;

const probeOf = ({ container, codec, interlaced, sound }: Colors): MediaProbe =>
  readProbe({
    Container: {
      Format: 'mp4',
      Duration: 60,
      Tracks: [
        {
          TrackType: 'video',
          Codec: 'HEVC',
          VideoProperties: {
            Width: 1920,
            Height: 1080,
            FrameRate: { Numerator: 30, Denominator: 1 },
            TransferCharacteristics: container.transfer,
            // Read by no one, because neither makes a video HDR.
            ...{ ColorPrimaries: container.primaries, BitDepth: container.depth },
            CodecMetadata: {
              ScanType: interlaced ? 'Interlaced' : 'Progressive',
              ...(codec
                ? {
                    TransferCharacteristics: codec.transfer,
                    ...{ ColorPrimaries: codec.primaries, BitDepth: codec.depth },
                  }
                : {}),
            },
          },
        },
        ...(sound ? [{ TrackType: 'audio', Codec: 'AAC' }] : []),
      ],
    },
  });

const settingsOf = (probe: MediaProbe, plan: Plan, convertHdr: boolean): JobSettings =>
  buildJobSettings({
    contentId: 'c',
    version: 'v',
    input: 's3://bucket/k',
    destination: 's3://bucket',
    ladder: buildLadder(probe, plan),
    thumbnailAt: thumbnailTime(probe.duration),
    interlaced: probe.video?.interlaced === true,
    convertHdr,
  });
const outputsOf = ({ OutputGroups }: JobSettings): readonly Output[] => OutputGroups.flatMap(({ Outputs }) => Outputs);
const picturesOf = (settings: JobSettings) =>
  outputsOf(settings).flatMap(({ VideoDescription }) => (VideoDescription ? [VideoDescription] : []));

it('a video is HDR by its transfer alone, wherever the probe reports it, and all its pictures are converted', () => {
  const seen = { hdr: 0, sdr: 0 };
  fc.assert(
    fc.property(
      colors,
      fc.constantFrom<Plan>('free', 'premium', 'business'),
      fc.constantFrom(...HDR_TO_SDR),
      (input, plan, hdrToSdr) => {
        const probe = probeOf(input);
        const isHdr = [input.container.transfer, input.codec?.transfer].some((name) => HDR.includes(name ?? ''));
        expect(probe.video?.hdr).toBe(isHdr);
        seen[isHdr ? 'hdr' : 'sdr'] += 1;
        const found = hdrColorsOf(probe, hdrToSdr);
        expect(found).toBe(isHdr ? { convert: 'converted', off: 'unconverted' }[hdrToSdr] : undefined);
        const settings = settingsOf(probe, plan, found === 'converted');
        const pictures = picturesOf(settings);
        expect(pictures.length).toBe(buildLadder(probe, plan).video.length + 2);
        for (const { VideoPreprocessors, CodecSettings } of pictures) {
          expect(VideoPreprocessors?.ColorCorrector).toEqual(
            found === 'converted' ? { ColorSpaceConversion: 'FORCE_709', HdrToSdrToneMapper: 'VIBRANT' } : undefined,
          );
          expect(VideoPreprocessors?.Deinterlacer !== undefined).toBe(input.interlaced);
          // HIGH is the profile of eight bits; the one of ten bits is HIGH_10BIT.
          if (CodecSettings.Codec === 'H_264') expect(CodecSettings.H264Settings.CodecProfile).toBe('HIGH');
        }
        // Nothing else of a job depends on the colors.
        const plain = JSON.stringify(settings, (key, value: unknown) => (key === 'ColorCorrector' ? undefined : value));
        expect(plain.replaceAll('"VideoPreprocessors":{},', '')).toBe(JSON.stringify(settingsOf(probe, plan, false)));
      },
    ),
    { numRuns: 2000 },
  );
  expect(Math.min(seen.hdr, seen.sdr)).toBeGreaterThan(100);
});

it('follows what the source says about itself, so that wrong guesses change nothing', () => {
  const hdr = probeOf({
    container: { transfer: 'ARIB_B67', primaries: 'ITU_2020', depth: 10 },
    codec: null,
    interlaced: false,
    sound: true,
  });
  const [input] = settingsOf(hdr, 'premium', true).Inputs;
  expect(input?.VideoSelector).toEqual({ Rotate: 'AUTO' });
});

describe('the price of a conversion', () => {
  const video = {
    codec: 'HEVC',
    width: 1920,
    height: 1080,
    rotation: 0,
    frameRate: { numerator: 30, denominator: 1 },
    pixelAspect: 1,
    interlaced: false,
    hdr: true,
  } as const;
  const ladder = buildLadder(
    {
      container: 'mp4',
      duration: 3600,
      streams: 2,
      bytes: 1,
      video,
      audio: { codec: 'AAC', channels: 2, sampleRate: 48_000 },
    },
    'premium',
  );
  const perMinute = (tier: 'basic' | 'professional'): number => (100 * priceOf(ladder, 3600, tier)) / 60;

  it('is that of the professional tier with preprocessors, for pictures only', () => {
    expect([perMinute('basic').toFixed(1), perMinute('professional').toFixed(1)]).toEqual(['4.6', '7.3']);
    const { basicMinute, professionalMinute } = MEDIACONVERT_PRICES;
    const { audio, tiers } = ladder;
    const music = { kind: 'audio', video: [], audio, tiers } as const;
    expect(priceOf(music, 3600, 'professional')).toBe(priceOf(music, 3600));
    // Two renditions in standard and two in high definition; two stills of ten seconds.
    const units = 60 * (1 + 1 + 2 + 2) + 2 / 6;
    expect(priceOf(ladder, 3600, 'professional') - priceOf(ladder, 3600)).toBeCloseTo(
      units * (professionalMinute - basicMinute),
      6,
    );
  });

  it.each([
    [false, undefined, 'basic'],
    [false, 'unconverted', 'basic'],
    [false, 'converted', 'professional'],
    [true, undefined, 'professional'],
    [true, 'converted', 'professional'],
  ] as const)('interlaced %s, colors %s: %s', (interlaced, found, tier) => {
    expect(priceTierOf(interlaced, found)).toBe(tier);
  });
});
