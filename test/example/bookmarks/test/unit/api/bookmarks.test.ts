import type { BookmarksDeps } from '../../../lambdas/api/bookmarks/deps.ts';
import { bookmarkRoutes } from '../../../lambdas/api/bookmarks/routes.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { someContent, someDraft } from '../../support/content.ts';
import { accessClaims, call } from '../../support/http.ts';

const NOW = '2026-03-04T05:06:07.000Z';
const rights = { read: async () => ({ user_id: 'x', role: 'user' as const, plan: 'free' as const, disabled: false }) };

/** The function with one content item and the user's bookmarks in memory. */
const setUp = (content: ReturnType<typeof someContent> = someContent()) => {
  const notes = new Map<string, string>();
  const handler = httpFunction(
    bookmarkRoutes({
      bookmarks: {
        list: async () => ({
          items: [...notes].map(([content_id, note]) => ({ user_id: 'x', content_id, created_at: NOW, note })),
          next_cursor: null,
        }),
        add: async (_user: string, id: string) => void notes.set(id, ''),
        setNote: async (_user: string, id: string, note: string) => notes.has(id) && Boolean(notes.set(id, note)),
        remove: async (_user: string, id: string) => void notes.delete(id),
      },
      content: { get: async () => content },
      lookup: { getMany: async () => new Map([[content.id, content]]) },
      now: () => NOW,
    } as unknown as BookmarksDeps),
    { rights, logger: silentLogger },
  );
  const send = (routeKey: string, body?: object) =>
    call(handler, {
      routeKey,
      headers: { authorization: 'Bearer a.b.c' },
      claims: accessClaims(),
      params: { contentId: content.id },
      ...(body ? { body } : {}),
    });
  return { notes, content, send };
};

describe('bookmarks', () => {
  it('are added, get a note, are listed and removed', async () => {
    const { send, content } = setUp();
    expect((await send('PUT /api/bookmarks/{contentId}')).status).toBe(204);
    expect((await send('PUT /api/bookmarks/{contentId}/note', { note: ' The chorus ' })).status).toBe(204);
    expect(await send('GET /api/bookmarks')).toMatchObject({
      status: 200,
      body: { items: [{ content_id: content.id, note: 'The chorus', content: { title: content.title } }] },
    });
    expect((await send('DELETE /api/bookmarks/{contentId}')).status).toBe(204);
    expect((await send('DELETE /api/bookmarks/{contentId}')).status).toBe(204);
    expect(await send('GET /api/bookmarks')).toMatchObject({ body: { items: [] } });
  });

  it('are listed without the details of a title that is no longer published', async () => {
    const { send, notes, content } = setUp(someDraft());
    notes.set(content.id, 'Kept');
    const { body } = await send('GET /api/bookmarks');
    expect(body).toMatchObject({ items: [{ content_id: content.id, note: 'Kept', content: null }] });
  });

  it('cannot be added for a title that is not published, or get a note before they are added', async () => {
    const draft = setUp(someDraft());
    expect(await draft.send('PUT /api/bookmarks/{contentId}')).toMatchObject({
      status: 404,
      body: { code: 'content_not_found' },
    });
    expect(draft.notes.size).toBe(0);
    expect((await setUp().send('PUT /api/bookmarks/{contentId}/note', { note: 'x' })).status).toBe(404);
  });

  it.each([[{}], [{ note: null }], [{ note: 'x'.repeat(501) }], [{ note: 'a\u0000b' }], [{ note: 'x', more: 1 }]])(
    'reject the note %j',
    async (body) => {
      const { send, notes, content } = setUp();
      notes.set(content.id, 'before');
      expect((await send('PUT /api/bookmarks/{contentId}/note', body)).status).toBe(400);
      expect(notes.get(content.id)).toBe('before');
    },
  );
});
