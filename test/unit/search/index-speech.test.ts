import type { Segment } from '../../../lambdas/domain/analysis/transcript.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { createSentenceIndex } from '../../../lambdas/domain/search/speech/sentence-index.ts';
import { sentenceKeyOf } from '../../../lambdas/domain/search/speech/sentences.ts';
import type { StoredTranscript } from '../../../lambdas/domain/transcripts/stored.ts';
import { indexSpeech, type SpeechIndexDeps } from '../../../lambdas/workers/search-index/index-speech.ts';
import { parseMessage } from '../../../lambdas/workers/search-index/message.ts';
import { someContent } from '../../support/content.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { createMemoryStore } from '../../support/search-store.ts';

interface Stored {
  readonly content: Content;
  readonly texts: readonly string[];
  readonly revision: number;
  readonly version_id?: string;
}

const segmentsOf = (texts: readonly string[]): readonly Segment[] =>
  texts.map((text, index) => ({ id: `s0000${index + 1}`, start_ms: index, end_ms: index + 1, text }));

/** The worker over stored items that a test changes. */
const setUp = (...stored: readonly Stored[]) => {
  const table = new Map(stored.map((one) => [one.content.id, one]));
  const store = createMemoryStore();
  const headOf = ({ content, texts, revision, version_id = 'version-1' }: Stored): StoredTranscript => ({
    content_id: content.id,
    version_id,
    set: 'set',
    source: 'machine',
    language: 'en-US',
    revision,
    rev: revision,
    segment_count: texts.length,
    created_at: '2026-01-01T00:00:00.000Z',
    edited_at: null,
    edited_by: null,
  });
  let beforeRead: (() => void) | undefined;
  const deps: SpeechIndexDeps = {
    content: {
      getMany: async (ids) => new Map(ids.flatMap((id) => table.get(id)?.content ?? []).map((one) => [one.id, one])),
    },
    transcripts: {
      readHead: async (id) => {
        const one = table.get(id);
        return one && headOf(one);
      },
      read: async (id) => {
        const one = table.get(id);
        const read = one && { transcript: headOf(one), segments: segmentsOf(one.texts) };
        // Another edit comes right after the read.
        beforeRead?.();
        beforeRead = undefined;
        return read;
      },
    },
    index: { store, sleep: async () => undefined, random: Math.random },
    logger: silentLogger,
  };
  return {
    store,
    put: (one: Stored): void => void table.set(one.content.id, one),
    remove: (id: string): void => void table.delete(id),
    afterNextRead: (act: () => void): void => void (beforeRead = act),
    index: (...ids: readonly string[]) => indexSpeech(deps, ids),
    found: (text: string) => store.found(text, createSentenceIndex).map((id) => sentenceKeyOf(id).segmentId),
  };
};

const content = someContent();
const first: Stored = { content, texts: ['A quiet harbor', 'Another day'], revision: 0 };

it('indexes the sentences of published items', async () => {
  const world = setUp(first);
  await world.index(content.id, content.id);
  expect(world.found('harbor')).toEqual(['s00001']);
});

it('replaces them after an edit, and removes them when the item is unpublished, deleted or replaced', async () => {
  const world = setUp(first);
  await world.index(content.id);
  world.put({ ...first, texts: ['A busy port', 'Another day'], revision: 1 });
  await world.index(content.id);
  expect([world.found('harbor'), world.found('port')]).toEqual([[], ['s00001']]);
  const gone: readonly (() => void)[] = [
    () => world.put({ ...first, content: { ...content, status: 'draft' } }),
    () => world.put({ ...first, version_id: 'version-0' }),
    () => world.remove(content.id),
  ];
  for (const make of gone) {
    world.put(first);
    await world.index(content.id);
    expect(world.found('harbor')).toEqual(['s00001']);
    make();
    await world.index(content.id);
    expect(world.found('harbor')).toEqual([]);
  }
});

it('does not leave an older state behind when an edit comes while it writes', async () => {
  const world = setUp(first);
  world.afterNextRead(() => world.put({ ...first, texts: ['A busy port'], revision: 1 }));
  await world.index(content.id);
  expect([world.found('harbor'), world.found('port')]).toEqual([[], ['s00001']]);
});

it('creates no index for items without speech', async () => {
  const world = setUp({ ...first, texts: [] });
  await world.index(content.id);
  expect(world.store.head()).toBeUndefined();
});

it('reads both events, and indexes the item itself only when it changed', () => {
  const message = (type: string, detail: object) => ({ source: 'soundstage', 'detail-type': type, detail });
  expect(parseMessage(message('ContentChanged.v1', { contentId: content.id, aspects: ['search'] }))).toEqual({
    contentId: content.id,
    item: true,
  });
  expect(parseMessage(message('TranscriptChanged.v1', { contentId: content.id }))).toEqual({
    contentId: content.id,
    item: false,
  });
  expect(() => parseMessage(message('ContentDeleted.v1', { contentId: content.id }))).toThrow();
});
