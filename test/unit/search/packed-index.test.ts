import { ulid } from 'ulid';
import { titlesContaining } from '../../../lambdas/domain/search/containing.ts';
import { documentOf, type SearchDocument } from '../../../lambdas/domain/search/document.ts';
import { foldText } from '../../../lambdas/domain/search/fold.ts';
import { createLayeredIndex, layerOf } from '../../../lambdas/domain/search/layered-index.ts';
import { createPackedIndex } from '../../../lambdas/domain/search/packed-index.ts';
import { idAt, openParts, packDocuments, unpackDocuments } from '../../../lambdas/domain/search/packing.ts';
import { MAX_HITS } from '../../../lambdas/domain/search/search-index.ts';
import { someContent } from '../../support/content.ts';
import { createRandom, newSeed } from '../../support/random.ts';
import { openTitles, titlesOf as indexOf } from '../../support/search-store.ts';

/** The words that were looked up in the index. */
const mockLookups: { words: string[] } = { words: [] };
jest.mock('../../../lambdas/domain/search/word-matches.ts', () => {
  const actual = jest.requireActual<typeof import('../../../lambdas/domain/search/word-matches.ts')>(
    '../../../lambdas/domain/search/word-matches.ts',
  );
  const counted =
    (lookUp: typeof actual.similarWords): typeof actual.similarWords =>
    (parts, word) => {
      mockLookups.words.push(word);
      return lookUp(parts, word);
    };
  return { wordsStartingWith: counted(actual.wordsStartingWith), similarWords: counted(actual.similarWords) };
});

const seed = newSeed();
const random = createRandom(seed);
const int = (below: number): number => Math.floor(random() * below);

let clock = 1_000;
const nextId = (): string => `cnt_${ulid((clock += 1))}`;

const documentWith = (fields: Partial<Parameters<typeof someContent>[0]>): SearchDocument => {
  const document = documentOf({ ...someContent({ id: nextId(), creator_name: 'The Label', ...fields }) });
  if (!document) throw new Error('The item is not published');
  return document;
};

describe('folding', () => {
  it.each([
    ['case and accents', 'CAFÉ Ñandú İstanbul', 'cafe nandu istanbul'],
    ['letters that Unicode does not decompose', 'Straße Ærø Łódź', 'strasse aero lodz'],
    ['a final sigma', 'ΟΔΟΣ', foldText('οδοσ')],
    ['characters that the search screen removes', `Rock & Roll {live} [it's "on"] <b>’`, 'rock roll live its on b'],
    ['spaces and control characters', ' a \u0000\t b\n', 'a b'],
    ['full-width letters', 'Ｆｕｌｌ', 'full'],
  ])('normalizes %s', (_what, text, folded) => expect(foldText(text)).toBe(folded));

  it('preserves that one text contains another', () => {
    const letters = ['a', 'É', 'ß', 'Σ', 'ς', ' ', '  ', '&', "'", '́', '😀', 'ﬁ', 'ש', '가', 'İ', '\t', '9'];
    const text = (least: number): string =>
      Array.from({ length: least + int(12) }, () => letters[int(letters.length)] ?? '').join('');
    for (let turn = 0; turn < 3000; turn += 1) {
      const inner = text(1).toWellFormed();
      const outer = `${text(0)}${inner}${text(0)}`;
      expect([seed, outer, inner, foldText(outer).includes(foldText(inner))]).toEqual([seed, outer, inner, true]);
    }
  });
});

describe('the packed index', () => {
  const syllables = [
    'la',
    'mé',
    'ro',
    'ki',
    'the ',
    'of ',
    'sun',
    'ß',
    'ø',
    '雪',
    '夜 ',
    '😀',
    ' & ',
    'ing ',
    'a',
    'e ',
    '’s ',
    'x',
    '19',
    'qu',
  ];
  const randomTitle = (): string =>
    Array.from({ length: 1 + int(9) }, () => syllables[int(syllables.length)] ?? '')
      .join('')
      .trim();
  const categories = [null, 'cat_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'cat_01ARZ3NDEKTSV4RRFFQ69G5FAW'];
  const documents = Array.from({ length: 5000 }, () =>
    documentWith({
      title: randomTitle(),
      content_type: int(2) ? 'video' : 'music',
      is_publicly_accessible: int(4) > 0,
      category_id: categories[int(3)] ?? null,
    }),
  );
  const parts = openParts(packDocuments(documents));

  const randomQuery = (): string => {
    const title = documents[int(documents.length)]?.title ?? '';
    const from = int(Math.max(1, title.length));
    return int(4) === 0 ? randomTitle() : title.slice(from, from + 1 + int(8)).toWellFormed();
  };

  it('finds the same titles as a comparison of all of them, for 5,000 random queries', () => {
    console.info(`seed ${seed}`);
    const newestFirst = [...documents].reverse();
    let hits = 0;
    for (let turn = 0; turn < 5000; turn += 1) {
      const text = foldText(randomQuery());
      const type = ([undefined, 'video', 'music'] as const)[int(3)];
      const naive =
        text === ''
          ? []
          : newestFirst
              .filter((document) => document.title.includes(text) && (!type || document.content_type === type))
              .map(({ id }) => id);
      const admits = type && ((index: number) => ((parts.flags[index] ?? 0) & 1) === (type === 'video' ? 1 : 0));
      expect([
        seed,
        text,
        titlesContaining(parts, text, Number.POSITIVE_INFINITY, admits || undefined).map((index) => idAt(parts, index)),
      ]).toEqual([seed, text, naive]);
      hits += naive.length;
    }
    expect(hits).toBeGreaterThan(10_000);
  });

  it('finds them when most titles match but few pass the filter', () => {
    const admitted = new Set([3, 2500, 4999]);
    expect(
      titlesContaining(
        openParts(packDocuments(documents.map((document) => ({ ...document, title: 'the same' })))),
        'same',
        10,
        (index) => admitted.has(index),
      ),
    ).toEqual([...admitted]);
  });

  it('returns every title that contains the text, unless there are too many', () => {
    const index = openTitles(parts);
    for (let turn = 0; turn < 300; turn += 1) {
      const text = randomQuery();
      const folded = foldText(text);
      const naive = documents
        .filter(({ title, is_public }) => folded !== '' && title.includes(folded) && is_public)
        .map(({ id }) => id);
      const found = new Set(index.search({ text, publicOnly: true }).map(({ id }) => id));
      expect(found.size).toBeLessThanOrEqual(MAX_HITS);
      // Above that, items that contain all words can rank before a title with the text in the middle of a word.
      if (found.size < MAX_HITS) expect([seed, text, naive.filter((id) => !found.has(id))]).toEqual([seed, text, []]);
    }
  });

  it('unpacks the same documents, at any offset in a buffer', () => {
    const packed = packDocuments(documents);
    const shifted = new Uint8Array(packed.length + 3);
    shifted.set(packed, 3);
    expect(unpackDocuments(openParts(shifted.subarray(3)))).toEqual([...documents].reverse());
  });

  it('tolerates typos only when the changes and the packed index together have few hits', () => {
    const thirty = (title: string) => Array.from({ length: 30 }, () => documentWith({ title, artist: 'Ann' }));
    const misspelled = thirty('Meadew');
    const exact = thirty('Meadow');
    const layered = createLayeredIndex(
      [
        { parts: openParts(packDocuments(misspelled)), ids: [] },
        layerOf(exact.map((document) => ({ id: document.id, document }))),
      ],
      createPackedIndex,
    );
    expect(layered.search({ text: 'meadow' })).toHaveLength(30);
    expect(indexOf(...misspelled, ...exact).search({ text: 'meadow' })).toHaveLength(30);
    expect(layered.search({ text: 'meadaw' })).toHaveLength(60);
  });

  it('has the same results with changes on top as when repacked', () => {
    const removed = documents.slice(0, 50);
    const renamed = documents
      .slice(50, 100)
      .map((document) => ({ ...document, title: `zebra ${document.title}`.trim() }));
    const added = Array.from({ length: 20 }, () => documentWith({ title: `Zebra ${randomTitle()}` }));
    const changes = [
      ...removed.map(({ id }) => ({ id, document: null })),
      ...[...renamed, ...added].map((document) => ({ id: document.id, document })),
    ];
    const layered = createLayeredIndex([{ parts, ids: [] }, layerOf(changes)], createPackedIndex);
    const repacked = indexOf(...documents.slice(100), ...renamed, ...added);
    expect(layered.size).toBe(repacked.size);
    for (const text of ['zebra', 'Zébra ', documents[10]?.title ?? '', renamed[3]?.title ?? '']) {
      expect([seed, text, layered.search({ text })]).toEqual([seed, text, repacked.search({ text })]);
    }
    expect(layered.search({ text: 'zebra' })).toHaveLength(70);
  });
});

describe('a search', () => {
  const meadow = documentWith({
    title: 'Meadow at Dawn',
    artist: 'Ólafur Ärnalds',
    tags: ['ambient', 'piano'],
    category_name: 'Nature Films',
    category_id: 'cat_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  });
  const heart = documentWith({
    title: 'Heartbeat',
    artist: 'Unknown',
    content_type: 'music',
    is_publicly_accessible: false,
  });
  const art = documentWith({ title: 'Colors', artist: 'Art', tags: [] });
  const rock = documentWith({ title: "Rock & Roll Don't Stop", artist: 'Unknown' });
  const index = indexOf(meadow, heart, art, rock);
  const found = (text: string, query = {}): readonly string[] => index.search({ text, ...query }).map(({ id }) => id);

  it.each([
    ['part of a title', 'eado'],
    ['a different case', 'MEADOW'],
    ['missing accents', 'olafur arnalds'],
    ['extra accents', 'mëadow'],
    ['a typo', 'maedow'],
    ['a missing letter', 'medow'],
    ['two typos in a long word', 'olafur arnaldz'],
    ['a tag', 'ambient'],
    ['the start of a tag', 'amb'],
    ['a category', 'nature'],
    ['words of several fields', 'dawn piano nature'],
    ['words in another order', 'dawn meadow'],
  ])('finds by %s', (_what, text) => expect(found(text)[0]).toBe(meadow.id));

  it.each([`Rock & Roll`, 'rock roll', `rock  roll don't`, 'ROCK ROLL DONT', '"Rock" [& Roll]', 'roll don’t stop'])(
    'finds a title with characters that the search screen removes: %s',
    (text) => expect(found(text)).toEqual([rock.id]),
  );

  it.each([
    '',
    ' ',
    ' '.repeat(10_000),
    '́̈',
    '&',
    '.*',
    '(a+)+$',
    '[',
    '\\',
    '%',
    '‮',
    '😀',
    '👩‍👩‍👧',
    'a'.repeat(100),
    `${'ab '.repeat(33)}`,
  ])('finds nothing for a hostile text (%#), after few lookups', (text) => {
    mockLookups.words = [];
    expect(found(text)).toEqual([]);
    // Each of at most twelve words is looked up as a beginning and with typos. The bench measures the time.
    expect(mockLookups.words.length).toBeLessThanOrEqual(2 * 12);
    expect(Math.max(0, ...mockLookups.words.map(({ length }) => length))).toBeLessThanOrEqual(64);
  });

  it.each([
    ['rock and roll', 'Rock & Roll', ''],
    ['Rock & Roll', 'Rock and Roll', ''],
    ['rock roll', 'Rock and Roll', ''],
    ['r and b hits', 'R&B Hits', ''],
    ['R&B hits', 'R and B Hits', ''],
    ['simon and garfunkel', 'The Boxer', 'Simon & Garfunkel'],
    ['Simon & Garfunkel', 'The Boxer', 'Simon and Garfunkel'],
  ])('finds for "%s" the title "%s" by "%s"', (text, title, artist) => {
    const meant = documentWith({ title, artist });
    const others = [
      documentWith({ title: 'And Then', artist: 'Band' }),
      documentWith({ title: 'Rock', artist: 'Roland' }),
    ];
    expect(
      indexOf(meant, ...others)
        .search({ text })
        .map(({ id }) => id),
    ).toEqual([meant.id]);
  });

  it('ranks titles with "&" like titles with "and", and still finds the word alone', () => {
    const [written, sign, alone] = ['Rock and Roll', 'Rock & Roll', 'And'].map((title) => documentWith({ title }));
    const index = indexOf(...[written, sign, alone].flatMap((document) => document ?? []));
    const found = (text: string) => index.search({ text }).map(({ id }) => id);
    // Equal scores are in the order of their ids, the newest first.
    for (const text of ['rock and roll', 'Rock & Roll']) expect(found(text)).toEqual([sign?.id, written?.id]);
    expect(found('and')[0]).toBe(alone?.id);
  });

  it('ranks a whole name above part of a word, and an equal title first', () => {
    expect(found('art')).toEqual([art.id, heart.id]);
    const same = documentWith({ title: 'Dawn' });
    expect(indexOf(same, meadow, documentWith({ title: 'The Dawning' })).search({ text: 'dawn' })[0]?.id).toBe(same.id);
  });

  it('filters by type, category and visibility for visitors', () => {
    expect(found('heartbeat', { contentType: 'video' })).toEqual([]);
    expect(found('heartbeat', { contentType: 'music' })).toEqual([heart.id]);
    expect(found('heartbeat', { publicOnly: true })).toEqual([]);
    expect(found('meadow', { categoryId: meadow.category_id ?? '' })).toEqual([meadow.id]);
    expect(found('meadow', { categoryId: 'cat_01ARZ3NDEKTSV4RRFFQ69G5FAX' })).toEqual([]);
  });

  it('covers only published items', () => {
    expect(documentOf({ ...someContent({ status: 'draft' }) })).toBeUndefined();
    expect(documentOf({ ...someContent({ deleted_at: '2026-01-01T00:00:00.000Z' }) })).toBeUndefined();
    expect(() => documentOf({ id: 'cnt_1' })).toThrow();
  });
});
