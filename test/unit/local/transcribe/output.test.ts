import type { Recognition, RecognizedItem } from '../../../../infra/local/services/transcribe/recognizer.ts';
import { subtitleFile } from '../../../../infra/local/services/transcribe/subtitles.ts';
import { transcriptFile } from '../../../../infra/local/services/transcribe/transcript.ts';

const word = (content: string, from: number, to: number): RecognizedItem => ({
  type: 'pronunciation',
  content,
  from,
  to,
  confidence: 0.98765,
});
const mark = (content: string): RecognizedItem => ({ type: 'punctuation', content });
const speech: Recognition = {
  language: 'en',
  segments: [[word('Hello', 0, 0.5), mark(','), word('you', 0.5, 1.25), mark('.')], [word('Bye', 3661.5, 3662)]],
};

it('writes the transcript in the shape of Transcribe', () => {
  const alternatives = (content: string) => [{ confidence: '0.988', content }];
  expect(transcriptFile('job', speech, 'en-GB')).toEqual({
    jobName: 'job',
    accountId: '000000000000',
    status: 'COMPLETED',
    results: {
      language_code: 'en-GB',
      transcripts: [{ transcript: 'Hello, you. Bye' }],
      items: [
        { id: 0, type: 'pronunciation', alternatives: alternatives('Hello'), start_time: '0.0', end_time: '0.5' },
        { id: 1, type: 'punctuation', alternatives: [{ confidence: '0.0', content: ',' }] },
        { id: 2, type: 'pronunciation', alternatives: alternatives('you'), start_time: '0.5', end_time: '1.25' },
        { id: 3, type: 'punctuation', alternatives: [{ confidence: '0.0', content: '.' }] },
        { id: 4, type: 'pronunciation', alternatives: alternatives('Bye'), start_time: '3661.5', end_time: '3662.0' },
      ],
      audio_segments: [
        { id: 0, transcript: 'Hello, you.', start_time: '0.0', end_time: '1.25', items: [0, 1, 2, 3] },
        { id: 1, transcript: 'Bye', start_time: '3661.5', end_time: '3662.0', items: [4] },
      ],
    },
  });
});

it('writes subtitles from the start index', () => {
  expect(subtitleFile('vtt', speech, 0)).toBe(
    'WEBVTT\n\n0\n00:00:00.000 --> 00:00:01.250\nHello, you.\n\n1\n01:01:01.500 --> 01:01:02.000\nBye\n',
  );
  expect(subtitleFile('srt', speech, 1)).toBe(
    '1\n00:00:00,000 --> 00:00:01,250\nHello, you.\n\n2\n01:01:01,500 --> 01:01:02,000\nBye\n',
  );
  expect(subtitleFile('vtt', { language: 'en', segments: [] }, 1)).toBeUndefined();
});

it('keeps subtitles to two lines, ends them at pauses, and escapes what WebVTT would read as a tag', () => {
  const long = Array.from({ length: 40 }, (_each, index) => word('seven77', index, index + 0.9));
  const late = word('<late>', 60, 61);
  const text = subtitleFile('vtt', { language: 'en', segments: [[...long, late]] }, 1) ?? '';
  const cues = text
    .split('\n\n')
    .slice(1)
    .map((cue) => cue.trim().split('\n').slice(2));
  expect(
    cues
      .flat()
      .join(' ')
      .match(/seven77/g),
  ).toHaveLength(40);
  expect(Math.max(...cues.map((lines) => lines.length))).toBe(2);
  expect(Math.max(...cues.flat().map((line) => line.length))).toBeLessThanOrEqual(42);
  expect(cues.at(-1)).toEqual(['&lt;late&gt;']);
});
