import fc from '../../support/setup/fast-check.ts';
import { LIVE_TOPICS_MAX } from '../../../lambdas/contract/live/live-messages.ts';
import { liveTopics } from '../../../lambdas/contract/live/live-topics.ts';
import { tableDefinition } from '../../../lambdas/data/table/table-definition.ts';
import { domainEventsOf } from '../../../lambdas/domain/changes/domain-events.ts';
import { checkTopics } from '../../../lambdas/domain/live/connection.ts';
import { personToDisconnect, canSubscribe, closingOf, topicsOf } from '../../../lambdas/domain/live/topics.ts';
import { contentItem, someContent, someDraft } from '../../support/content.ts';

const ANN = '11111111-2222-4333-8444-555555555555';
const BEN = '99999999-2222-4333-8444-555555555555';

describe('canSubscribe', () => {
  it.each([
    ['user', ['catalog', liveTopics.user(ANN), liveTopics.history(ANN)]],
    ['moderator', ['catalog', 'content', liveTopics.user(ANN), liveTopics.history(ANN)]],
    ['admin', ['catalog', 'content', 'security', liveTopics.user(ANN), liveTopics.history(ANN)]],
  ] as const)('allows a %s exactly %j', (role, expected) => {
    const all = [
      'catalog',
      'content',
      'security',
      ...[ANN, BEN].flatMap((id) => [liveTopics.user(id), liveTopics.history(id)]),
    ];
    expect(all.filter((topic) => canSubscribe({ userId: ANN, role }, topic))).toEqual(expected);
  });

  it('allows everyone to follow a transcript, which can be read only by those who can read the item', () => {
    expect(canSubscribe({ userId: ANN, role: 'user' }, liveTopics.transcript('cnt_1'))).toBe(true);
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
    [
      'a verdict about a published item',
      published,
      { ...published, safety: { verdict: 'review', rev: 1 } },
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
      'an interrupted conversion that another worker continues',
      { type: 'ATTEMPT', rev: 1, lease_until: 'a' },
      { type: 'ATTEMPT', rev: 2, lease_until: 'b' },
      ['content'],
    ],
    [
      'an interrupted step that another worker continues',
      { type: 'STEP', rev: 1, lease_until: 'a' },
      { type: 'STEP', rev: 2, lease_until: 'b' },
      ['content'],
    ],
    [
      'another deadline of an attempt',
      { type: 'ATTEMPT', rev: 1, deadline_at: 'a' },
      { type: 'ATTEMPT', rev: 2, deadline_at: 'b' },
      [],
    ],
    ['new rights', undefined, { type: 'RIGHTS', user_id: ANN, role: 'user' }, [`user:${ANN}`]],
    [
      'another role',
      { type: 'RIGHTS', user_id: ANN, role: 'user' },
      { type: 'RIGHTS', user_id: ANN, role: 'admin' },
      [`user:${ANN}`],
    ],
    [
      'a subscription that was canceled',
      { type: 'BILLING', user_id: ANN, version: 1, subscription: { cancels_at: null } },
      { type: 'BILLING', user_id: ANN, version: 2, subscription: { cancels_at: 'a' } },
      [`user:${ANN}`],
    ],
    [
      'a subscription that was read again',
      { type: 'BILLING', user_id: ANN, version: 1, synced_at: 'a', next_look_at: 'a', gsi1sk: 'a' },
      { type: 'BILLING', user_id: ANN, version: 2, synced_at: 'b', next_look_at: 'b', gsi1sk: 'b' },
      [],
    ],
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
    ['a result of the analysis', undefined, { type: 'ANALYSIS_RESULT', content_id: 'cnt_1' }, ['content']],
    ['a correction of it', undefined, { type: 'ANALYSIS_CORRECTION', content_id: 'cnt_1' }, ['content']],
    ['a transcript', undefined, { type: 'TRANSCRIPT', content_id: 'cnt_1' }, ['transcript:cnt_1']],
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
    const meaningless = tableDefinition.streamTypes.filter(
      (type) =>
        domainEventsOf(undefined, {
          ...{ type, id: ANN, user_id: ANN, content_id: ANN, status: 'draft' },
          sessions: { a: someSession },
        }).length === 0,
    );
    expect(meaningless).toEqual([]);
  });
});

describe('a security alert', () => {
  const alert = { type: 'SECURITY_ALERT', id: 'alt_1', version: 1 };
  const changed = { type: 'topic-changed', detail: { topic: 'security' } };

  it('is reported to responses when it is raised, and to administrators with each change', () => {
    expect(domainEventsOf(undefined, alert)).toEqual([
      changed,
      { type: 'SecurityAlertRaised.v1', detail: { alertId: 'alt_1' } },
    ]);
    expect(domainEventsOf(alert, { ...alert, version: 2 })).toEqual([changed]);
    expect(domainEventsOf(alert, undefined)).toEqual([changed]);
  });
});

describe('personToDisconnect', () => {
  const rights = (role: string, disabled = false) => ({ type: 'RIGHTS', user_id: ANN, role, disabled });

  it.each([
    ['a demotion', rights('admin'), rights('user'), ANN],
    ['a promotion', rights('user'), rights('admin'), ANN],
    ['disabling', rights('user'), rights('user', true), ANN],
    ['deleted rights', rights('user'), undefined, ANN],
    ['the first rights', undefined, rights('user'), ANN],
    ['a second factor', rights('user'), { ...rights('user'), second_factor: true }, undefined],
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

const someSession = { begun: 1, seen: 1, until: 100, label: 'Firefox on Windows' };

describe('personToDisconnect with sessions', () => {
  const stored = (sessions?: object) => ({ type: 'SESSIONS', user_id: ANN, sessions });

  it.each([
    ['the first session', undefined, { a: someSession }, undefined],
    ['another session', { a: someSession }, { a: someSession, b: someSession }, undefined],
    ['activity', { a: someSession }, { a: { ...someSession, seen: 2, until: 200 } }, undefined],
    ['an ended session', { a: someSession }, { a: { ...someSession, ended: true } }, ANN],
    ['a removed session', { a: someSession, b: someSession }, { b: someSession }, ANN],
    ['a forgotten ended session', { a: { ...someSession, ended: true } }, {}, undefined],
    ['an expired session', { a: someSession }, { a: { ...someSession, noticed: true } }, ANN],
    ['a forgotten expired session', { a: { ...someSession, noticed: true } }, {}, undefined],
  ])('%s', (_what, before, after, userId) => {
    expect(personToDisconnect(stored(before), stored(after))).toBe(userId);
  });

  it.each([
    ['activity', { a: someSession }, { a: { ...someSession, seen: 2, until: 200 } }, []],
    ['another session', {}, { a: someSession }, [`user:${ANN}`]],
    ['an ended session', { a: someSession }, { a: { ...someSession, ended: true } }, [`user:${ANN}`]],
    ['an expired session', { a: someSession }, { a: { ...someSession, noticed: true } }, [`user:${ANN}`]],
    ['a forgotten ended session', { a: { ...someSession, ended: true } }, {}, []],
    ['an unconfirmed device', { a: someSession }, { a: { ...someSession, alert: true } }, [`user:${ANN}`]],
  ])('notifies of %s as far as users see it', (_what, before, after, topics) => {
    expect(topicsOf(stored(before), stored(after))).toEqual(topics);
  });
});

describe('closingOf', () => {
  const rights = { role: 'admin', disabled: false } as const;

  it.each([
    ['with the current role stays open', rights, undefined],
    ['with another role is closed', { ...rights, role: 'user' }, 'rights'],
    ['of a disabled user is closed', { ...rights, disabled: true }, 'disabled'],
    ['of a deleted user is closed', undefined, 'rights'],
    ['of an active session stays open', { ...rights, sessions: { mine: someSession } }, undefined],
    ['of an ended session is closed', { ...rights, sessions: { mine: { ...someSession, ended: true } } }, 'ended'],
    ['of a removed session is closed', { ...rights, sessions: {} }, 'ended'],
    ['of an expired session is closed', { ...rights, sessions: { mine: { ...someSession, until: 50 } } }, 'expired'],
  ] as const)('a channel %s', (_what, current, closing) => {
    expect(closingOf({ role: 'admin', session_id: 'mine' }, current, 50)).toBe(closing);
  });

  it('keeps a channel without a session open', () => {
    expect(closingOf({ role: 'admin' }, { ...rights, sessions: {} }, 50)).toBeUndefined();
  });
});
