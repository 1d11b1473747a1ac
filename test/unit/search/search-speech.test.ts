import { searchSpeech } from '../../../lambdas/api/search/search-speech.ts';
import type { ContentLookup } from '../../../lambdas/data/content/content-lookup.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import type { StoredSentence } from '../../../lambdas/domain/search/speech/current-sentences.ts';
import { signInOf } from '../../../lambdas/domain/accounts/sign-in.ts';
import type { Segment } from '../../../lambdas/domain/analysis/transcript.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { createLayeredIndex } from '../../../lambdas/domain/search/layered-index.ts';
import { openParts, packDocuments } from '../../../lambdas/domain/search/packing.ts';
import { createSentenceIndex } from '../../../lambdas/domain/search/speech/sentence-index.ts';
import { sentencesOf } from '../../../lambdas/domain/search/speech/sentences.ts';
import type { Actor } from '../../../lambdas/http/route.ts';
import { someContent } from '../../support/content.ts';
import { PERSON } from '../../support/http.ts';

const listener: Actor = { userId: PERSON, role: 'user', plan: 'free', signIn: signInOf({}) };
const premium: Actor = { ...listener, plan: 'premium' };

interface Title {
  readonly content: Content;
  readonly segments: readonly Segment[];
}

const titleOf = (texts: readonly string[], fields: Partial<Content> = {}): Title => ({
  content: someContent(fields),
  segments: texts.map((text, index) => ({
    id: `s${String(index + 1).padStart(5, '0')}`,
    start_ms: index * 4000,
    end_ms: index * 4000 + 3000,
    text,
  })),
});

interface Page {
  readonly items: readonly {
    readonly content: { readonly id: string };
    readonly sentences: readonly {
      readonly start_ms: number;
      readonly text: string;
      readonly matches: readonly (readonly [number, number])[];
    }[];
    readonly found: number;
  }[];
  readonly next_cursor: string | null;
}

/** The route over an index of `indexed`, with possibly newer titles in `table`. */
const setUp = (indexed: readonly Title[], table: readonly Title[] = indexed, versionId = 'version-1') => {
  const documents = indexed.flatMap(({ content, segments }) => sentencesOf({ ...content }, segments));
  const parts = openParts(packDocuments(documents));
  const index = createLayeredIndex([{ parts, ids: [] }], createSentenceIndex);
  const reads = { sentences: 0 };
  const content: ContentLookup = {
    getMany: async (ids) =>
      new Map(
        table.filter((title) => ids.includes(title.content.id)).map((title) => [title.content.id, title.content]),
      ),
  };
  const route = searchSpeech({
    index: { current: () => Promise.reject(new Error('Not searched')) },
    staffIndex: { current: () => Promise.reject(new Error('Not searched')) },
    speechIndex: { current: async () => index },
    sentences: {
      getMany: async (keys) => {
        reads.sentences += keys.length;
        return ({ contentId, segmentId }): StoredSentence | undefined => {
          const title = table.find((one) => one.content.id === contentId);
          const segment = title?.segments.find(({ id }) => id === segmentId);
          return segment && { ...segment, version_id: versionId };
        };
      },
    },
    publicCatalog: true,
    readStorage: async () => ({ bucket: 'uploads', region: 'us-east-1', distributionId: 'E1' }),
    content,
    cursors: createCursors(async () => Buffer.alloc(32, 7).toString('base64')),
  });
  const ask = async (
    q: string,
    { actor = listener, ...query }: { actor?: Actor | null; [key: string]: unknown } = {},
  ) =>
    (
      await route.handle({
        query: { q, limit: 6, ...query },
        actor: actor ?? undefined,
        requestId: 'request-1',
      } as never)
    ).body as Page;
  return {
    reads,
    ask,
    texts: async (...args: Parameters<typeof ask>) =>
      (await ask(...args)).items.flatMap(({ sentences }) => sentences.map(({ text }) => text)),
  };
};

const speech = titleOf([
  'And so, my fellow Americans:',
  'ask not what your country can do for you,',
  'ask what you can do for your country.',
]);

describe('a search in speech', () => {
  it.each([
    ['a word', 'country', 2],
    ['the beginning of a word', 'coun', 2],
    ['words of which all are said', 'your ask do', 2],
    ['words apart, in any order', 'country ask', 2],
    ['a different case, accents and quotes', '"ÁMERICANS"', 1],
    ['a typo', 'contry', 2],
    ['a word that is not said', 'kazoo', 0],
    ['the end of a word', 'untry', 0],
    ['nothing but punctuation', '!?', 0],
  ])('finds sentences by %s', async (_what, q, count) => {
    expect(await setUp([speech]).texts(q)).toHaveLength(count);
  });

  it('returns the sentences of a title in order of time, with the parts that match', async () => {
    const [item] = (await setUp([speech]).ask('your country')).items;
    expect(item).toMatchObject({ content: { id: speech.content.id }, found: 2 });
    expect(item?.sentences.map(({ start_ms }) => start_ms)).toEqual([4000, 8000]);
    const parts = item?.sentences.map(({ text, matches }) => matches.map(([from, to]) => text.slice(from, to)));
    expect(parts).toEqual([['your country'], ['your country']]);
  });

  it('finds text of scripts without word spacing anywhere in a sentence', async () => {
    const title = titleOf(['今日は東京タワーに行きました。', 'また明日。']);
    expect(await setUp([title]).texts('東京')).toEqual(['今日は東京タワーに行きました。']);
  });

  it('shows three sentences of a title and counts the others, and does not let it hide other titles', async () => {
    const long = titleOf(Array.from({ length: 2000 }, (_, index) => `The country again ${index}`));
    const { ask, reads } = setUp([speech, long]);
    const { items } = await ask('country');
    expect(items.map(({ content, sentences, found }) => [content.id, sentences.length, found]).sort()).toEqual(
      [
        [speech.content.id, 2, 2],
        [long.content.id, 3, 50],
      ].sort(),
    );
    // The first three, although they all match equally well.
    expect(items.find(({ content }) => content.id === long.content.id)?.sentences.map(({ text }) => text)).toEqual([
      'The country again 0',
      'The country again 1',
      'The country again 2',
    ]);
    expect(reads.sentences).toBe(5);
  });

  it('returns titles page by page, each once', async () => {
    const titles = Array.from({ length: 7 }, (_, index) => titleOf([`A harbor ${index}`, 'Another harbor']));
    const { ask } = setUp(titles);
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Page = await ask('harbor', { limit: 3, ...(cursor === undefined ? {} : { cursor }) });
      ids.push(...page.items.map(({ content }) => content.id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect([ids.length, [...ids].sort()]).toEqual([7, titles.map(({ content }) => content.id).sort()]);
  });

  it('filters by type and category', async () => {
    const { texts } = setUp([speech]);
    expect(await texts('country', { content_type: 'music' })).toEqual([]);
    expect(await texts('country', { content_type: 'video' })).toHaveLength(2);
    expect(await texts('country', { category_id: 'cat_01ARZ3NDEKTSV4RRFFQ69G5FAV' })).toEqual([]);
  });
});

describe('the state of the table', () => {
  const changed = (fields: Partial<Content>, segments = speech.segments): readonly Title[] => [
    { content: { ...speech.content, ...fields }, segments },
  ];

  it.each([
    ['an unpublished title', { status: 'draft' }],
    ['a deleted title', { deleted_at: '2026-01-01T00:00:00.000Z' }],
    ['a title whose file was replaced', { source_version_id: 'version-2' }],
    ['a premium title, for a free plan', { is_premium: true }],
  ] as const)('hides %s', async (_what, fields) => {
    expect(await setUp([speech], changed(fields)).texts('country')).toEqual([]);
  });

  it('hides a title that no longer exists, and a sentence that was removed', async () => {
    expect(await setUp([speech], []).texts('country')).toEqual([]);
    expect(await setUp([speech], changed({}, speech.segments.slice(0, 2))).texts('country')).toHaveLength(1);
  });

  it('shows what a sentence says now, and hides it when it no longer matches', async () => {
    const edited = speech.segments.map((segment, index) => ({
      ...segment,
      text: ['Nothing.', 'A country, edited', 'Something else'][index] ?? '',
    }));
    expect(await setUp([speech], changed({}, edited)).texts('country')).toEqual(['A country, edited']);
  });

  it.each([
    ['a premium plan', premium, true],
    ['a free plan', listener, false],
    ['an administrator', { ...listener, role: 'admin' } as const, true],
    ['a visitor', null, false],
  ])('decides about premium titles for %s', async (_who, actor, sees) => {
    const title = { ...speech, content: { ...speech.content, is_premium: true } };
    expect((await setUp([title]).texts('country', { actor })).length > 0).toBe(sees);
  });

  it('shows visitors only what is publicly accessible', async () => {
    expect(await setUp([speech]).texts('country', { actor: null })).toHaveLength(2);
    const hidden = { ...speech, content: { ...speech.content, is_publicly_accessible: false } };
    expect(await setUp([hidden]).texts('country', { actor: null })).toEqual([]);
    // Also when the index does not know it yet.
    expect(await setUp([speech], [hidden]).texts('country', { actor: null })).toEqual([]);
  });
});
