import { checkBedrock, type BedrockCheck } from '../../../bin/doctor/check-bedrock.ts';

const answerOf = (topics: readonly object[]) => ({
  stopReason: 'tool_use',
  usage: { inputTokens: 1100, outputTokens: 50 },
  output: { message: { content: [{ toolUse: { name: 'report_topics', input: { topics } } }] } },
});
const run = async (change: Partial<BedrockCheck>) => {
  const lines: string[] = [];
  let time = 0;
  const isRight = await checkBedrock({
    profile: 'us.anthropic.claude-haiku-5-5',
    region: 'us-east-1',
    readStatus: async () => ({ state: 'active' }),
    ask: async () => answerOf([{ topic: 'food', score: 0.9 }]),
    print: (line) => void lines.push(line),
    now: () => (time += 700),
    ...change,
  });
  return { isRight, lines };
};
const failing = (name: string) => async () => {
  throw Object.assign(new Error('You have no access.'), { name });
};

describe('npm run doctor -- bedrock', () => {
  it('asks the model and prints what it costs', async () => {
    expect(await run({})).toEqual({
      isRight: true,
      lines: [
        '        Claude Haiku 5.5, by the inference profile us.anthropic.claude-haiku-5-5',
        'ok      us-east-1 offers the model, and AWS does not plan to withdraw it',
        'ok      it answered in 0.7 s with 1100 tokens of input and 50 of output, which cost $0.000149 at list price',
        'ok      topics of a sample: food 0.9',
      ],
    });
  });

  it('warns of a model that will be withdrawn', async () => {
    const { isRight, lines } = await run({ readStatus: async () => ({ state: 'legacy', endsAt: '2027-10-07' }) });
    expect([isRight, lines[1]]).toEqual([
      true,
      'warning AWS will withdraw the model on 2027-10-07: choose another one',
    ]);
  });

  it.each<[string, Partial<BedrockCheck>, RegExp]>([
    ['a model that the region lacks', { readStatus: async () => ({ state: 'gone' }) }, /^failed {2}us-east-1 does not/],
    [
      'no access',
      { ask: failing('AccessDeniedException') },
      /^failed {2}AccessDeniedException: You have no access\. Request access to the model/,
    ],
    ['no credentials', { readStatus: failing('CredentialsProviderError') }, /Sign in with the AWS CLI/],
    ['an unknown error', { ask: failing('TimeoutError') }, /^failed {2}TimeoutError: You have no access\.$/],
    [
      'an answer in text',
      { ask: async () => ({ stopReason: 'end_turn' }) },
      /required form \(it stopped with end_turn\)/,
    ],
    ['a model that obeys its text', { ask: async () => answerOf([{ topic: 'politics', score: 1 }]) }, /followed the/],
  ])('fails for %s', async (_, change, reason) => {
    const { isRight, lines } = await run(change);
    expect([isRight, lines.filter((line) => line.startsWith('failed'))]).toEqual([
      false,
      [expect.stringMatching(reason)],
    ]);
  });
});
