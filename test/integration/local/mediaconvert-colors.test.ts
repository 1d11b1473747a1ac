import { GetJobCommand } from '@aws-sdk/client-mediaconvert';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundledMediaTools } from '../../../infra/local/media/tools.ts';
import { stillKeys } from '../../../lambdas/domain/media/layout.ts';
import { differenceFromSdr, hdrFilm, measureFilm, type Transfer } from '../../support/media/hdr-film.ts';
import { openMediaConvert, type MediaConvertBench } from '../../support/media/media-convert-bench.ts';
import { BUCKET, convert, type Converted } from './support/conversions.ts';

let bench: MediaConvertBench;
beforeAll(async () => {
  bench = await openMediaConvert(undefined, bundledMediaTools());
});
afterAll(() => bench.close());

const film = async (transfer: Transfer, extension: 'mp4' | 'ts' = 'mp4', tags = true): Promise<string> => {
  const file = path.join(bench.folder, `${transfer}-${String(tags)}.${extension}`);
  await writeFile(file, hdrFilm(transfer, extension, tags));
  return file;
};
const stored = ({ contentId }: Converted, name: string): string =>
  bench.store.file(BUCKET, `media/${contentId}/v1/480/${name}`);
const renditions = (converted: Converted): readonly string[] =>
  converted.ladder.video.map(({ name }) => stored(converted, `hls_${name}.m3u8`));

it('has an ffmpeg from npm that can convert colors', () => {
  expect(bench.tools.missingColorFilters).toEqual([]);
});

describe.each<[Transfer, 'mp4' | 'ts', number]>([
  ['pq', 'mp4', 3],
  ['pq', 'ts', 3],
  // zscale applies the system gamma of HLG to each channel and not to brightness, which makes colors stronger.
  ['hlg', 'mp4', 5],
])('an HDR source (%s in %s)', (transfer, extension, tolerance) => {
  let converted: Converted;
  let naive: Converted;
  beforeAll(async () => {
    const source = await film(transfer, extension);
    [converted, naive] = [await convert(bench, source), await convert(bench, source, 'business', 'off')];
  });

  it('gets the colors of SDR in every rendition, still and storyboard image, unlike without conversion', () => {
    expect(renditions(converted)).toHaveLength(2);
    const { width = 0, height = 0 } = converted.ladder.storyboard ?? {};
    const differences = (of: Converted): readonly number[] => [
      ...renditions(of).map((file) => differenceFromSdr(measureFilm(file))),
      ...(['poster', 'thumbnail'] as const).map((kind) =>
        differenceFromSdr(measureFilm(bench.store.file(BUCKET, stillKeys(of.contentId, 'v1', kind)[0] ?? ''))),
      ),
      differenceFromSdr(measureFilm(stored(of, 'Thumbnail_000000001.jpg'), { width, height })),
    ];
    const [right, wrong] = [differences(converted), differences(naive)];
    const list = (figures: readonly number[]): string => figures.map((figure) => figure.toFixed(1)).join(' ');
    console.info(`${transfer} in ${extension}, difference from SDR: ${list(right)} converted, ${list(wrong)} not`);
    expect([...right, ...wrong]).toHaveLength(10);
    expect(Math.max(...right)).toBeLessThan(tolerance);
    expect(Math.min(...wrong)).toBeGreaterThan(3 * tolerance);
  });

  it('keeps paper white and details in what is brighter', () => {
    const { paper, lamp } = measureFilm(renditions(converted)[1] ?? '');
    expect(paper[0]).toBeGreaterThan(0.8 * 255);
    expect(paper[0]).toBeLessThan(0.9 * 255);
    expect(lamp[0]).toBeGreaterThan(paper[0] + 20);
    expect(lamp[0]).toBeLessThan(253);
  });

  it('gets renditions of eight bits that are tagged as Rec. 709', () => {
    for (const file of renditions(converted))
      expect(bench.inspect(file, '-allowed_extensions', 'ALL', '-show_streams')['streams']).toEqual([
        expect.objectContaining({
          codec_name: 'h264',
          pix_fmt: 'yuv420p',
          color_primaries: 'bt709',
          color_transfer: 'bt709',
          color_space: 'bt709',
          color_range: 'tv',
        }),
      ]);
  });
});

it('a source of ten bits without HDR metadata is left as it is', async () => {
  const source = await film('pq', 'mp4', false);
  const [first, second] = [await convert(bench, source), await convert(bench, source, 'business', 'off')];
  expect(measureFilm(renditions(first)[1] ?? '')).toEqual(measureFilm(renditions(second)[1] ?? ''));
});

it('a job says so when ffmpeg lacks the filters for colors, and leaves the colors as they are', async () => {
  const source = await film('pq');
  const messagesOf = async ({ client, details }: MediaConvertBench, { jobId }: Converted) => {
    const { Job } = await client.send(new GetJobCommand({ Id: jobId }));
    const { warnings } = details('COMPLETE').find((detail) => detail.jobId === jobId) ?? {};
    return { event: warnings, job: Job?.Warnings, texts: Job?.Messages?.Warning };
  };
  expect(await messagesOf(bench, await convert(bench, source))).toEqual({ event: [], job: [], texts: [] });
  const limited = await openMediaConvert(undefined, { ...bench.tools, missingColorFilters: ['zscale'] });
  try {
    const converted = await convert(limited, source);
    expect(await messagesOf(limited, converted)).toEqual({
      event: [{ code: 900_001, count: 1 }],
      job: [{ Code: 900_001, Count: 1 }],
      texts: [expect.stringMatching(/not converted to SDR.* lacks zscale\. Install/)],
    });
    const file = limited.store.file(BUCKET, `media/${converted.contentId}/v1/480/hls_640x360.m3u8`);
    expect(differenceFromSdr(measureFilm(file))).toBeGreaterThan(15);
    const unasked = await convert(limited, source, 'business', 'off');
    expect(await messagesOf(limited, unasked)).toEqual({ event: [], job: [], texts: [] });
  } finally {
    await limited.close();
  }
});
