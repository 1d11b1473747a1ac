import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApi } from '../api.ts';
import { contentItem, someContent } from '../content.ts';
import { openOperator } from '../stack/operator.ts';
import { waitFor, type LocalStack } from '../stack/local-stack.ts';
import { somePerson } from '../rows/people-rows.ts';
import { openAccounts } from '../stack/sign-in.ts';
import { repositoryRoot } from '../source-tree.ts';

/** What the visits of screens find stored, beside the demo catalog. */
export interface World {
  /** A music title and a film of the demo catalog. */
  readonly music: { readonly id: string; readonly title: string };
  readonly film: { readonly id: string; readonly title: string };
  /** A playlist of the listener, with titles in it. */
  readonly playlistId: string;
  readonly playlistTitle: string;
  /** Music files that an administrator chooses to upload. */
  readonly files: readonly { readonly name: string; readonly buffer: Buffer }[];
  /** An empty playlist of the administrator. */
  readonly emptyPlaylistId: string;
}

const titled = <T extends { readonly title: string }>(items: readonly T[], title: string): T => {
  const found = items.find((item) => item.title === title);
  if (!found) throw new Error(`The demo catalog has no ${title}`);
  return found;
};

/**
 * Waits for the demo catalog of a stack and gives its people what they would have after some days: likes, playlists,
 * a history, and for the administrator contents whose conversion failed or runs. May be done again on the same data.
 */
export const seedWorld = async (stack: LocalStack): Promise<World> => {
  await waitFor(
    'the demo catalog',
    async () => (/The demo catalog is there|Ending Soundstage/.test(stack.output()) ? true : undefined),
    300_000,
  );
  const [accounts, api, operator] = [await openAccounts(stack), openApi(stack.url), openOperator(stack)];
  try {
    const [{ token }, { token: admin }] = await Promise.all([accounts.demo('listener'), accounts.demo('admin')]);
    const { items } = await api.call('catalog.list-content', { query: { limit: 24 } }, token);
    const [music, film] = [titled(items, 'Prelude in C major'), titled(items, 'Prelude in Light')];
    const create = async (title: string, description: string, visibility: 'private' | 'public', by: string) =>
      (await api.call('library.create-playlist', { body: { title, description, visibility } }, by)).id;
    const playlistTitle = 'Sunday morning';
    const [playlistId, , emptyPlaylistId] = await Promise.all([
      create(playlistTitle, 'Slow light and strings.\nFor the first coffee.', 'public', token),
      create('On the road', '', 'private', token),
      create('For the house', 'What plays before the doors open.', 'public', admin),
    ]);
    for (const { id } of items)
      await api.call('library.add-entry', { params: { id: playlistId, contentId: id } }, token);
    for (const { id } of items.slice(0, 3))
      await api.call('library.like-content', { params: { contentId: id } }, token);
    for (const { id } of items.slice(0, 5))
      await api.call('history.record-history', { body: { content_id: id } }, token);
    // Chapters and captions, as whoever publishes a film writes them.
    const { revision } = await api.call('catalog.get-content', { params: { id: film.id } }, admin);
    await api.call(
      'content.update-content',
      {
        params: { id: film.id },
        body: {
          revision,
          chapters: [
            { start: 0, title: 'First light' },
            { start: 5, title: 'The left hand enters' },
          ],
        },
      },
      admin,
    );
    const cue = 'WEBVTT\n\n00:00:00.000 --> 00:05:00.000\nA note is a light.\n';
    await api.call(
      'content.put-captions',
      { params: { id: film.id, language: 'en' }, body: { label: 'English', text: cue } },
      admin,
    );
    const buffer = readFileSync(join(repositoryRoot, 'bin', 'demo', 'media', 'horned-viper.mp3'));
    const still = {
      thumbnail_url: null,
      poster_url: null,
      public_stills_versions: [],
      published_at: null,
      view_count: 0,
    };
    const failed = {
      ...still,
      status: 'draft',
      conversion_status: 'failed',
      conversion_error: 'The file ends in the middle of its pictures.',
      media_version: null,
      conversion_progress: 0,
    } as const;
    const running = {
      ...still,
      status: 'pending',
      conversion_status: 'processing',
      conversion_progress: 46,
      conversion_started_at: new Date(Date.now() - 120_000).toISOString(),
      media_version: null,
      conversion_deadline_at: '2999-01-01T00:00:00.000Z',
    } as const;
    const people = [
      somePerson({ full_name: 'Quiet Visitor', email: 'quiet.visitor@example.org' }),
      somePerson({
        full_name: '',
        email: 'somebody.with.a.rather.long.address@a-long-domain-name.example.org',
        plan: 'premium',
      }),
      somePerson({ full_name: 'Mona Derator', role: 'moderator' }),
      somePerson({ full_name: 'Wolfeschlegelsteinhausenbergerdorff the Elder', plan: 'business', disabled: true }),
    ];
    await operator.put(
      ...people.flatMap((person) => person.items),
      contentItem(
        someContent({
          title: 'Rehearsal of the 12th',
          artist: 'Meadow Band',
          original_file_name: 'rehearsal-12.avi',
          created_at: '2020-01-02T00:00:00.000Z',
          ...failed,
        }),
      ),
      contentItem(
        someContent({
          title: 'Late set',
          artist: 'Meadow Band',
          original_file_name: 'late set.mkv',
          created_at: '2020-01-01T00:00:00.000Z',
          ...running,
        }),
      ),
    );
    return {
      files: ['horned-viper.mp3', 'second track.mp3'].map((name) => ({ name, buffer })),
      music,
      film,
      playlistId,
      playlistTitle,
      emptyPlaylistId,
    };
  } finally {
    accounts.close();
    api.close();
    operator.close();
  }
};
