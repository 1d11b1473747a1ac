import type { Ladder } from './ladder.ts';
import { GROUP_BASE } from './layout.ts';
import { readVariants } from './playlists.ts';
import type { Tier } from './tiers.ts';

/** Endings of file names after the name of the rendition, such as `init.cmfv` after `hls_426x240`. */
interface Endings {
  readonly init: string;
  /** The first segment. */
  readonly segment: string;
}

/**
 * Names of the files that a player needs first; playlists end with `.m3u8`. Stored with the content item, so that
 * starting playback needs no request to S3.
 */
export interface FirstFiles extends Endings {
  /** Renditions for adaptive playback, lowest first. `bandwidth` is in bits per second and includes the audio. */
  readonly rungs: { readonly tier: Tier; readonly base: string; readonly bandwidth: number }[];
  /** The audio of a video. */
  readonly audio?: (Endings & { readonly base: string }) | undefined;
}

const NAME = /^[A-Za-z0-9_.-]{1,200}$/;

/** Endings of the first files in a media playlist. Undefined when the playlist does not have the expected form. */
const endingsOf = (base: string, playlist: string | undefined): Endings | undefined => {
  const map = /^#EXT-X-MAP:(.*)$/m.exec(playlist ?? '')?.[1] ?? '';
  const init = /URI="([^"]*)"/.exec(map)?.[1] ?? '';
  const segment = (playlist ?? '').split(/\r?\n/).find((line) => line !== '' && !line.startsWith('#')) ?? '';
  if (/BYTERANGE/.test(playlist ?? '') || ![init, segment].every((name) => NAME.test(name) && name.startsWith(base)))
    return undefined;
  return { init: init.slice(base.length), segment: segment.slice(base.length) };
};

const shared = (all: readonly (Endings | undefined)[]): Endings | undefined => {
  const [first] = all;
  return first && all.every((one) => one?.init === first.init && one.segment === first.segment) ? first : undefined;
};

/** Base names of a ladder's renditions, with their folders, and the base name of a video's audio. */
export const renditionsOf = (
  ladder: Ladder,
): { readonly rungs: readonly { readonly tier: Tier; readonly base: string }[]; readonly audio?: string } => {
  const baseOf = ({ name }: { readonly name: string }): string => `${GROUP_BASE}_${name}`;
  if (ladder.kind === 'audio') return { rungs: ladder.audio.map((rung) => ({ tier: '480', base: baseOf(rung) })) };
  const [audio] = ladder.audio;
  return {
    rungs: ladder.video.map((rung) => ({ tier: rung.tier, base: baseOf(rung) })),
    ...(audio ? { audio: baseOf(audio) } : {}),
  };
};

/**
 * Reads the first files from the playlists. `top` is the multivariant playlist of the highest tier; `mediaPlaylist`
 * returns the text of a rendition's playlist. Undefined when a name is not as expected; players then load the playlists
 * as usual.
 */
export const firstFiles = (
  ladder: Ladder,
  top: string,
  mediaPlaylist: (base: string) => string | undefined,
): FirstFiles | undefined => {
  const { rungs, audio } = renditionsOf(ladder);
  const variants = readVariants(top);
  const listed = rungs.flatMap(({ tier, base }) => {
    const found = variants.find(({ uri }) => uri.split('/').at(-1) === `${base}.m3u8`);
    return found ? [{ tier, base, bandwidth: found.bandwidth }] : [];
  });
  const endings = shared(rungs.map(({ base }) => endingsOf(base, mediaPlaylist(base))));
  const audioEndings = audio === undefined ? undefined : endingsOf(audio, mediaPlaylist(audio));
  if (!endings || listed.length < rungs.length || (audio !== undefined && !audioEndings)) return undefined;
  return {
    rungs: listed,
    ...endings,
    ...(audio !== undefined && audioEndings ? { audio: { base: audio, ...audioEndings } } : {}),
  };
};
