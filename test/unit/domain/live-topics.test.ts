import fc from 'fast-check';
import { LIVE_TOPICS_MAX } from '../../../lambdas/contract/live/live-messages.ts';
import { liveTopics } from '../../../lambdas/contract/live/live-topics.ts';
import { tableDefinition } from '../../../lambdas/data/table/table-definition.ts';
import { judgeTopics } from '../../../lambdas/domain/live/connection.ts';
import { personToDisconnect, maySubscribe, mayStayConnected, topicsOf } from '../../../lambdas/domain/live/topics.ts';
import { contentItem, someContent, someDraft } from '../../support/content.ts';

const ANN = '11111111-2222-4333-8444-555555555555';
const BEN = '99999999-2222-4333-8444-555555555555';

describe('maySubscribe', () => {
  it.each([
    ['user', ['catalog', liveTopics.user(ANN), liveTopics.history(ANN)]],
    ['moderator', ['catalog', 'content', liveTopics.user(ANN), liveTopics.history(ANN)]],
    ['admin', ['catalog', 'content', liveTopics.user(ANN), liveTopics.history(ANN)]],
  ] as const)('lets a %s hear exactly %j', (role, heard) => {
    const all = ['catalog', 'content', ...[ANN, BEN].flatMap((id) => [liveTopics.user(id), liveTopics.history(id)])];
    expect(all.filter((topic) => maySubscribe({ userId: ANN, role }, topic))).toEqual(heard);
  });

  it('never tells of another person, whatever the ids and the role', () => {
    const id = fc.stringMatching(/^[0-9a-f-]{36}$/);
    fc.assert(
      fc.property(id, id, fc.constantFrom('user', 'moderator', 'admin'), (own, other, role) => {
        fc.pre(own !== other);
        return (
          !maySubscribe({ userId: own, role }, liveTopics.user(other)) &&
          !maySubscribe({ userId: own, role }, liveTopics.history(other))
        );
      }),
    );
  });
});

describe('judgeTopics', () => {
  it('judges each by itself, keeps what is heard, and stops at as many as a connection may have', () => {
    expect(
      judgeTopics(
        { userId: ANN, role: 'user' },
        ['catalog'],
        ['content', 'catalog', 'user:me', `user:${ANN}`, `user:${ANN}`, `history:${BEN}`, 'USER:x', ''],
      ),
    ).toEqual({
      topics: ['catalog', `user:${ANN}`],
      refused: [
        { topic: 'content', code: 'forbidden' },
        { topic: 'user:me', code: 'unknown_topic' },
        { topic: `history:${BEN}`, code: 'forbidden' },
        { topic: 'USER:x', code: 'unknown_topic' },
        { topic: '', code: 'unknown_topic' },
      ],
    });
    const full = Array.from({ length: LIVE_TOPICS_MAX }, (_, index) => `topic-${index}`);
    expect(judgeTopics({ userId: ANN, role: 'user' }, full, ['catalog', full[0] ?? ''])).toMatchObject({
      topics: full,
      refused: [{ topic: 'catalog', code: 'too_many_topics' }, { code: 'unknown_topic' }],
    });
  });

  it('never lets through what maySubscribe refuses', () => {
    const topic = fc.oneof(
      fc.constantFrom('catalog', 'content', `user:${ANN}`, `user:${BEN}`, `history:${BEN}`),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(topic, { maxLength: 30 }), fc.constantFrom('user', 'admin'), (wanted, role) => {
        const person = { userId: ANN, role };
        const { topics, refused } = judgeTopics(person, [], wanted);
        return (
          topics.every((heard) => maySubscribe(person, heard)) &&
          topics.length <= LIVE_TOPICS_MAX &&
          topics.length + refused.length === new Set(wanted).size
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
    ['a new title of what is published', published, { ...published, title: 'Other' }, both],
    ['what is taken back', published, { ...published, status: 'draft' }, both],
    ['a deletion', published, { ...published, deleted_at: '2026-01-01T00:00:00.000Z' }, both],
    ['the end of its removal', { ...published, deleted_at: '2026-01-01T00:00:00.000Z' }, undefined, ['content']],
    [
      'progress of a conversion',
      published,
      { ...published, conversion_status: 'processing', conversion_progress: 40, current_attempt: 'v/2' },
      ['content'],
    ],
    ['new renditions', published, { ...published, media_version: 'v2', conversion_progress: 100 }, both],
    ['one view more', published, { ...published, view_count: 5 }, []],
    ['a write that changes nothing', published, { ...published }, []],
    [
      'a step of a conversion',
      { type: 'ATTEMPT', rev: 1 },
      { type: 'ATTEMPT', rev: 2, probed_at: '2026-01-01T00:00:00.000Z' },
      ['content'],
    ],
    [
      'a claim that is taken over',
      { type: 'ATTEMPT', rev: 1, lease_until: 'a' },
      { type: 'ATTEMPT', rev: 2, lease_until: 'b' },
      [],
    ],
    ['a new right', undefined, { type: 'RIGHTS', user_id: ANN, role: 'user' }, [`user:${ANN}`]],
    ['a new name', { type: 'PROFILE', id: ANN }, { type: 'PROFILE', id: ANN, full_name: 'Ann' }, [`user:${ANN}`]],
    ['a watched content', undefined, { type: 'HISTORY', user_id: ANN }, [`history:${ANN}`]],
    ['a forgotten one', { type: 'HISTORY', user_id: ANN }, undefined, [`history:${ANN}`]],
    ['a like', undefined, { type: 'LIKE', user_id: ANN }, [`library:${ANN}`]],
    ['a playlist that goes', { type: 'PLAYLIST', user_id: ANN }, undefined, [`library:${ANN}`]],
    ['an entry, whose playlist tells', undefined, { type: 'ENTRY', user_id: ANN }, []],
    ['a connection', undefined, { type: 'CONNECTION', user_id: ANN }, []],
    ['an upload', undefined, { type: 'UPLOAD', user_id: ANN }, []],
    ['a broken item', undefined, { type: 'HISTORY', user_id: 7 }, []],
    ['nothing', undefined, undefined, []],
  ])('%s', (_what, before, after, topics) => {
    expect(topicsOf(before as never, after as never)).toEqual(topics);
  });

  it('knows every kind that wakes the reader of the stream', () => {
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
    ['rights that go', rights('user'), undefined, ANN],
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

describe('mayStayConnected', () => {
  it.each([
    ['with the role that the person has', { role: 'admin', disabled: false }, true],
    ['with another role', { role: 'user', disabled: false }, false],
    ['of a disabled person', { role: 'admin', disabled: true }, false],
    ['of a person who is gone', undefined, false],
  ] as const)('a channel %s', (_what, rights, stays) => {
    expect(mayStayConnected('admin', rights)).toBe(stays);
  });
});
