/** @jest-environment jest-fixed-jsdom */
import { waitFor } from '@testing-library/react';
import type { ApiStub } from '../support/api-stub.ts';
import { contentId, contentView } from '../support/content-view.ts';
import { request, setUp } from './upload-fixture.ts';

describe('the conversion watch while the live channel is up', () => {
  const reads = (api: ApiStub) =>
    api.requests.filter(({ method, url }) => method === 'GET' && url === `/api/content/${contentId()}`).length;

  it('reads on live events instead of polling, and polls when the channel is lost', async () => {
    const { api, live, bucket, manager, created, clock } = setUp();
    bucket.autoRespond = (put) => put.respond(200);
    live.live.set(new Set(['content']));
    await manager.start([request()]).settled;
    await waitFor(() => expect(reads(api)).toBe(1));
    clock.advance(60_000);
    expect(reads(api)).toBe(1);
    created.content = contentView({ conversion_status: 'processing', conversion_progress: 40 });
    live.announce('content');
    await waitFor(() => expect(manager.get()[0]).toMatchObject({ stagePercent: 40 }));
    expect(reads(api)).toBe(2);
    live.live.set(new Set());
    clock.advance(3_000);
    await waitFor(() => expect(reads(api)).toBe(3));
    live.live.set(new Set(['content']));
    created.content = contentView();
    live.announce('content');
    await waitFor(() => expect(manager.get()[0]).toMatchObject({ stage: 'complete' }));
    const before = reads(api);
    live.announce('content');
    clock.advance(60_000);
    expect(reads(api)).toBe(before);
    expect(live.topics.get()).toEqual([]);
  });

  it('reads again after a failed read, and after a change during a read', async () => {
    const { api, live, bucket, manager, created, clock } = setUp();
    bucket.autoRespond = (put) => put.respond(200);
    live.live.set(new Set(['content']));
    let answer = { status: 503, body: {} as unknown };
    api.on(`GET /api/content/${contentId()}`, () => answer);
    await manager.start([request()]).settled;
    await waitFor(() => expect(reads(api)).toBe(1));
    live.live.set(new Set(['content', 'catalog']));
    answer = { status: 200, body: created.content };
    await waitFor(() => {
      clock.advance(3_000);
      expect(reads(api)).toBe(2);
    });
    live.announce('content');
    live.announce('content');
    await waitFor(() => expect(reads(api)).toBe(4));
  });
});
