import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { creatorEntity } from '../../../lambdas/data/content/creator-repository.ts';
import { openApi, type Api } from '../api.ts';
import { contentItem, someContent, someDraft } from '../content.ts';
import { someTranscript } from '../transcripts.ts';
import { openOperator } from '../stack/operator.ts';
import { waitFor, type LocalStack } from '../stack/local-stack.ts';
import { withWaitingFile } from '../rows/conversion-records.ts';
import { somePlaylist } from '../rows/library-rows.ts';
import { someReports } from '../rows/moderation-rows.ts';
import { someFlagged } from '../rows/safety-rows.ts';
import { titleHoldEntity } from '../../../lambdas/data/content/title-hold-repository.ts';
import { legalHoldEntity } from '../../../lambdas/data/privacy/legal-hold-repository.ts';
import { somePerson } from '../rows/people-rows.ts';
import { openAccounts } from '../stack/sign-in.ts';
import { repositoryRoot } from '../source-tree.ts';

/** Stored data that visits rely on, in addition to the demo catalog. */
export interface World {
  readonly platformName: string;
  /** A music title and a film from the demo catalog. */
  readonly music: { readonly id: string; readonly title: string };
  readonly film: { readonly id: string; readonly title: string };
  /** A playlist of the listener that contains titles. */
  readonly playlistId: string;
  readonly playlistTitle: string;
  /** Music files for an administrator to upload. */
  readonly files: readonly { readonly name: string; readonly buffer: Buffer }[];
  /** An empty playlist of the administrator. */
  readonly emptyPlaylistId: string;
  /** A user with a complimentary plan. */
  readonly plannedId: string;
  /** A playlist of the listener that the administrator has hidden. */
  readonly hiddenPlaylistId: string;
}

const titled = <T extends { readonly title: string }>(items: readonly T[], title: string): T => {
  const found = items.find((item) => item.title === title);
  if (!found) throw new Error(`The demo catalog has no ${title}`);
  return found;
};

interface Tokens {
  readonly listener: string;
  readonly admin: string;
}

/** Creates the playlists, and the listener's entries, likes and history. */
const seedLibrary = async (api: Api, { listener, admin }: Tokens, items: readonly { readonly id: string }[]) => {
  const create = async (title: string, description: string, visibility: 'private' | 'public', token: string) =>
    (await api.call('library.create-playlist', { body: { title, description, visibility } }, token)).id;
  const playlistTitle = 'Sunday morning';
  const [playlistId, , emptyPlaylistId, hiddenPlaylistId] = await Promise.all([
    create(playlistTitle, 'Slow light and strings.\nFor the first coffee.', 'public', listener),
    create('On the road', '', 'private', listener),
    create('Before the show', 'What plays while the audience arrives.', 'public', admin),
    create('Best offers', 'Write to me for tickets.', 'public', listener),
  ]);
  const body = { reason: 'It advertises tickets instead of music.' };
  await api.call('moderation.hide-playlist', { params: { id: hiddenPlaylistId }, body }, admin);
  for (const { id } of items)
    await api.call('library.add-entry', { params: { id: playlistId, contentId: id } }, listener);
  for (const { id } of items.slice(0, 3))
    await api.call('library.like-content', { params: { contentId: id } }, listener);
  for (const { id } of items.slice(0, 5))
    await api.call('history.record-history', { body: { content_id: id } }, listener);
  return { playlistId, playlistTitle, emptyPlaylistId, hiddenPlaylistId };
};

const addChaptersAndCaptions = async (api: Api, { admin }: Tokens, id: string): Promise<void> => {
  const { revision } = await api.call('catalog.get-content', { params: { id } }, admin);
  const chapters = [
    { start: 0, title: 'First light' },
    { start: 5, title: 'The left hand enters' },
  ];
  await api.call('content.update-content', { params: { id }, body: { revision, chapters } }, admin);
  const text = 'WEBVTT\n\n00:00:00.000 --> 00:05:00.000\nA note is a light.\n';
  await api.call('content.put-captions', { params: { id, language: 'en' }, body: { label: 'English', text } }, admin);
};

/** What is said in the film. */
export const SPOKEN = ['A note is a light.', 'Every light is a note,', 'and the left hand answers the light.'];

/** Stores a transcript of a title, and waits until the search finds it and the player offers it. */
const addTranscript = async (
  api: Api,
  operator: ReturnType<typeof openOperator>,
  { listener }: Tokens,
  id: string,
): Promise<void> => {
  const stored = (await operator.items()).find((item) => item['id'] === id && 'source_version_id' in item);
  await operator.put(...someTranscript(id, String(stored?.['source_version_id']), SPOKEN));
  await waitFor(
    'the sentences in the search index',
    async () => (await api.call('search.search-speech', { query: { q: 'light' } }, listener)).items[0],
    20_000,
  );
  await waitFor(
    'the transcript of the title',
    async () => (await api.call('catalog.get-content', { params: { id } }, listener)).has_transcript || undefined,
    20_000,
  );
};

const somePeople = () => [
  somePerson({ full_name: 'Quiet Visitor', email: 'quiet.visitor@example.org' }),
  somePerson({
    full_name: '',
    email: 'someone.with.a.rather.long.address@a-long-domain-name.example.org',
    plan: 'premium',
  }),
  somePerson({ full_name: 'Mona Derator', role: 'moderator' }),
  somePerson({ full_name: 'Wolfeschlegelsteinhausenbergerdorff the Elder', plan: 'business', disabled: true }),
];

/** Gives a user a plan, and a better one later. */
const givePlans = async (api: Api, { admin }: Tokens, id: string): Promise<void> => {
  const give = (plan: 'premium' | 'creator', reason: string, replaces: string | null) =>
    api.call('person-plans.give-plan', { params: { id }, body: { plan, until: null, reason, replaces } }, admin);
  const { complimentary } = await give('premium', 'Reviews our catalog for a magazine.', null);
  await give('creator', 'Now also uploads interviews with our artists.', complimentary?.given_at ?? null);
};

/** A playlist that two users reported, with its owner. */
const reportedPlaylist = () => {
  const { person, items } = somePerson({ full_name: 'Loud Neighbor', email: 'loud.neighbor@example.org' });
  const shared = somePlaylist(person.id, [], { title: 'Loudest of all', visibility: 'public' });
  const texts = ['The description insults a member of the band by name, in every line.', ''];
  return [...items, ...shared.items, ...someReports(shared.playlist.id, texts)];
};

/** A content item whose conversion failed, one whose conversion runs, and one whose replacement waits for review. */
const unfinishedContent = () => {
  const unpublished = {
    artist: 'Meadow Band',
    thumbnail_url: null,
    poster_url: null,
    public_stills_versions: [],
    published_at: null,
    view_count: 0,
    media_version: null,
  };
  return [
    someContent({
      ...unpublished,
      title: 'Rehearsal of the 12th',
      original_file_name: 'rehearsal-12.avi',
      created_at: '2020-01-02T00:00:00.000Z',
      status: 'draft',
      conversion_status: 'failed',
      conversion_error: 'The file ends in the middle of its pictures.',
      conversion_progress: 0,
    }),
    someContent({
      ...unpublished,
      title: 'Late set',
      original_file_name: 'late set.mkv',
      created_at: '2020-01-01T00:00:00.000Z',
      status: 'pending',
      conversion_status: 'processing',
      conversion_progress: 46,
      conversion_started_at: new Date(Date.now() - 120_000).toISOString(),
      conversion_deadline_at: '2999-01-01T00:00:00.000Z',
    }),
    withWaitingFile(
      someContent({
        title: 'Encore',
        artist: 'Meadow Band',
        thumbnail_url: null,
        poster_url: null,
        public_stills_versions: [],
        created_at: '2020-01-03T00:00:00.000Z',
      }),
      { original_file_name: 'encore, remixed.mkv' },
    ),
  ];
};

/**
 * Waits for the demo catalog of a stack, then stores what a few days of use would leave: likes, playlists and a history
 * for the listener; users and unfinished content for the administrator. Can run again on the same data.
 */
export const seedWorld = async (stack: LocalStack): Promise<World> => {
  await stack.catalogReady();
  const [accounts, api, operator] = [await openAccounts(stack), openApi(stack.url), openOperator(stack)];
  try {
    const [listener, admin] = await Promise.all([accounts.demo('listener'), accounts.demo('admin')]);
    const tokens: Tokens = { listener: listener.token, admin: admin.token };
    const { items } = await api.call('catalog.list-content', { query: { limit: 24 } }, tokens.listener);
    const [music, film] = [titled(items, 'Prelude in C major'), titled(items, 'Prelude in Light')];
    const playlists = await seedLibrary(api, tokens, items);
    await addChaptersAndCaptions(api, tokens, film.id);
    const studio = { id: `crt_${ulid()}`, name: 'Meadow Studio' };
    const flagged = someFlagged({ title: 'Glass lotus', creator_id: studio.id, creator_name: studio.name });
    await addTranscript(api, operator, tokens, film.id);
    await operator.put(
      ...somePeople().flatMap((person) => person.items),
      ...reportedPlaylist(),
      creatorEntity.toItem({ ...studio, plan: 'creator', storage_used: 0, user_id: listener.id, content_count: 1 }),
      contentItem(flagged.content),
      ...flagged.stored,
      ...unfinishedContent().map((content) => contentItem(content)),
    );
    const planned = somePerson({ full_name: 'Gifted Guest', email: 'gifted.guest@example.org' });
    const { id } = planned.person;
    const hold = { user_id: id, reason: 'Lawsuit about a recording', set_at: new Date().toISOString(), set_by: id };
    const set_at = hold.set_at;
    const held = someDraft({ title: 'Disputed take', created_at: '2020-01-04T00:00:00.000Z', held_since: set_at });
    await operator.put(
      ...planned.items,
      legalHoldEntity.toItem(hold),
      contentItem(held),
      titleHoldEntity.toItem({ content_id: held.id, reason: 'Lawsuit about its lyrics', set_at }),
    );
    await givePlans(api, tokens, planned.person.id);
    const buffer = readFileSync(join(repositoryRoot, 'bin', 'demo', 'media', 'horned-viper.mp3'));
    const files = ['horned-viper.mp3', 'second track.mp3'].map((name) => ({ name, buffer }));
    return { platformName: 'Soundstage', music, film, files, plannedId: planned.person.id, ...playlists };
  } finally {
    accounts.close();
    api.close();
    operator.close();
  }
};
