import { endpoints, type EndpointKey } from '../../../lambdas/contract/index.ts';
import { openApi, type LooseInput } from '../api.ts';
import { contentItem, someContent } from '../content.ts';
import { waitFor, type LocalStack } from '../stack/local-stack.ts';
import { openOperator } from '../stack/operator.ts';
import { somePerson } from '../rows/people-rows.ts';
import { play } from '../screens/listener-visits.ts';
import type { Visit } from '../screens/visits.ts';
import type { World } from '../screens/world.ts';
import { openAccounts } from '../stack/sign-in.ts';
import { makeMedia } from '../media/tiny-film.ts';
import { openUploads } from '../worlds/uploading.ts';
import { carriers, MEDIA_TAG, type Carrier } from './carriers.ts';
import { packed, payloads } from './payloads.ts';

/** Bytes of a file that goes in parts. */
const LARGE = 20_000_000;

const textsOf = (carrier: Carrier, length: number): readonly string[] => packed(length, carriers[carrier]);
/** All payloads in one text. */
const whole = (carrier: Carrier): string => textsOf(carrier, Infinity)[0] ?? '';
const pick = (texts: readonly string[], index: number): string => texts[index % texts.length] ?? '';

/** Chapters, one payload each, within the first seconds of a title. */
const chapters = payloads.map((payload, index) => ({
  start: index / 10,
  title: `${payload.trim()}${carriers.chapter}`,
}));
/**
 * A caption file with two cues of each payload: as it is, which the format takes for its own markup, and so that its
 * words are the payload.
 */
const cues = `WEBVTT\n\n${payloads
  .flatMap((payload) => [
    payload.replaceAll('-->', '--&gt;'),
    payload.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  ])
  .map(
    (text, index) =>
      `00:00:00.${String(index).padStart(3, '0')} --> 00:05:00.000\n${text.trim()}${carriers.captionText}`,
  )
  .join('\n\n')}\n`;

/** All payloads in every tag that containers have, of the whole file and of its streams. */
const tagged = [
  'title',
  'artist',
  'album_artist',
  'album',
  'comment',
  'description',
  'genre',
  'lyrics',
  'copyright',
  'encoded_by',
].flatMap((name) => ['-metadata', `${name}=${packed(Infinity, MEDIA_TAG)[0] ?? ''}`]);
const ofStream = ['title', 'handler_name'].flatMap((name) => [
  '-metadata:s:0',
  `${name}=${packed(Infinity, MEDIA_TAG)[0] ?? ''}`,
]);
const SECONDS = 4;
const [picture, sound] = [
  ['-f', 'lavfi', '-i', `testsrc2=s=64x48:r=5:d=${SECONDS}`],
  ['-f', 'lavfi', '-i', `sine=d=${SECONDS}:r=44100`],
];
const makeTagged = () => ({
  song: makeMedia('song.mp3', [
    ...sound,
    '-c:a',
    'libmp3lame',
    '-id3v2_version',
    '3',
    '-write_id3v1',
    '1',
    ...tagged,
    ...ofStream,
  ]),
  clip: makeMedia('clip.mp4', [
    ...picture,
    ...sound,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    ...tagged,
    ...ofStream,
  ]),
});
const TAGGED = { song: 'Tagged song', clip: 'Tagged clip' } as const;

/** What plays media files whose tags are hostile, and shows what is known of them. */
export const taggedVisits: readonly Visit[] = [
  ...Object.entries(TAGGED).map(([name, title]): Visit => ({
    name: `player-tagged-${name}`,
    route: '/streaming',
    who: 'listener',
    address: () => '/streaming',
    show: (page) => play(page, title),
  })),
  {
    name: 'admin-edit-tagged',
    route: '/admin/content',
    who: 'admin',
    address: () => '/admin/content',
    show: async (page) => [
      await page.getByRole('button', { name: `Edit ${TAGGED.song}` }).click(),
      await page.getByRole('dialog', { name: 'Edit Content' }).waitFor(),
    ],
  },
];

/** Hangs hostile texts wherever people may write one. */
export const openHanger = async (stack: LocalStack) => {
  const [accounts, api, operator] = [await openAccounts(stack), openApi(stack.url), openOperator(stack)];
  const [listener, admin] = await Promise.all([accounts.demo('listener'), accounts.demo('admin')]);
  const tell = async (
    key: EndpointKey,
    input: LooseInput,
    token: string,
  ): Promise<Readonly<Record<string, unknown>>> => {
    const { status, text } = await api.ask(key, input, token);
    if (!Object.hasOwn(endpoints[key].responses, status))
      throw new Error(`${key} answered ${status}: ${text.slice(0, 300)}`);
    return (text === '' ? {} : JSON.parse(text)) as Readonly<Record<string, unknown>>;
  };

  const uploads = openUploads(api, admin.token);
  const { song, clip } = makeTagged();
  /** Uploads a file, whose conversion goes on by itself; answers how to publish it. */
  const upload = async (title: string, file: string, bytes: Buffer, type: 'music' | 'video') => {
    const id = await uploads.make(title, file, bytes, type);
    return async (): Promise<void> => {
      const { revision } = await waitFor(
        `the conversion of ${title}`,
        async () => {
          const content = await api.call('catalog.get-content', { params: { id } }, admin.token);
          return content.conversion_status === 'completed' ? content : undefined;
        },
        90_000,
      );
      await tell('content.update-content', { params: { id }, body: { revision, status: 'published' } }, admin.token);
    };
  };
  const publish: (() => Promise<void>)[] = [];

  const people = textsOf('othersName', 200).map((full_name) =>
    somePerson({ full_name, created_at: new Date().toISOString() }),
  );

  /** What stands in lists. */
  const lists = async (): Promise<void> => {
    publish.push(
      await upload(TAGGED.song, 'song.mp3', song, 'music'),
      await upload(TAGGED.clip, 'clip.mp4', clip, 'video'),
    );
    const [titles, artists, [description = ''], failures] = [
      textsOf('title', 200),
      textsOf('artist', 200),
      textsOf('description', 5000),
      textsOf('failure', 400),
    ];
    const tags = textsOf('tag', 50);
    const stills = { thumbnail_url: null, poster_url: null };
    const contents = titles.map((title, index) =>
      someContent({
        title,
        artist: pick(artists, index),
        creator_name: pick(textsOf('creator', 200), index),
        description,
        tags: tags.filter((_, at) => at % 2 === index % 2).slice(0, 30),
        original_file_name: pick(textsOf('fileName', 255), index),
        created_at: `2020-01-01T00:00:${String(index).padStart(2, '0')}.000Z`,
        published_at: '2020-01-01T00:00:00.000Z',
        ...stills,
      }),
    );
    const failed = failures.map((conversion_error, index) =>
      someContent({
        title: pick(titles, index),
        status: 'draft',
        published_at: null,
        conversion_status: 'failed',
        conversion_error,
        media_version: null,
        ...stills,
      }),
    );
    await operator.put(...contents.map(contentItem), ...failed.map(contentItem));
    for (const { id } of contents) {
      await tell('library.like-content', { params: { contentId: id } }, listener.token);
      await tell('history.record-history', { body: { content_id: id } }, listener.token);
    }
    for (const name of textsOf('category', 80)) await tell('catalog.create-category', { body: { name } }, admin.token);
    const texts = textsOf('playlistText', 1000);
    for (const [index, title] of textsOf('playlistTitle', 100).entries()) {
      await tell(
        'library.create-playlist',
        { body: { title, description: pick(texts, index), visibility: 'public' } },
        index % 2 === 0 ? listener.token : admin.token,
      );
    }
    await operator.put(...people.flatMap(({ items }) => items));
    const drafts = textsOf('draft', 200);
    for (const [index, name] of textsOf('fileName', 250).entries()) {
      const draft = {
        title: pick(drafts, index),
        artist: pick(drafts, index),
        description: drafts.join('\n'),
        tags: [],
      };
      await tell(
        'uploads.s3-upload-url',
        { body: { action: 'create', fileName: `${name}.mp4`, fileType: 'video/mp4', fileSize: LARGE, draft } },
        admin.token,
      );
    }
  };

  /** Writes fields of a stored item past the contract, whose lengths hold a few payloads only. */
  const overwrite = async (
    what: string,
    is: (item: Readonly<Record<string, unknown>>) => boolean,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<void> => {
    const found = (await operator.items()).filter(is);
    if (found.length === 0) throw new Error(`Nothing is stored as ${what}`);
    await operator.put(...found.map((item) => ({ ...item, ...fields })));
  };

  /**
   * What dialogs and pages of one thing show: all payloads in each of its fields. Answers the world with the names as
   * they are then.
   */
  const details = async (world: World): Promise<World> => {
    const tags = textsOf('tag', 50);
    for (const [index, { id }] of [world.film, world.music].entries()) {
      const { revision } = await tell('catalog.get-content', { params: { id } }, admin.token);
      const body = {
        revision,
        description: textsOf('description', 5000)[0],
        tags: tags.filter((_, at) => at % 2 === index).slice(0, 30),
        chapters,
      };
      await tell('content.update-content', { params: { id }, body }, admin.token);
    }
    await tell(
      'content.put-captions',
      { params: { id: world.film.id, language: 'en' }, body: { label: textsOf('captionLabel', 60)[0], text: cues } },
      admin.token,
    );
    const names = textsOf('platformName', 60);
    const texts = textsOf('platformText', 500);
    for (const [index, platform_name] of names.entries()) {
      const { version, auto_approve_uploads, content_moderation } = await tell(
        'settings.get-settings',
        {},
        admin.token,
      );
      await tell(
        'settings.update-settings',
        {
          body: {
            version,
            auto_approve_uploads,
            content_moderation,
            platform_name,
            platform_description: pick(texts, index),
          },
        },
        admin.token,
      );
    }
    for (const make of publish) await make();
    // Last, so that the log shows them on its first page.
    const [someone] = people;
    for (const [index, reason] of textsOf('reason', 500).entries()) {
      if (someone) await operator.setRights(someone.person.id, { disabled: index % 2 === 1 });
      await api.ask(
        index % 2 === 0 ? 'people.disable-person' : 'people.enable-person',
        { params: { id: someone?.person.id ?? '' }, body: { reason } },
        admin.token,
      );
    }
    const title = whole('title');
    const [film, music] = [
      { ...world.film, title: `F ${title}` },
      { ...world.music, title: `M ${title}` },
    ];
    const isContent = (id: string) => (item: Readonly<Record<string, unknown>>) =>
      item['id'] === id && 'conversion_status' in item;
    for (const content of [film, music])
      await overwrite('content', isContent(content.id), { title: content.title, artist: whole('artist') });
    const playlistTitle = whole('playlistTitle');
    await overwrite('playlist', (item) => item['id'] === world.playlistId && 'visibility' in item, {
      title: playlistTitle,
      description: whole('playlistText'),
    });
    for (const { id } of [listener, admin])
      await overwrite('profile', (item) => item['id'] === id && item['type'] === 'PROFILE', {
        full_name: whole('ownName'),
      });
    const files = textsOf('chosenFile', 250).map((name) => ({
      name: `${name.replaceAll('/', ' ')}.mp3`,
      buffer: song,
    }));
    return { ...world, files, playlistTitle, film, music };
  };

  return {
    lists,
    details,
    close(): void {
      accounts.close();
      api.close();
      operator.close();
    },
  };
};
