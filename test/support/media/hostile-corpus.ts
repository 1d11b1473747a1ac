import { makeMedia } from './tiny-film.ts';
import { box, withBox, words } from './boxes.ts';
import { aviWithSubtitle, linkedMatroska, pictureLink } from './hostile-containers.ts';

/** What hostile files point to: a file on this machine and a server that counts connections. */
export interface Lures {
  /** Absolute path of a video that must not be read. */
  readonly canary: string;
  /** `host:port` of the server. */
  readonly address: string;
}

/** A hostile file. */
export interface HostileFile {
  readonly name: string;
  readonly body: Buffer;
  /** The rejection shown to the uploader; undefined for a file that is converted, from its own bytes only. */
  readonly rejection: RegExp | undefined;
}

const LIST = /^The file is not media but a list that refers to other files \(.+\)\.$/;
const UNKNOWN = /^The file is not in a supported video or audio format\.$/;
const UNREADABLE = /^The file is damaged or in a format that the converter cannot read\.$/;
/** A valid start with nothing playable after it. */
const HOLLOW = /^The file (is damaged or in a format that the converter cannot read|contains no video and no audio)\.$/;
const ENCRYPTED = /^The file is encrypted \(DRM\), so it cannot be converted\./;
const CROWDED = /^The file has more streams than can be converted\. The limit is 64\.$/;
const LOCKED = [
  '-encryption_scheme',
  'cenc-aes-ctr',
  '-encryption_key',
  '76a6c65c5ea762046bd749a2e632ccbb',
  '-encryption_kid',
  'a7e61c373e219033c21091fa607bf3b8',
] as const;
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=5:d=1'] as const;
const SOUND = ['-f', 'lavfi', '-i', 'sine=d=1:r=44100'] as const;
const AVC = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'] as const;

/** Texts that players treat as media and that point to other files. */
const lists = ({ canary, address }: Lures): readonly HostileFile[] => {
  const hls = [
    `#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile://${canary}\n`,
    `#EXTINF:5,\nhttp://${address}/seg.ts\n#EXT-X-ENDLIST\n`,
  ].join('');
  const concat = `ffconcat version 1.0\nfile '${canary}'\nfile 'http://${address}/a.mp4'\n`;
  const port = address.split(':')[1] ?? '';
  const texts: readonly (readonly [name: string, text: string, rejection: RegExp])[] = [
    ['playlist.mp4', hls, LIST],
    ['playlist.mkv', hls, LIST],
    ['playlist-bom.mp4', `\ufeff${hls}`, LIST],
    ['playlist-blank.ts', `\n\n  ${hls}`, LIST],
    ['concat.mp4', concat, LIST],
    ['dash.mp4', `<?xml version="1.0"?><MPD><Period><BaseURL>http://${address}/</BaseURL></Period></MPD>`, LIST],
    ['dash-bare.mkv', `<MPD><Period><BaseURL>http://${address}/</BaseURL></Period></MPD>`, LIST],
    [
      'sdp.mp4',
      'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\n' +
        `m=video ${port} RTP/AVP 96\na=rtpmap:96 H264/90000\n`,
      LIST,
    ],
    ['smil.mov', `<smil><body><video src="http://${address}/a.mp4"/></body></smil>`, LIST],
    ['asx.wmv', `<ASX version="3.0"><Entry><Ref href="http://${address}/a.wmv"/></Entry></ASX>`, LIST],
    ['pls.mp3', `[playlist]\nFile1=http://${address}/a.mp3\nNumberOfEntries=1\n`, LIST],
    ['rtsp.mov', `RTSPtext\nrtsp://${address}/a\n`, LIST],
    ['drawing.mp4', `<svg xmlns="http://www.w3.org/2000/svg"><image href="http://${address}/a.png"/></svg>`, UNKNOWN],
    [
      'drawing-xml.mp4',
      `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><image href="file://${canary}"/></svg>`,
      LIST,
    ],
    ['frames-%03d.mp4', `${canary.replace('canary', 'canary%03d')}\n`, UNKNOWN],
    [
      'subtitles.mkv',
      `1\n00:00:00,000 --> 00:00:09,000\n<font face="file://${canary}">x</font> http://${address}/s\n`,
      UNKNOWN,
    ],
    ['subtitles.avi', `[Script Info]\nScriptType: v4.00+\n[Fonts]\nfontname: file://${canary}\n`, UNKNOWN],
    ['text.mov', `#!/bin/sh\ncurl http://${address}/\n`, UNKNOWN],
  ];
  const behind: readonly (readonly [name: string, head: string, text: string])[] = [
    ['mp4-then-playlist.mp4', '\0\0\0\x18ftypisom\0\0\x02\0isommp42', hls],
    ['matroska-then-concat.mkv', '\x1aE\xdf\xa3', concat],
    ['id3-then-playlist.mp3', 'ID3\x03\0\0\0\0\0\0', hls],
    ['avi-then-playlist.avi', 'RIFF\0\x10\0\0AVI LIST', `GAB2\0${hls}`],
    ['ogg-then-playlist.ogg', 'OggS', hls],
    ['flv-then-playlist.flv', 'FLV\x01\x05\0\0\0\x09\0\0\0\0', hls],
  ];
  return [
    ...texts.map(([name, text, rejection]) => ({ name, body: Buffer.from(text), rejection })),
    ...behind.map(([name, head, text]) => ({
      name,
      body: Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(text)]),
      rejection: HOLLOW,
    })),
  ];
};

/** Valid containers that name other files. Their own media is converted; the files they name are not read. */
const references = ({ canary, address }: Lures): readonly HostileFile[] => {
  const film = makeMedia('film.mov', [...PICTURE, ...AVC]);
  const elsewhere = (type: string, place: string): Buffer =>
    withBox(film, 'dref', () => [box('dref', words(0, 1), box(type, words(0), Buffer.from(`${place}\0`)))]);
  const movie = (place: string): Buffer =>
    Buffer.concat([
      box('ftyp', Buffer.from('qt  \0\0\0\0qt  ')),
      box(
        'moov',
        box(
          'rmra',
          box('rmda', box('rdrf', words(0), Buffer.from('url '), words(place.length + 1), Buffer.from(`${place}\0`))),
        ),
      ),
    ]);
  const matroska = makeMedia('film.mkv', [...PICTURE, ...AVC, '-metadata', `title=http://${address}/title`]);
  const spoken = makeMedia('song.mp3', [...SOUND, '-c:a', 'libmp3lame', '-id3v2_version', '0', '-write_xing', '0']);
  const subtitled = makeMedia('film.avi', [...PICTURE, '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p']);
  const playlist = [
    `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1,\nhttp://${address}/x\n`,
    `#EXTINF:1,\nfile://${canary}\n#EXT-X-ENDLIST\n`,
  ].join('');
  return [
    { name: 'reference-file.mov', body: elsewhere('url ', `file://${canary}`), rejection: undefined },
    { name: 'reference-address.mov', body: elsewhere('url ', `http://${address}/a.mp4`), rejection: undefined },
    { name: 'reference-name.mov', body: elsewhere('urn ', canary), rejection: undefined },
    { name: 'reference-movie.mov', body: movie(`http://${address}/a.mov`), rejection: /./ },
    { name: 'linked.mkv', body: linkedMatroska(matroska, `http://${address}/next.mkv`, canary), rejection: undefined },
    {
      name: 'cover.mp3',
      body: Buffer.concat([pictureLink(`http://${address}/cover.jpg`), spoken]),
      rejection: undefined,
    },
    {
      name: 'subtitled.avi',
      body: aviWithSubtitle(subtitled, Buffer.from(`GAB2\0\x02\0\0\0\0\0\0\0${playlist}`)),
      rejection: undefined,
    },
  ];
};

const patched = (bytes: Buffer, from: Buffer, to: Buffer): Buffer => {
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf(from); at >= 0; at = copy.indexOf(from, at + to.length)) to.copy(copy, at);
  return copy;
};
const halves = (...values: readonly number[]): Buffer =>
  Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])));

/** Files that cost more resources than their size suggests. */
const bombs = (): readonly HostileFile[] => {
  const still = makeMedia('still.mov', [...PICTURE, '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p']);
  const sized = (width: number, height: number): Buffer =>
    patched(patched(still, halves(64, 48), halves(width, height)), halves(48, 64), halves(height, width));
  const film = makeMedia('film.mov', [...PICTURE, ...AVC]);
  const crowded = (tracks: number): Buffer =>
    withBox(film, 'trak', (body) => Array.from({ length: tracks }, () => box('trak', body)));
  const clear = makeMedia('clear.mp4', [...PICTURE, ...AVC]);
  return [
    {
      name: 'large.mov',
      body: sized(12_000, 9_000),
      rejection: /^The picture is 12000x9000\. The limit is 8192 pixels on a side and 40 million pixels\.$/,
    },
    {
      name: 'huge.mov',
      body: sized(30_000, 30_000),
      rejection: /^The size of the picture cannot be read\. The limit is 8192 pixels on a side\.$/,
    },
    { name: 'streams-100.mov', body: crowded(100), rejection: CROWDED },
    { name: 'streams-10000.mov', body: crowded(10_000), rejection: CROWDED },
    {
      name: 'thin.mkv',
      rejection: new RegExp(
        '^The file claims to run for 10\\.0 hours, but it is only 0\\.\\d MB\\. ' +
          'The minimum is 1 kbit per second\\.$',
      ),
      body: makeMedia('thin.mkv', [
        '-f',
        'lavfi',
        '-i',
        'color=s=64x48:r=1/10:d=36000',
        ...AVC,
        '-preset',
        'ultrafast',
        '-tune',
        'zerolatency',
      ]),
    },
    {
      name: 'zip.mp4',
      body: Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(2000, 1)]),
      rejection: /^The file is ZIP, which cannot be converted\.$/,
    },
    {
      name: 'picture.mp4',
      body: makeMedia('picture.png', [...PICTURE, '-frames:v', '1']),
      rejection: /^The file is PNG, which cannot be converted\.$/,
    },
    { name: 'zeros.mp4', body: Buffer.alloc(5000), rejection: UNKNOWN },
    { name: 'truncated.mp4', body: clear.subarray(0, clear.length - 400), rejection: UNREADABLE },
    { name: 'encrypted.mp4', rejection: ENCRYPTED, body: makeMedia('encrypted.mp4', [...PICTURE, ...AVC, ...LOCKED]) },
    // The index comes after more media than the first read covers, and a probe finds nothing wrong.
    {
      name: 'encrypted-behind.mp4',
      rejection: ENCRYPTED,
      body: makeMedia('behind.mp4', ['-f', 'lavfi', '-i', 'testsrc=s=320x240:r=10:d=2', ...AVC, ...LOCKED]),
    },
    { name: 'lengthless.mp4', body: withBox(clear, 'stts', () => [box('stts', words(0, 0))]), rejection: /./ },
  ];
};

/** Every hostile file that the quality requirements list, and similar ones. */
export const hostileCorpus = (lures: Lures): readonly HostileFile[] => [
  ...lists(lures),
  ...references(lures),
  ...bombs(),
];
