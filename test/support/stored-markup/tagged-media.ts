import { makeMedia } from '../media/tiny-film.ts';
import { playAndPause } from '../screens/listener-visits.ts';
import type { Visit } from '../screens/visit.ts';
import { MEDIA_TAG } from './carriers.ts';
import { packPayloads } from './payloads.ts';

const mediaTag = packPayloads(Infinity, MEDIA_TAG)[0] ?? '';
/** All payloads in every metadata tag of a container: of the whole file, and of its streams. */
const fileTags = [
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
].flatMap((name) => ['-metadata', `${name}=${mediaTag}`]);
const streamTags = ['title', 'handler_name'].flatMap((name) => ['-metadata:s:0', `${name}=${mediaTag}`]);
const SECONDS = 20;
const [picture, sound] = [
  ['-f', 'lavfi', '-i', `testsrc2=s=64x48:r=5:d=${SECONDS}`],
  ['-f', 'lavfi', '-i', `sine=d=${SECONDS}:r=44100`],
];
/** Files with hostile tags. */
export const makeTagged = () => ({
  song: makeMedia('song.mp3', [
    ...sound,
    '-c:a',
    'libmp3lame',
    '-id3v2_version',
    '3',
    '-write_id3v1',
    '1',
    ...fileTags,
    ...streamTags,
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
    ...fileTags,
    ...streamTags,
  ]),
});
/** The titles under which they are uploaded. */
export const TAGGED = { song: 'Tagged song', clip: 'Tagged clip' } as const;

/** Visits that play and edit media files with hostile metadata. */
export const taggedVisits: readonly Visit[] = [
  ...Object.entries(TAGGED).map(([name, title]): Visit => ({
    name: `player-tagged-${name}`,
    route: '/streaming',
    who: 'listener',
    address: () => '/streaming',
    show: (page) => playAndPause(page, title),
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
