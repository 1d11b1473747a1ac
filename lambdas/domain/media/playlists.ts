import { GROUP_BASE } from './layout.ts';
import { fps, type FrameRate } from './probe.ts';
import type { Ladder, VideoRung } from './ladder.ts';
import type { Tier } from './tiers.ts';

/** Facts about one rendition from the multivariant playlist of its group. */
export interface VariantFacts {
  /** File name of the media playlist, as the group wrote it. */
  readonly uri: string;
  /** Peak and average bits per second. */
  readonly bandwidth: number;
  readonly averageBandwidth?: number;
  /** RFC 6381 names. */
  readonly codecs: readonly string[];
}

/** Thrown when a group's playlist does not list a rung of the ladder, so the conversion is incomplete. */
export class MissingRenditionError extends Error {
  constructor(uri: string) {
    super(`The conversion did not list ${uri}`);
    this.name = 'MissingRenditionError';
  }
}

const attribute = (line: string, name: string): string | undefined => {
  const match = new RegExp(`[:,]${name}=("[^"]*"|[^,]*)`).exec(line);
  return match?.[1]?.replaceAll('"', '');
};

/** Reads the variants of a multivariant playlist that MediaConvert wrote for one output group. */
export const readVariants = (playlist: string): readonly VariantFacts[] => {
  const lines = playlist.split(/\r?\n/);
  return lines.flatMap((line, index) => {
    if (!line.startsWith('#EXT-X-STREAM-INF:')) return [];
    const uri = lines.slice(index + 1).find((next) => next !== '' && !next.startsWith('#'));
    const bandwidth = Number(attribute(line, 'BANDWIDTH'));
    if (uri === undefined || !(bandwidth > 0)) return [];
    const average = Number(attribute(line, 'AVERAGE-BANDWIDTH'));
    return [
      {
        uri,
        bandwidth,
        ...(average > 0 ? { averageBandwidth: average } : {}),
        codecs: (attribute(line, 'CODECS') ?? '')
          .split(',')
          .map((codec) => codec.trim())
          .filter((codec) => codec !== ''),
      },
    ];
  });
};

const AUDIO_CODEC = 'mp4a.40.2';
const isAudioCodec = (codec: string): boolean => codec.startsWith('mp4a');

const rate = (frameRate: FrameRate): string => fps(frameRate).toFixed(3);

const playlistName = (rung: { readonly name: string }): string => `${GROUP_BASE}_${rung.name}.m3u8`;

const relativePath = (tier: Tier, folder: Tier, file: string): string =>
  tier === folder ? file : `../${folder}/${file}`;

interface Line {
  readonly facts: VariantFacts;
  readonly uri: string;
}

const streamInf = (rung: VideoRung, { facts, uri }: Line, audioBitrate: number | undefined): readonly string[] => {
  const carriesAudio = facts.codecs.some(isAudioCodec);
  const extra = audioBitrate === undefined || carriesAudio ? 0 : audioBitrate;
  const codecs = [
    ...facts.codecs.filter((codec) => !isAudioCodec(codec)),
    ...(audioBitrate === undefined ? [] : [AUDIO_CODEC]),
  ];
  const attributes = [
    `BANDWIDTH=${facts.bandwidth + extra}`,
    ...(facts.averageBandwidth ? [`AVERAGE-BANDWIDTH=${facts.averageBandwidth + extra}`] : []),
    `CODECS="${codecs.join(',')}"`,
    `RESOLUTION=${rung.width}x${rung.height}`,
    `FRAME-RATE=${rate(rung.frameRate)}`,
    ...(audioBitrate === undefined ? [] : ['AUDIO="audio"']),
  ];
  return [`#EXT-X-STREAM-INF:${attributes.join(',')}`, uri];
};

/**
 * Writes the multivariant playlist of one tier, `media/<contentId>/<version>/<tier>/index.m3u8`: all rungs up to that
 * tier, lowest first, with relative paths to lower tiers (`../480/hls_426x240.m3u8`), and the audio group once. `facts`
 * are the results of `readVariants` for every tier up to this one. They supply codecs and bandwidths, which only the
 * encoder knows.
 */
export const multivariantPlaylist = (ladder: Ladder, tier: Tier, facts: readonly VariantFacts[]): string => {
  const factsOf = (name: string): VariantFacts => {
    const found = facts.find(({ uri }) => uri === name);
    if (!found) throw new MissingRenditionError(name);
    return found;
  };
  const head = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'];
  if (ladder.kind === 'audio') {
    const variants = ladder.audio.flatMap((rung) => {
      const name = playlistName(rung);
      const { bandwidth, averageBandwidth } = factsOf(name);
      const average = averageBandwidth ? `,AVERAGE-BANDWIDTH=${averageBandwidth}` : '';
      return [
        `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth}${average},CODECS="${AUDIO_CODEC}"`,
        relativePath(tier, '480', name),
      ];
    });
    return `${[...head, ...variants].join('\n')}\n`;
  }
  const [audio] = ladder.audio;
  const media = audio
    ? [
        '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Main",DEFAULT=YES,AUTOSELECT=YES,' +
          `CHANNELS="${audio.channels}",URI="${relativePath(tier, '480', playlistName(audio))}"`,
      ]
    : [];
  const variants = ladder.video
    .filter((rung) => Number(rung.tier) <= Number(tier))
    .flatMap((rung) => {
      const name = playlistName(rung);
      return streamInf(rung, { facts: factsOf(name), uri: relativePath(tier, rung.tier, name) }, audio?.bitrate);
    });
  return `${[...head, ...media, ...variants].join('\n')}\n`;
};
