import { demoAccounts } from '../../../bin/demo.ts';
import { demoTitles } from '../../../bin/demo/titles.ts';
import { openApi } from '../../support/api.ts';
import { startLocalStack, waitFor, type LocalStack } from '../../support/stack/local-stack.ts';
import { openAccounts } from '../../support/stack/sign-in.ts';

describe('the demo catalog, analyzed by the pipeline of this machine', () => {
  let stack: LocalStack;
  beforeAll(async () => {
    stack = await startLocalStack({ catalog: true });
  });
  afterAll(() => stack?.stop());

  it('has captions, topics of what is said, and a false alarm that was approved after a look at it', async () => {
    const accounts = await openAccounts(stack);
    const api = openApi(stack.url);
    const { token } = await accounts.demo('admin');
    const { items } = await api.call('content.list-all-content', { query: {} }, token);
    const idOf = (key: string) => {
      const { title } = demoTitles.find((one) => one.key === key) ?? {};
      const item = items.find((one) => one.title === title);
      if (!item) throw new Error(`There is no title ${key}`);
      return item.id;
    };
    const speech = idOf('ask-not');
    const transcript = await waitFor('the transcript', async () => {
      const found = await api.call('transcripts.get-transcript', { params: { id: speech } }, token);
      return found.segments.length > 0 ? found : undefined;
    });
    expect(transcript.transcript?.source).toBe('script');
    const [opening, , last] = transcript.segments;
    expect([opening?.text, Math.round((last?.start_ms ?? 0) / 1000)]).toEqual(['And so, my fellow Americans:', 5]);
    await waitFor('the captions', async () => {
      const { steps } = await api.call('conversion.list-steps', { params: { id: speech } }, token);
      return steps.some(({ step, state }) => step === 'captions' && state === 'completed') ? true : undefined;
    });
    // What a person added, shown as theirs: the word list finds no topic in one sentence.
    const analysis = await api.call('analysis.get-analysis', { params: { id: speech } }, token);
    expect(analysis.metadata.content_analysis?.topics).toEqual([{ topic: 'politics', score: 1 }]);
    expect(analysis.corrections).toMatchObject([
      { kind: 'topic', name: 'politics', change: 'added', by_name: demoAccounts.admin.name },
    ]);

    // Found by the pipeline in the words of another title, whose script was aligned to its sound.
    const recipe = idOf('onion-soup');
    const found = await waitFor('the topics', async () => {
      const view = await api.call('analysis.get-analysis', { params: { id: recipe } }, token);
      return view.results.some(({ step }) => step === 'topics') ? view : undefined;
    });
    expect(found.metadata.content_analysis?.topics).toEqual([{ topic: 'food', score: expect.any(Number) }]);
    expect(found.results.find(({ step }) => step === 'topics')).toMatchObject({ provider: 'lexicon', stale: false });
    expect(found.corrections).toEqual([]);
    await waitFor('the title in the list by topic', async () => {
      const { items: foods } = await api.call('analysis.list-titles', { query: { topic: 'food' } }, token);
      return foods.some(({ content_id: id }) => id === recipe) ? true : undefined;
    });

    const review = await api.call('safety.get-review', { params: { id: idOf('glass-lotus') } }, token);
    expect([review.verdict, review.decision, review.raised]).toEqual([
      'review',
      'approved',
      [{ category: 'adult', level: 'review' }],
    ]);
    const [evidence] = review.evidence.filter(({ counts }) => counts);
    // The local models report it: nothing here is made up.
    expect(evidence).toMatchObject({ kind: 'frame', from_ms: 9000, version: expect.stringMatching(/^local-nsfwjs/) });
    expect(evidence?.confidence).toBeGreaterThan(0.25);
    expect(evidence?.confidence).toBeLessThan(0.5);
    expect(review.decisions[0]).toMatchObject({ outcome: 'approved', policy_version: 1 });
    accounts.close();
    api.close();
  });
});
