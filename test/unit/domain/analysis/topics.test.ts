import { gzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexiconTopics } from '../../../../lambdas/domain/analysis/topics/topic-analyzer.ts';
import { measureTopics } from '../../../bench/evaluation/text.ts';
import { shareOf } from '../../../bench/intervals.ts';
import { repositoryRoot } from '../../../support/source-tree.ts';

const topicsOf = (text: string) => lexiconTopics.analyze(text).topics;

describe('topics by the word list', () => {
  it('are right far more often than the most frequent topic would be', () => {
    const { precision, recall } = measureTopics();
    const figures = { precision: precision.share.toFixed(2), recall: recall.share.toFixed(2) };
    console.info('topics', figures, `of ${recall.n} lines, ${precision.n} with a topic`);
    // 20 topics with equally many lines: guessing is right in 5 %.
    expect(recall.low).toBeGreaterThan(0.5);
    expect(precision.low).toBeGreaterThan(0.8);
  });

  it('are none without words of a topic, with a single one, or in another language', () => {
    for (const text of ['', '   ', '12345 !!!', 'It is what it is, and so on.', 'an orchestra', 'これは音楽です'])
      expect(topicsOf(text)).toEqual([]);
  });

  it('are ordered, few, and share the evidence', () => {
    const topics = topicsOf(
      'The orchestra and the singer recorded an album. The chef fries onions in butter with garlic.',
    );
    expect(topics.map(({ topic }) => topic)).toEqual(expect.arrayContaining(['music', 'food']));
    expect(topics.map(({ score }) => score)).toEqual(topics.map(({ score }) => score).sort((a, b) => b - a));
    expect(topics.reduce((sum, { score }) => sum + score, 0)).toBeLessThanOrEqual(1.01);
  });

  it('gain little from repetitions', () => {
    const text = 'The chef fries onions in butter and adds garlic. The singer has a guitar.';
    const [first] = topicsOf(`${text} ${'guitar singer '.repeat(3)}`);
    expect(first?.topic).toBe('food');
  });

  it('are found in hostile and huge texts, in linear time', () => {
    const text = `${'<script>alert(1)</script> __proto__ constructor guitar '.repeat(20_000)} singer`;
    expect(topicsOf(text)[0]?.topic).toBe('music');
  });

  it('fit into 120 KB', () => {
    const file = join(repositoryRoot, 'lambdas/domain/analysis/topics/lexicon.json');
    expect(gzipSync(readFileSync(file)).length).toBeLessThan(120_000);
  });
});

describe('the interval of a measured share', () => {
  it.each([
    [0, 10, 0, 0.278],
    [5, 10, 0.237, 0.763],
    [10, 10, 0.722, 1],
  ])("of %i in %i is Wilson's", (hits, n, low, high) => {
    const share = shareOf(hits, n);
    expect([share.low, share.high].map((value) => Number(value.toFixed(3)))).toEqual([low, high]);
  });
});
