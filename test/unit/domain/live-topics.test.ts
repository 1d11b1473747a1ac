import fc from 'fast-check';
import { LIVE_TOPICS_MAX } from '../../../lambdas/contract/live/live-messages.ts';
import { liveTopics } from '../../../lambdas/contract/live/live-topics.ts';
import { tableDefinition } from '../../../lambdas/data/table/table-definition.ts';
import { checkTopics } from '../../../lambdas/domain/live/connection.ts';
import { personToDisconnect, canSubscribe, canStayConnected, topicsOf } from '../../../lambdas/domain/live/topics.ts';
import { contentItem, someContent, someDraft } from '../../support/content.ts';

const ANN = '11111111-2222-4333-8444-555555555555';
const BEN = '99999999-2222-4333-8444-555555555555';

describe('canSubscribe', () => {
  it.each([
    ['user', ['catalog', liveTopics.user(ANN), liveTopics.history(ANN)]],
    ['moderator', ['catalog', 'content', liveTopics.user(ANN), liveTopics.history(ANN)]],
    ['admin', ['catalog', 'content', liveTopics.user(ANN), liveTopics.history(ANN)]],
  ] as const)('allows a %s exactly %j', (role, expected) => {
    const all = ['catalog', 'content', ...[ANN, BEN].flatMap((id) => [liveTopics.user(id), liveTopics.history(id)])];
    expect(all.filter((topic) => canSubscribe({ userId: ANN, role }, topic))).toEqual(expected);
  });

  it("never allows another user's topics, for any ids and roles", () => {
    const id = fc.stringMatching(/^[0-9a-f-]{36}$/);
    fc.assert(
      fc.property(id, id, fc.constantFrom('user', 'moderator', 'admin'), (own, other, role) => {
        fc.pre(own !== other);
        return (
          !canSubscribe({ userId: own, role }, liveTopics.user(other)) &&
          !canSubscribe({ userId: own, role }, liveTopics.history(other))
        );
      }),
    );
  });
});

describe('checkTopics', () => {
  it('checks each topic separately, keeps the current ones, and stops at the limit of a connection', () => {
    expect(
      checkTopics(
        { userId: ANN, role: 'user' },
        ['catalog'],
        ['content', 'catalog', 'user:me', `user:${ANN}`, `user:${ANN}`, `history:${BEN}`, 'USER:x', ''],
      ),
    ).toEqual({
      topics: ['catalog', `user:${ANN}`],
      denied: [
        { topic: 'content', code: 'forbidden' },
        { topic: 'user:me', code: 'unknown_topic' },
        { topic: `history:${BEN}`, code: 'forbidden' },
        { topic: 'USER:x', code: 'unknown_topic' },
        { topic: '', code: 'unknown_topic' },
      ],
    });
    const full = Array.from({ length: LIVE_TOPICS_MAX }, (_, index) => `topic-${index}`);
    expect(checkTopics({ userId: ANN, role: 'user' }, full, ['catalog', full[0] ?? ''])).toMatchObject({
      topics: full,
      denied: [{ topic: 'catalog', code: 'too_many_topics' }, { code: 'unknown_topic' }],
    });
  });

  it('never accepts a topic that canSubscribe denies', () => {
    const topic = fc.oneof(
      fc.constantFrom('catalog', 'content', `user:${ANN}`, `user:${BEN}`, `history:${BEN}`),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(topic, { maxLength: 30 }), fc.constantFrom('user', 'admin'), (requested, role) => {
        const subscriber = { userId: ANN, role };
        const { topics, denied } = checkTopics(subscriber, [], requested);
        return (
          topics.every((accepted) => canSubscribe(subscriber, accepted)) &&
          topics.length <= LIVE_TOPICS_MAX &&
          topics.length + denied.length === new Set(requested).size
        );
      }),
    );
  });
});

describe('topicsOf', () => {
  const published = contentItem(someContent());
  const draft = contentItem(someDraft());
  const both = ['content', 'catalog'];

  it.each<[string, object | undefined, object | undefined, readonly string[]]>([
    ['a new draft', undefined, draft, ['content']],
    ['an edited draft', draft, { ...draft, title: 'Other', revision: 2 }, ['content']],
    ['a publication', draft, { ...draft, status: 'published' }, both],
    ['a new title of a published item', published, { ...published, title: 'Other' }, both],
    ['an unpublication', published, { ...published, status: 'draft' }, both],
    ['a deletion', published, { ...published, deleted_at: '2026-01-01T00:00:00.000Z' }, both],
    ['the end of its removal', { ...published, deleted_at: '2026-01-01T00:00:00.000Z' }, undefined, ['content']],
    [
      'conversion progress',
      published,
      { ...published, conversion_status: 'processing', conversion_progress: 40, current_attempt: 'v/2' },
      ['content'],
    ],
    ['new renditions', published, { ...published, media_version: 'v2', conversion_progress: 100 }, both],
    ['a new view', published, { ...published, view_count: 5 }, []],
    ['a write that changes nothing', published, { ...published }, []],
    [
      'a step of a conversion',
      { type: 'ATTEMPT', rev: 1 },
      { type: 'ATTEMPT', rev: 2, probed_at: '2026-01-01T00:00:00.000Z' },
      ['content'],
    ],
    [
      'a claim taken over by another worker',
      { type: 'ATTEMPT', rev: 1, lease_until: 'a' },
      { type: 'ATTEMPT', rev: 2, lease_until: 'b' },
      [],
    ],
    ['new rights', undefined, { type: 'RIGHTS', user_id: ANN, role: 'user' }, [`user:${ANN}`]],
    ['a new name', { type: 'PROFILE', id: ANN }, { type: 'PROFILE', id: ANN, full_name: 'Ann' }, [`user:${ANN}`]],
    ['a new history entry', undefined, { type: 'HISTORY', user_id: ANN }, [`history:${ANN}`]],
    ['a deleted history entry', { type: 'HISTORY', user_id: ANN }, undefined, [`history:${ANN}`]],
    ['a like', undefined, { type: 'LIKE', user_id: ANN }, [`library:${ANN}`]],
    ['a deleted playlist', { type: 'PLAYLIST', user_id: ANN }, undefined, [`library:${ANN}`]],
    [
      'a hidden playlist',
      { type: 'PLAYLIST', user_id: ANN },
      { type: 'PLAYLIST', user_id: ANN, hidden_at: '2026-01-01T00:00:00.000Z' },
      [`library:${ANN}`, 'moderation'],
    ],
    ['a report of a playlist', undefined, { type: 'REPORTED_PLAYLIST', playlist_id: 'pls_1' }, ['moderation']],
    ['a playlist entry, which also changes its playlist', undefined, { type: 'ENTRY', user_id: ANN }, []],
    ['a connection', undefined, { type: 'CONNECTION', user_id: ANN }, []],
    ['an upload', undefined, { type: 'UPLOAD', user_id: ANN }, []],
    ['an invalid item', undefined, { type: 'HISTORY', user_id: 7 }, []],
    ['nothing', undefined, undefined, []],
  ])('%s', (_what, before, after, topics) => {
    expect(topicsOf(before as never, after as never)).toEqual(topics);
  });

  it('knows every item type that triggers the stream reader', () => {
    const topics = tableDefinition.streamTypes.map((type) =>
      topicsOf(undefined, { type, id: ANN, user_id: ANN, status: 'draft' }),
    );
    expect(topics.filter((list) => list.length === 0)).toEqual([]);
  });
});

describe('personToDisconnect', () => {
  const rights = (role: string, disabled = false) => ({ type: 'RIGHTS', user_id: ANN, role, plan: 'free', disabled });

  it.each([
    ['a demotion', rights('admin'), rights('user'), ANN],
    ['a promotion', rights('user'), rights('admin'), ANN],
    ['disabling', rights('user'), rights('user', true), ANN],
    ['deleted rights', rights('user'), undefined, ANN],
    ['the first rights', undefined, rights('user'), ANN],
    ['another plan', rights('user'), { ...rights('user'), plan: 'premium' }, undefined],
    ['enabling again', rights('user', true), rights('user'), undefined],
    [
      'another item',
      { type: 'PROFILE', user_id: ANN, role: 'admin' },
      { type: 'PROFILE', user_id: ANN, role: 'user' },
      undefined,
    ],
  ])('%s', (_what, before, after, userId) => {
    expect(personToDisconnect(before, after)).toBe(userId);
  });
});

describe('canStayConnected', () => {
  it.each([
    ['with the current role stays open', { role: 'admin', disabled: false }, true],
    ['with another role is closed', { role: 'user', disabled: false }, false],
    ['of a disabled user is closed', { role: 'admin', disabled: true }, false],
    ['of a deleted user is closed', undefined, false],
  ] as const)('a channel %s', (_what, rights, stays) => {
    expect(canStayConnected('admin', rights)).toBe(stays);
  });
});
