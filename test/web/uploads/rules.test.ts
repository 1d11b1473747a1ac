import { AUDIO_EXTENSIONS, VIDEO_EXTENSIONS } from '../../../lambdas/contract/media/media-formats.ts';
import {
  ACCEPTED_FILES,
  analysisPercent,
  contentTypeOf,
  fileProblem,
  fileWarning,
  largeNotice,
  titleOf,
} from '../../../web/src/features/uploads/rules.ts';
import { stepViews } from './step-views.ts';
import { newJob, overallPercent } from '../../../web/src/features/uploads/jobs/upload-job.ts';
import { emptyContent, inputOf } from '../../../web/src/features/content/form/form.ts';

const GIB = 2 ** 30;
const file = (name: string, size = 5, type = '') => ({ name, size, type });

describe('choosing files', () => {
  it('accepts media up to 50 GB', () => {
    expect(fileProblem(file('film.MKV'))).toBeUndefined();
    expect(fileProblem(file('film.mkv', 50 * GIB))).toBeUndefined();
  });

  it('rejects files with the texts of the specification', () => {
    expect(fileProblem(file('notes.txt'))).toMatch(/^Unsupported file format\. Supported formats: mp4, avi, .*ac3$/);
    expect(fileProblem(file('film.mp4', 51 * GIB))).toBe(
      'File size exceeds 50GB limit. Current size: 51.00 GB. Please compress the file or use a smaller file.',
    );
    expect(fileProblem(file('film.mp4', 0))).toBe('The file is empty.');
    expect(fileProblem(file('old.rm'))).toContain('RealMedia');
  });

  it('offers in the file dialog exactly the formats that can be uploaded', () => {
    const offered = ACCEPTED_FILES.split(',');
    const listed = [...new Set([...VIDEO_EXTENSIONS, ...AUDIO_EXTENSIONS])];
    // A media type such as video/* would offer all files of that type.
    expect(offered.filter((type) => !type.startsWith('.'))).toEqual([]);
    expect(listed.filter((extension) => offered.includes(`.${extension}`))).toEqual(
      listed.filter((extension) => fileProblem(file(`a.${extension}`)) === undefined),
    );
  });

  it('warns about formats that browsers cannot play', () => {
    expect(fileWarning(file('film.mkv'))).toContain('use MP4 H.264 or WebM');
    expect(fileWarning(file('song.flac'))).toContain('use MP3, WAV, or AAC');
    expect(fileWarning(file('film.mp4'))).toBeUndefined();
    expect(fileWarning(file('song.mp3'))).toBeUndefined();
  });

  it('distinguishes video from music', () => {
    expect(contentTypeOf(file('film.mkv'))).toBe('video');
    expect(contentTypeOf(file('song.mp3'))).toBe('music');
    expect(contentTypeOf(file('either.mp2'))).toBe('music');
  });

  it('takes titles from file names', () => {
    expect(titleOf('My Song.final.mp3')).toBe('My Song.final');
    expect(titleOf('.mp3')).toBe('.mp3');
    expect(titleOf(`${'x'.repeat(300)}.mp3`)).toHaveLength(200);
    // A surrogate pair is kept or dropped as a whole.
    expect(titleOf(`${'x'.repeat(199)}🎻.mp3`)).toBe('x'.repeat(199));
    expect(titleOf(`${'x'.repeat(198)}🎻.mp3`)).toBe(`${'x'.repeat(198)}🎻`);
    expect(titleOf(`.${'y'.repeat(300)}`)).toHaveLength(200);
  });

  it('warns about files and batches above 100 MB', () => {
    const half = file('a.mp3', 50 * 2 ** 20);
    expect(largeNotice([half, half])).toBeUndefined();
    expect(largeNotice([file('a.mp4', 101 * 2 ** 20)])).toBe('Large File Detected');
    expect(largeNotice([half, half, file('b.mp3', 1)])).toBe('Large Batch Detected');
  });
});

it('weights the transfer and the conversion with 40 and the analysis with 15, and rounds the average', () => {
  const content = inputOf(emptyContent, { title: 'T', contentType: 'music', batchUpload: false });
  const job = newJob('1', { file: new File([new Uint8Array(100)], 'a.mp3'), content });
  expect(overallPercent([])).toBe(0);
  expect(overallPercent([{ ...job, stage: 'upload', sentBytes: 50 }])).toBe(20);
  expect(overallPercent([{ ...job, stage: 'conversion', stagePercent: 50 }])).toBe(60);
  expect(
    overallPercent([
      { ...job, stage: 'complete' },
      { ...job, stage: 'saving' },
      { ...job, stage: 'upload', sentBytes: 3 },
    ]),
  ).toBe(47);
  expect(overallPercent([{ ...job, stage: 'processing', stagePercent: 60 }])).toBe(89);
  expect(
    overallPercent([
      { ...job, stage: 'failed', sentBytes: 50 },
      { ...job, stage: 'complete' },
    ]),
  ).toBe(60);
});

it('measures the analysis by its steps that ended, until no other can run', () => {
  const percent = (states: Parameters<typeof stepViews>[0]) => analysisPercent(stepViews(states));
  const steps = { convert: 'completed', ready: 'completed', speech: 'skipped' } as const;
  expect(percent({ ...steps, ready: 'running', speech: 'waiting', frames: 'waiting' })).toBe(0);
  expect(percent({ ...steps, frames: 'running' })).toBe(50);
  expect(percent({ ...steps, frames: 'completed' })).toBe(100);
  expect(percent({ ...steps, frames: 'failed', safety: 'interrupted' })).toBeCloseTo(66.7, 1);
  expect(percent({ ...steps, ready: 'failed', frames: 'waiting' })).toBe(100);
  expect(percent({ upload: 'completed' })).toBe(100);
});
