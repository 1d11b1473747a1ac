import { measureWordErrors, measureWordsInMusic, wordErrors } from '../../../bench/evaluation/speech.ts';
import { measureProfanity, measureSentiment } from '../../../bench/evaluation/text.ts';

/** The limits leave room for a few sentences: the samples are small, and a library's update may change some. */
describe('the engines of the local cloud, on labeled samples', () => {
  it('find the sentiment far more often than guessing, and rarely the opposite', () => {
    const { accuracy, opposite, perLabel } = measureSentiment();
    expect([accuracy.n, opposite.n, perLabel.length]).toEqual([120, 80, 4]);
    // The most frequent labels have a third of the lines each.
    expect(accuracy.low).toBeGreaterThan(0.5);
    expect(opposite.high).toBeLessThan(0.3);
  });

  it('find most profanity, and seldom where there is none', () => {
    const { recall, falseAlarms } = measureProfanity();
    expect([recall.n, falseAlarms.n]).toEqual([30, 30]);
    expect(recall.share).toBeGreaterThan(0.65);
    expect(falseAlarms.share).toBeLessThan(0.25);
  });

  it('recognize most words of a real recording, and none in music', async () => {
    for (const { version, rate } of await measureWordErrors())
      expect([version, rate.n, rate.share < 0.3]).toEqual([version, 22, true]);
    expect(await measureWordsInMusic()).toMatchObject({ share: 0, n: 16 });
  });
});

it.each([
  ['a b c', 'a b c', 0],
  ['a b c', '', 3],
  ['', 'a b', 2],
  ['a b c', 'a x c', 1],
  ['a b c', 'b c', 1],
  ['a b c', 'a b x c', 1],
  ['a b c d', 'b a d c', 3],
])('counts the errors of a transcript: %p as %p has %i', (truth, found, errors) => {
  const words = (text: string): readonly string[] => text.split(' ').filter(Boolean);
  expect(wordErrors(words(truth), words(found))).toBe(errors);
});
