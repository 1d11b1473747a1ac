import type { ComprehendClient } from '@aws-sdk/client-comprehend';
import { createTextAnalyzer } from '../../../lambdas/platform/analyzers.ts';

const rate = (ErrorCode: string) => {
  const client = {
    send: async () => ({ $metadata: {}, ResultList: [], ErrorList: [{ Index: 0, ErrorCode }] }),
  } as unknown as ComprehendClient;
  return createTextAnalyzer(client).rateSentiments(['Ask not'], 'en');
};

describe('ratings of sentiment', () => {
  it('fail as a whole when the service failed at one text, so that the step is tried again', async () => {
    await expect(rate('INTERNAL_SERVER_ERROR')).rejects.toThrow('failed to rate');
  });

  it('leave out a text that cannot be rated at all', async () => {
    await expect(rate('TEXT_SIZE_LIMIT_EXCEEDED')).resolves.toMatchObject({ ResultList: [] });
  });
});
