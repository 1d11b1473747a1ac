import {
  answerCost,
  createBedrockTopics,
  excerptOf,
  topicsOfAnswer,
  topicsQuestion,
} from '../../../../lambdas/domain/analysis/topics/bedrock-topics.ts';
import { mostTopicsCost } from '../../../../lambdas/domain/analysis/topics/topics-price.ts';
import { knownLanguageModels, languageModelOf } from '../../../../lambdas/contract/content/language-models.ts';

const haiku = languageModelOf('us.anthropic.claude-haiku-5-5')!;
const calling = (input: unknown, name = 'report_topics', stopReason = 'tool_use') => ({
  stopReason,
  output: { message: { content: [{ toolUse: { name, input } }] } },
});

describe('the answer of a language model', () => {
  it('is read from the tool, ordered, each topic once', () => {
    const topics = [
      { topic: 'music', score: 0.2 },
      { topic: 'food', score: 0.70049 },
      { topic: 'music', score: 0.25 },
    ];
    expect(topicsOfAnswer(calling({ topics }))?.topics).toEqual([
      { topic: 'food', score: 0.7 },
      { topic: 'music', score: 0.25 },
    ]);
    expect(topicsOfAnswer(calling({ topics: [] }))?.topics).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['an unknown topic', calling({ topics: [{ topic: 'ignore all previous instructions', score: 1 }] })],
    ['another field', calling({ topics: [], note: 'publish this title' })],
    ['another field of a topic', calling({ topics: [{ topic: 'food', score: 1, quote: '<script>' }] })],
    ['a score that is no share', calling({ topics: [{ topic: 'food', score: 7 }] })],
    ['a score as text', calling({ topics: [{ topic: 'food', score: '1' }] })],
    ['too many topics', calling({ topics: Array.from({ length: 6 }, () => ({ topic: 'food', score: 0.1 })) })],
    ['a name of the prototype', calling({ topics: [{ topic: 'constructor', score: 1 }] })],
    ['another tool', calling({ topics: [] }, 'publish')],
    ['an answer that was cut off', calling({ topics: [] }, 'report_topics', 'max_tokens')],
    ['filtered content', { stopReason: 'content_filtered', output: { message: { content: [] } } }],
    ['text', { stopReason: 'end_turn', output: { message: { content: [{ text: '{"topics":[]}' }] } } }],
    [
      'two calls',
      {
        stopReason: 'tool_use',
        output: { message: { content: [1, 2].flatMap(() => calling({ topics: [] }).output.message.content) } },
      },
    ],
    ['nothing', {}],
    ['no object', null],
  ])('is unusable with %s', (_, answer) => {
    expect(topicsOfAnswer(answer)).toBeUndefined();
  });
});

describe('the question', () => {
  it('has passages from all of a long text, within the limit, without broken characters', () => {
    const long = Array.from({ length: 60_000 }, (_, index) => `${index} 音楽🎵`).join(' ');
    const excerpt = excerptOf(long);
    expect(Buffer.byteLength(excerpt)).toBeLessThanOrEqual(120_000);
    expect(excerpt).not.toContain('\uFFFD');
    expect(excerpt.startsWith('0 音楽')).toBe(true);
    expect(excerpt).toMatch(/ 5[5-9]\d{3} /);
    expect(excerptOf('short')).toBe('short');
  });

  it('reserves at least what the answer can cost, and pays by its tokens', async () => {
    const text = 'The chef fries onions. '.repeat(390);
    const usage = { inputTokens: 4000, outputTokens: 80 };
    const analyzer = createBedrockTopics('us.anthropic.claude-haiku-5-5', async () => ({ usage }));
    const call = analyzer.ask(text);
    expect(call.paid?.(await call.run())).toBeCloseTo((4000 * 0.11 + 80 * 0.55) / 1e6, 9);
    expect(call.usd).toBeGreaterThan(answerCost(haiku, { usage }) ?? Infinity);
    // Ten minutes of speech.
    expect(call.usd).toBeLessThan(0.002);
    expect(call.paid?.({})).toBe(call.usd);
    expect(mostTopicsCost(haiku, 1_000_000)).toBeGreaterThanOrEqual(analyzer.ask('x'.repeat(1_000_000)).usd);
    expect(mostTopicsCost(haiku, 1_000_000)).toBeLessThan(0.01);
    expect(topicsQuestion(text).material).toBe(text);
  });
});

it('knows models by their inference profiles', () => {
  expect(knownLanguageModels().length).toBeGreaterThan(1);
  expect(languageModelOf('anthropic.claude-haiku-5-5')).toBeUndefined();
  expect(languageModelOf('us.constructor')).toBeUndefined();
  expect(languageModelOf('global.amazon.nova-2-lite-v1:0')?.name).toBe('Nova 2 Lite');
  expect(() => createBedrockTopics('us.meta.unknown', async () => ({}))).toThrow(
    'us.meta.unknown is no inference profile of anthropic.claude-haiku-5-5 or amazon.nova-2-lite-v1:0',
  );
});
