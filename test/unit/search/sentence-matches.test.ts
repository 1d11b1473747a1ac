import { foldText } from '../../../lambdas/domain/search/fold.ts';
import { matchesOf, traced } from '../../../lambdas/domain/search/speech/matches.ts';
import { sentenceKeyOf, sentencesOf } from '../../../lambdas/domain/search/speech/sentences.ts';
import { someContent } from '../../support/content.ts';
import { createRandom, newSeed } from '../../support/random.ts';

const seed = newSeed();
const random = createRandom(seed);
const int = (below: number): number => Math.floor(random() * below);

describe('the parts of a sentence that match', () => {
  it.each([
    ['the whole text', 'Ask not what your country', 'what your', ['what your']],
    ['the text twice', 'the day of the day', 'the day', ['the day', 'the day']],
    ['words apart', 'ask what you can do for your country', 'country ask', ['ask', 'country']],
    ['the beginning of the last word', 'your country', 'your cou', ['your cou']],
    ['accents and case', 'Ein Café in Łódź', 'cafe LODZ', ['Café', 'Łódź']],
    ['decomposed accents', 'un cafe\u0301 noir', 'café', ['cafe\u0301']],
    ['ignored characters inside', 'don’t stop', 'dont stop', ['don’t stop']],
    ['letters that become two', 'eine Straße', 'strasse', ['Straße']],
    ['a typo', 'a quiet harbor', 'harbro', ['harbor']],
    ['scripts without spaces', '今日は東京です', '東京', ['東京']],
    ['characters outside the basic plane', '😀 hello 😀 there', 'hello there', ['hello', 'there']],
    ['one word only', 'a quiet harbor', 'quiet zebra', []],
    ['nothing', 'a quiet harbor', '...', []],
  ])('are %s', (_what, sentence, query, parts) => {
    expect(matchesOf(sentence, query).map(([from, to]) => sentence.slice(from, to))).toEqual(parts);
  });

  it('come from a text that folds as the index folds it', () => {
    const pieces = [
      'a',
      'É',
      'e\u0301',
      'ß',
      'ΟΔΟΣ',
      ' ',
      '  ',
      '\t',
      '´',
      '…',
      '½',
      '&',
      '’',
      '😀',
      'ﬁ',
      '가',
      'İ',
      '\u0000',
    ];
    for (let turn = 0; turn < 2000; turn += 1) {
      const text = Array.from({ length: int(12) }, () => pieces[int(pieces.length)] ?? '').join('');
      const { folded, origins } = traced(text);
      expect([seed, text, folded.trim()]).toEqual([seed, text, foldText(text)]);
      expect(origins).toHaveLength(folded.length);
    }
  });
});

describe('the documents of sentences', () => {
  const segment = (id: string, text: string) => ({ id, start_ms: 0, end_ms: 1, text });

  it('name the item and the segment, the first one with the highest id', () => {
    const content = someContent();
    const documents = sentencesOf({ ...content }, [segment('s00001', 'Óne'), segment('s00002', 'Two')]);
    expect(documents.map(({ id }) => sentenceKeyOf(id))).toEqual(
      ['s00001', 's00002'].map((segmentId) => ({ contentId: content.id, segmentId })),
    );
    expect(documents.map(({ title }) => title)).toEqual(['one', 'two']);
    expect((documents[0]?.id ?? '') > (documents[1]?.id ?? '')).toBe(true);
  });

  it('leave out sentences without text and items that are not published', () => {
    expect(sentencesOf({ ...someContent() }, [segment('s00001', ' ’ '), segment('wrong', 'text')])).toEqual([]);
    expect(sentencesOf({ ...someContent({ status: 'draft' }) }, [segment('s00001', 'text')])).toEqual([]);
  });
});
