import type { Segment } from './fragments.ts';

/** File name of a segment. Segments count from 1 with nine digits, as in MediaConvert. */
export const segmentName = (name: string, index: number, extension: 'cmfv' | 'cmfa'): string =>
  `${name}_${String(index + 1).padStart(9, '0')}.${extension}`;

export const initName = (name: string, extension: 'cmfv' | 'cmfa'): string => `${name}init.${extension}`;

/** Writes the media playlist of one rendition. */
export const mediaPlaylist = (name: string, extension: 'cmfv' | 'cmfa', segments: readonly Segment[]): string => {
  const target = Math.max(1, Math.ceil(Math.max(0, ...segments.map(({ duration }) => duration)) - 0.5));
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${target}`,
    '#EXT-X-MEDIA-SEQUENCE:1',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="${initName(name, extension)}"`,
    ...segments.flatMap(({ duration }, index) => [
      `#EXTINF:${duration.toFixed(5)},`,
      segmentName(name, index, extension),
    ]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
};

/** The thumbnail sheets that a group wrote. */
export interface WrittenSheets {
  /** Name of the sheets' playlist. */
  readonly playlist: string;
  /** File name, seconds and bytes of each. */
  readonly sheets: readonly { readonly file: string; readonly duration: number; readonly size: number }[];
  /** Seconds between two thumbnails. */
  readonly interval: number;
  /** Pixels of a sheet, and its number of thumbnails in a row and a column. */
  readonly width: number;
  readonly height: number;
  readonly layout: string;
}

/**
 * Writes the image playlist of thumbnail sheets in the format of Roku's specification of image media playlists, which
 * MediaConvert follows.
 */
export const imagePlaylist = ({ sheets, interval, width, height, layout }: WrittenSheets): string =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.max(1, ...sheets.map(({ duration }) => Math.ceil(duration)))}`,
    '#EXT-X-MEDIA-SEQUENCE:1',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-IMAGES-ONLY',
    ...sheets.flatMap(({ file, duration }) => [
      `#EXT-X-TILES:RESOLUTION=${width}x${height},LAYOUT=${layout},DURATION=${Math.min(interval, duration).toFixed(5)}`,
      `#EXTINF:${duration.toFixed(5)},`,
      file,
    ]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');

const imageStream = ({ playlist, sheets, width, height }: WrittenSheets): string => {
  const bandwidth = Math.max(1, ...sheets.map(({ size, duration }) => Math.ceil((size * 8) / duration)));
  const attributes = [`BANDWIDTH=${bandwidth}`, `RESOLUTION=${width}x${height}`, 'CODECS="jpeg"', `URI="${playlist}"`];
  return `#EXT-X-IMAGE-STREAM-INF:${attributes.join(',')}`;
};

/** One written rendition, as the group's multivariant playlist lists it. */
export interface WrittenRendition {
  readonly kind: 'video' | 'audio';
  readonly name: string;
  readonly modifier: string;
  readonly codec: string;
  readonly segments: readonly Segment[];
  readonly audioGroup: string | undefined;
  readonly isDefault: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly frameRate?: number;
}

/** Bits per second: the peak of one segment, and the average of all. */
export const bandwidthOf = (segments: readonly Segment[]): { readonly peak: number; readonly average: number } => {
  const seconds = segments.reduce((sum, { duration }) => sum + duration, 0);
  const bytes = segments.reduce((sum, { size }) => sum + size, 0);
  // A short last segment says nothing about the rate that a player must sustain.
  const counted = segments.length > 1 ? segments.slice(0, -1) : segments;
  const peak = Math.max(1, ...counted.map(({ size, duration }) => (duration > 0 ? (size * 8) / duration : 0)));
  return { peak: Math.ceil(peak), average: Math.max(1, Math.ceil(seconds > 0 ? (bytes * 8) / seconds : 0)) };
};

const variant = (rendition: WrittenRendition, audio: WrittenRendition | undefined): readonly string[] => {
  const own = bandwidthOf(rendition.segments);
  const extra = audio ? bandwidthOf(audio.segments) : { peak: 0, average: 0 };
  const attributes = [
    `BANDWIDTH=${own.peak + extra.peak}`,
    `AVERAGE-BANDWIDTH=${own.average + extra.average}`,
    `CODECS="${[rendition.codec, ...(audio ? [audio.codec] : [])].join(',')}"`,
    ...(rendition.kind === 'video'
      ? [`RESOLUTION=${rendition.width}x${rendition.height}`, `FRAME-RATE=${(rendition.frameRate ?? 0).toFixed(3)}`]
      : []),
    ...(audio ? [`AUDIO="${audio.audioGroup}"`] : []),
  ];
  return [`#EXT-X-STREAM-INF:${attributes.join(',')}`, `${rendition.name}.m3u8`];
};

/** Writes the multivariant playlist of one output group: its alternate audio, variants and thumbnail sheets. */
export const groupPlaylist = (renditions: readonly WrittenRendition[], sheets?: WrittenSheets): string => {
  const alternates = renditions.filter(({ kind, audioGroup }) => kind === 'audio' && audioGroup !== undefined);
  const media = alternates.map((rendition) => {
    const attributes = [
      'TYPE=AUDIO',
      `GROUP-ID="${rendition.audioGroup}"`,
      `NAME="${rendition.modifier}"`,
      `DEFAULT=${rendition.isDefault ? 'YES' : 'NO'}`,
      'AUTOSELECT=YES',
      `URI="${rendition.name}.m3u8"`,
    ];
    return `#EXT-X-MEDIA:${attributes.join(',')}`;
  });
  const variants = renditions
    .filter((rendition) => !alternates.includes(rendition))
    .flatMap((rendition) =>
      variant(
        rendition,
        alternates.find(({ audioGroup }) => rendition.kind === 'video' && audioGroup === rendition.audioGroup),
      ),
    );
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...media,
    ...variants,
    ...(sheets ? [imageStream(sheets)] : []),
    '',
  ].join('\n');
};
