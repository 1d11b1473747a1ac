import { randomBytes } from 'node:crypto';

const PLAYLIST = '#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n';
/** Files that are not media, under names of supported formats. */
export const NOT_MEDIA: readonly (readonly [what: string, fileName: string, bytes: Buffer])[] = [
  ['a text', 'diary.mp4', Buffer.from('Dear diary,\n'.repeat(200))],
  ['a page', 'page.mp3', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a document', 'paper.mkv', Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
  ['a program', 'tool.wav', Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(64)])],
  ['a picture', 'photo.mov', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0])],
  ['a playlist', 'list.mp4', Buffer.from(PLAYLIST)],
  ['a concatenation list', 'list.ts', Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")],
  ['one byte', 'one.mp4', Buffer.from('x')],
];

/** File names without a supported extension; those with white space around them are trimmed to a supported one. */
export const UNSUPPORTED_NAMES: readonly string[] = [
  'a.exe',
  'a.txt',
  'a',
  'mp4',
  'a.',
  'a.mp4.exe',
  'a.mp4 ',
  'a.mp4/x.sh',
  'a.ｍｐ４',
  'a.mp4\u200b',
  'a.svg',
  'a.m3u8',
  'a.mpd',
  'a.html',
  'a.php.',
  '.htaccess',
  'a.constructor',
  'a.__proto__',
];

const JSON_TYPE = 'application/json';
/** Bodies that no endpoint accepts, with their content type. */
export const INVALID_BODIES: readonly (readonly [contentType: string, body: string | Buffer])[] = [
  [JSON_TYPE, ''],
  [JSON_TYPE, ' '],
  [JSON_TYPE, '{'],
  [JSON_TYPE, '}'],
  [JSON_TYPE, '{"a":1,}'],
  [JSON_TYPE, "{'a':1}"],
  [JSON_TYPE, '{a:1}'],
  [JSON_TYPE, 'NaN'],
  [JSON_TYPE, 'undefined'],
  [JSON_TYPE, '// x'],
  [JSON_TYPE, '\ufeff{}'],
  [JSON_TYPE, 'null'],
  [JSON_TYPE, '[]'],
  [JSON_TYPE, '"x"'],
  [JSON_TYPE, '1'],
  [JSON_TYPE, 'true'],
  [JSON_TYPE, '{}'],
  [JSON_TYPE, '[{}]'],
  [JSON_TYPE, '{"":{}}'],
  [JSON_TYPE, '{"__proto__":{"admin":true}}'],
  [JSON_TYPE, '['.repeat(100_000)],
  [JSON_TYPE, `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
  [JSON_TYPE, JSON.stringify({ full_name: 'x'.repeat(1_000_000) })],
  [JSON_TYPE, JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`f${index}`, index])))],
  [JSON_TYPE, Buffer.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0])],
  [JSON_TYPE, Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
  [JSON_TYPE, randomBytes(200)],
  ['application/octet-stream', randomBytes(200)],
  ['application/octet-stream', '{'],
  ['image/png', Buffer.from([0xff, 0x7b, 0x7d])],
  ['application/x-www-form-urlencoded', 'full_name=x&name=x&title=x'],
  ['text/plain', 'full_name: x'],
  ['application/xml', '<full_name>x</full_name>'],
  ['application/json; charset=utf-16', Buffer.from('{}', 'utf16le')],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="full_name"\r\n\r\nx\r\n--x--\r\n'],
  ['', 'x'],
];

/** Invalid values for the fields of an item. */
export const INVALID_FIELDS: readonly object[] = [
  { status: 'live' },
  { contentType: 'text' },
  { tags: 'a' },
  { tags: Array.from({ length: 31 }, () => 'a') },
  { tags: [''] },
  { description: 'x'.repeat(5001) },
  { artist: 'x'.repeat(201) },
  { category_id: '' },
  { category_id: 'Music' },
];
