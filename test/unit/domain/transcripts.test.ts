import { readVtt } from '../../../lambdas/domain/captions/vtt.ts';
import { domainEventsOf } from '../../../lambdas/domain/changes/domain-events.ts';
import { AppError } from '../../../lambdas/domain/app-error.ts';
import { editSegment, type EditableSegment } from '../../../lambdas/domain/transcripts/edits.ts';
import { writeTranscript } from '../../../lambdas/domain/transcripts/formats.ts';
import {
  MAX_SEGMENT_CHARACTERS,
  MAX_SEGMENT_MS,
  segmentsOf,
  wordStartsOf,
  type Token,
} from '../../../lambdas/domain/transcripts/segments.ts';
import { meanConfidence, readTranscribeOutput } from '../../../lambdas/domain/transcripts/transcribe-output.ts';
import { createRandom, newSeed } from '../../support/random.ts';

const english = { language: 'en-US' };

/** Tokens of half a second each, without pauses. */
const spoken = (text: string, startMs = 0): Token[] =>
  text
    .split(' ')
    .map((word, index) => ({ text: word, start_ms: startMs + index * 500, end_ms: startMs + index * 500 + 480 }));

describe('dividing a transcript', () => {
  it('makes a segment of each sentence', () => {
    expect(segmentsOf(spoken('Hello there. How are you? Fine!'), english)).toEqual([
      { id: 's00001', start_ms: 0, end_ms: 1000, text: 'Hello there.' },
      { id: 's00002', start_ms: 1000, end_ms: 2480, text: 'How are you?' },
      { id: 's00003', start_ms: 2500, end_ms: 3500, text: 'Fine!' },
    ]);
  });

  it('ends a segment at a long pause and where the recognizer found a boundary', () => {
    const tokens = [...spoken('one two'), ...spoken('three four', 2500)];
    expect(segmentsOf(tokens, english).map(({ text }) => text)).toEqual(['one two', 'three four']);
    const ended = spoken('one two three').map((token, index) => ({ ...token, ends: index === 0 }));
    expect(segmentsOf(ended, english).map(({ text }) => text)).toEqual(['one', 'two three']);
  });

  it('splits long sentences at a clause', () => {
    const sentence = 'ask not what your country can do for you, ask what you can do for your own country today.';
    expect(segmentsOf(spoken(sentence), english).map(({ text }) => text)).toEqual([
      'ask not what your country can do for you,',
      'ask what you can do for your own country today.',
    ]);
  });

  it('keeps lines of lyrics, however long they take', () => {
    const tokens = spoken('la la. la la la la la la la la la la la la la la la la la').map((token, index) => ({
      ...token,
      ends: index === 3,
    }));
    const lines = segmentsOf(tokens, { ...english, keepLines: true });
    expect(lines.map(({ text }) => text.split(' ').length)).toEqual([4, 15]);
  });

  it('joins words without spaces in languages that have none', () => {
    const [segment] = segmentsOf(spoken('こん にち は。'), { language: 'ja-JP' });
    expect(segment?.text).toBe('こんにちは。');
    expect(segment && wordStartsOf(segment, [], 'ja-JP')).toBeUndefined();
  });

  it('keeps order, limits and every word of random speech, which round trips through WebVTT', () => {
    const seed = newSeed();
    const random = createRandom(seed);
    for (let round = 0; round < 200; round += 1) {
      let time = 0;
      const tokens = Array.from({ length: 1 + Math.floor(random() * 120) }, (_, index): Token => {
        // Recognizers sometimes report words that overlap.
        const start = Math.max(0, time + Math.floor(random() * (random() < 0.1 ? 5000 : 200)) - 40);
        time = start + Math.floor(random() * 900);
        const text =
          `w${index}<&>`.slice(0, 2 + Math.floor(random() * 12)) + (random() < 0.15 ? '.' : random() < 0.2 ? ',' : '');
        return { text, start_ms: start, end_ms: time };
      });
      const segments = segmentsOf(tokens, english);
      expect({ seed, words: segments.flatMap(({ text }) => text.split(' ')).length }).toEqual({
        seed,
        words: tokens.length,
      });
      segments.forEach((segment, index) => {
        expect(segment.end_ms).toBeGreaterThan(segment.start_ms);
        expect(segment.start_ms).toBeGreaterThanOrEqual(segments[index - 1]?.end_ms ?? 0);
        if (segment.text.includes(' ')) {
          expect(segment.text.length).toBeLessThanOrEqual(MAX_SEGMENT_CHARACTERS);
          expect(segment.end_ms - segment.start_ms).toBeLessThanOrEqual(MAX_SEGMENT_MS);
        }
      });
      const back = readVtt(writeTranscript(segments, 'vtt')).map(({ start, end, text }) => ({
        start_ms: Math.round(start * 1000),
        end_ms: Math.round(end * 1000),
        text: text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
      }));
      expect({ seed, back }).toEqual({ seed, back: segments.map(({ id: _, ...segment }) => segment) });
    }
  });

  it('knows when each word starts as long as the words are those of the text', () => {
    const words = spoken('Hello there.').map((token) => ({ ...token, confidence: 1 }));
    const [segment] = segmentsOf(words, english);
    expect(segment && wordStartsOf(segment, words, 'en')).toEqual([0, 500]);
    expect(segment && wordStartsOf({ ...segment, text: 'Hello' }, words, 'en')).toBeUndefined();
  });
});

describe('the files of a transcript', () => {
  const segments = [
    { id: 's00001', start_ms: 0, end_ms: 1500, text: 'a <b> --> c' },
    { id: 's00002', start_ms: 3_600_000, end_ms: 3_601_000, text: 'later' },
  ];

  it('are WebVTT, SubRip and plain text, in which tags and arrows are only text', () => {
    expect(writeTranscript(segments, 'vtt')).toContain('00:00:00.000 --> 00:00:01.500\na &lt;b&gt; --&gt; c');
    expect(writeTranscript(segments, 'srt')).toBe(
      '1\n00:00:00,000 --> 00:00:01,500\na < b> -- > c\n\n2\n01:00:00,000 --> 01:00:01,000\nlater\n',
    );
    expect(writeTranscript(segments, 'txt')).toBe('a <b> --> c\n\nlater\n');
  });
});

describe("the output of Transcribe's jobs", () => {
  const word = (id: number, content: string, start: string, end: string, confidence = '0.9') => ({
    id,
    type: 'pronunciation',
    alternatives: [{ content, confidence }],
    start_time: start,
    end_time: end,
  });
  const mark = (id: number, content: string) => ({
    id,
    type: 'punctuation',
    alternatives: [{ content, confidence: '0.0' }],
  });

  it('becomes words with their punctuation, times and confidence', () => {
    const items = [
      word(0, 'Ask', '0.04', '0.3'),
      word(1, 'not', '0.3', '0.5', '0.7'),
      mark(2, '.'),
      word(3, 'Ask', '2', '2.5'),
    ];
    const output = {
      results: {
        language_code: 'en-US',
        items,
        audio_segments: [
          { id: 0, items: [0, 1, 2] },
          { id: 1, items: [3] },
        ],
      },
    };
    const { language, tokens, words } = readTranscribeOutput(output);
    expect(language).toBe('en-US');
    expect(tokens).toEqual([
      { text: 'Ask', start_ms: 40, end_ms: 300, ends: false },
      { text: 'not.', start_ms: 300, end_ms: 500, ends: true },
      { text: 'Ask', start_ms: 2000, end_ms: 2500, ends: true },
    ]);
    expect(meanConfidence(words)).toBeCloseTo(0.8333, 3);
  });

  it('is empty without speech, and rejected in another shape', () => {
    expect(readTranscribeOutput({ results: { items: [] } })).toEqual({ language: undefined, tokens: [], words: [] });
    expect(meanConfidence([])).toBeNull();
    expect(() => readTranscribeOutput({ results: { items: [{ type: 'pronunciation' }] } })).toThrow();
  });
});

describe('editing a segment', () => {
  const at = (id: string, start: number, end: number, more: Partial<EditableSegment> = {}): EditableSegment => ({
    id,
    start_ms: start,
    end_ms: end,
    text: `text of ${id}`,
    version: 0,
    removed: false,
    ...more,
  });
  const second = at('s2', 2000, 3000);
  const segments = [at('s1', 0, 1500), second, at('s3', 4000, 5000)];
  const edit = { text: ' new\n text ', start_ms: 1500, end_ms: 4000, removed: false };
  const apply = (changes: Partial<typeof edit>, all = segments) =>
    editSegment(all, second, { ...edit, ...changes }, 10_000);

  it('sets text and times up to those of its neighbors', () => {
    expect(apply({})).toEqual({ ...second, text: 'new text', start_ms: 1500, end_ms: 4000, version: 1 });
  });

  it.each([
    [{ text: ' \n ' }, 'The segment at 0:02.000 (“text of s2”) needs a text.'],
    [{ start_ms: 3000, end_ms: 2000 }, 'must end after it starts'],
    [{ start_ms: 2000, end_ms: 2050 }, 'at least 0.1 seconds'],
    [{ start_ms: 1400 }, 'cannot start before 0:01.500, where 0:00.000 (“text of s1”) ends'],
    [{ end_ms: 4001 }, 'cannot end after 0:04.000, where 0:04.000 (“text of s3”) starts'],
  ])('rejects %j and names the segment', (changes, message) => {
    const rejected = () => apply(changes);
    expect(rejected).toThrow(AppError);
    expect(rejected).toThrow(expect.objectContaining({ detail: expect.stringContaining(message) }));
  });

  it('rejects a time after the end of the title', () => {
    const last = at('s3', 4000, 5000);
    expect(() => editSegment(segments, last, { ...last, end_ms: 10_001 }, 10_000)).toThrow(
      expect.objectContaining({ detail: expect.stringContaining('at 0:10.000 at the latest') }),
    );
    expect(editSegment(segments, last, { ...last, end_ms: 10_001 }, null).end_ms).toBe(10_001);
  });

  it('removes a segment, over which its neighbors can then extend', () => {
    const removed = apply({ removed: true, text: '' });
    expect(removed).toEqual({ ...second, removed: true, version: 1 });
    const [first] = segments;
    const all = segments.map((segment) => (segment.id === 's2' ? removed : segment));
    expect(first && editSegment(all, first, { ...first, end_ms: 3900 }, null).end_ms).toBe(3900);
  });
});

describe('a change of a stored transcript', () => {
  const head = { type: 'TRANSCRIPT', content_id: 'cnt_1', set: 'a', revision: 0 };
  const typesOf = (before: object | undefined, after: object | undefined) =>
    domainEventsOf(before as never, after as never).map(({ type }) => type);

  it.each([
    ['a new one', undefined, head, true],
    ['an edit', head, { ...head, revision: 1 }, true],
    ['another set', head, { ...head, set: 'b' }, true],
    ['a candidate, which is not shown', head, { ...head, candidate: { set: 'b' } }, false],
    ['its deletion', head, undefined, false],
  ])('%s is followed: %j → %j: %s', (_what, before, after, isFollowed) => {
    expect(typesOf(before, after)).toEqual(['topic-changed', ...(isFollowed ? ['TranscriptChanged.v1'] : [])]);
  });
});
