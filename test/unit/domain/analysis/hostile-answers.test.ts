import { segmentsOf } from '../../../../lambdas/domain/transcripts/segments.ts';
import { readTranscribeOutput } from '../../../../lambdas/domain/transcripts/transcribe-output.ts';
import { writeTranscript } from '../../../../lambdas/domain/transcripts/formats.ts';
import { readVtt } from '../../../../lambdas/domain/captions/vtt.ts';
import { entityBlocks, summarizeText, toxicBlocks, toxicCoverage } from '../../../../lambdas/domain/analysis/text.ts';
import { summarizeFrames } from '../../../../lambdas/domain/analysis/frames.ts';
import type { Provenance } from '../../../../lambdas/domain/analysis/provenance.ts';
import { payloads } from '../../../support/stored-markup/payloads.ts';

/** Names that every JavaScript object has, which a table of known names must not find. */
const INHERITED = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];
const NAMES = [...payloads.map((payload) => payload.trim()), ...INHERITED];
/** Words that would begin another cue of a caption file. */
const CUES = [
  'a\n\n00:00.000 --> 00:09.000\nb',
  'a\r\n\r\n2\r\n00:00:00,000 --> 00:00:09,000\r\nb',
  'WEBVTT\n\nSTYLE\n',
];

const provenance = (provider: Provenance['provider']): Provenance => ({
  provider,
  model: 'model',
  version: '1',
  calibrated: false,
  covers: [],
});

/** The output of a job that recognized these words, one a second and each followed by a pause. */
const recognized = (words: readonly string[]) =>
  readTranscribeOutput({
    results: {
      language_code: 'en-US',
      items: words.map((content, index) => ({
        type: 'pronunciation',
        alternatives: [{ content, confidence: '0.9' }],
        start_time: String(5 * index),
        end_time: String(5 * index + 1),
      })),
    },
  });

describe('hostile words of a recognizer', () => {
  const words = [...NAMES, ...CUES];
  const segments = segmentsOf(recognized(words).tokens, { language: 'en-US' });
  const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

  it('are the text of segments, one line each', () => {
    expect(segments.map(({ text }) => text)).toEqual(words.map(oneLine));
  });

  it('are the text of the cues of a caption file, and begin none', () => {
    const unescaped = (text: string): string =>
      text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
    expect(readVtt(writeTranscript(segments, 'vtt')).map(({ text }) => unescaped(text))).toEqual(words.map(oneLine));
    const arrows = writeTranscript(segments, 'srt').split('-->').length - 1;
    expect(arrows).toBe(words.length);
    expect(writeTranscript(segments, 'srt')).not.toMatch(/<\S/);
  });
});

describe('hostile names that models return', () => {
  it('are names of entities, and labels of toxic text that are unknown are no evidence', () => {
    const segments = [{ id: 's00001', start_ms: 0, end_ms: 1000, text: 'A quiet evening.' }];
    const toxic = [{ ResultList: [{ Labels: NAMES.map((Name) => ({ Name, Score: 1 })) }] }];
    const { entities, evidence } = summarizeText({
      language: null,
      rated: { blocks: [], answers: [], batch: 1 },
      named: {
        blocks: entityBlocks(segments),
        answers: [{ Entities: NAMES.map((Text) => ({ Type: Text, Text, Score: 1, BeginOffset: 0 })) }],
      },
      toxic: { blocks: toxicBlocks(segments), answers: toxic, batch: 1 },
      provenance: provenance('comprehend'),
    });
    expect(entities.map(({ text }) => text)).toEqual(NAMES);
    expect(entities.map(({ type }) => type)).toEqual(NAMES);
    expect([evidence, toxicCoverage(toxic)]).toEqual([[], []]);
  });

  it('are labels of frames, and unknown moderation labels are no evidence', () => {
    const { labels, evidence } = summarizeFrames({
      plan: [0],
      intervalMs: 3000,
      provenance: provenance('rekognition'),
      moderation: new Map([
        [0, { ModerationLabels: NAMES.map((Name) => ({ Name, ParentName: Name, TaxonomyLevel: 2, Confidence: 99 })) }],
      ]),
      labels: new Map([[0, { Labels: NAMES.map((Name) => ({ Name, Confidence: 90 })) }]]),
      keyOf: String,
    });
    expect(labels.length).toBe(50);
    expect(labels.filter(({ name }) => !NAMES.includes(name))).toEqual([]);
    expect(evidence).toEqual([]);
  });

  it('are cut between characters', () => {
    const segments = [{ id: 's00001', start_ms: 0, end_ms: 1000, text: 'A quiet evening.' }];
    const Text = `x${'🦜'.repeat(200)}`;
    const { entities } = summarizeText({
      language: null,
      rated: { blocks: [], answers: [], batch: 1 },
      named: { blocks: entityBlocks(segments), answers: [{ Entities: [{ Type: 'OTHER', Text, Score: 1 }] }] },
      toxic: { blocks: [], answers: [], batch: 1 },
      provenance: provenance('comprehend'),
    });
    expect(entities.map(({ text }) => [text.length > 50, text.isWellFormed()])).toEqual([[true, true]]);
  });
});
