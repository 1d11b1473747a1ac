import { typeEditOf } from '../../../lambdas/domain/conversion/type-of-replacement.ts';
import { someContent } from '../../support/content.ts';

const NOW = '2026-03-01T12:00:00.000Z';
const song = { content_type: 'music', has_video: false, original_file_name: 'a.mp3', media_version: 'v1' } as const;
const film = { content_type: 'video', has_video: true, original_file_name: 'a.mp4', media_version: 'v1' } as const;

describe('the type of an item whose file is replaced', () => {
  it.each([
    ['music becomes video', song, true, 'video'],
    ['video becomes music', film, false, 'music'],
    ['music stays music', song, false, undefined],
    ['video stays video', film, true, undefined],
    ['a film that was declared music stays music', { ...film, content_type: 'music' }, true, undefined],
    ['a song that was declared video stays video', { ...song, content_type: 'video' }, false, undefined],
    ['a new file without a known kind changes nothing', song, undefined, undefined],
    ['the name of a file that never became playable counts', { ...song, media_version: null }, true, 'video'],
    [
      'what was found in the new file does not count as the old one',
      { ...film, content_type: 'music', original_file_name: 'a.mp3', media_version: null },
      true,
      'video',
    ],
  ] as const)('%s', (_what, fields, hasVideo, type) => {
    expect(typeEditOf(someContent({ ...fields, revision: 3 }), hasVideo, NOW)).toEqual(
      type && { content_type: type, updated_at: NOW, revision: 4 },
    );
  });
});
