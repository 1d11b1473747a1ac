import type { Ladder } from './ladder.ts';
import { GROUP_BASE } from './layout.ts';
import { readVariants } from './playlists.ts';
import type { Tier } from './tiers.ts';

/** What the names of one kind of files end with, after the rendition's own name: `hls_426x240` + `init.cmfv`. */
interface Endings {
  readonly init: string;
  /** Of the first segment. */
  readonly segment: string;
}

/**
 * The files that a player needs first, as the converter named them; playlists end with `.m3u8`. Kept with the content,
 * so that playing asks S3 nothing.
 */
export interface FirstFiles extends Endings {
  /** What adaptive playing chooses from, lowest first. `bandwidth` in bits per second, the sound's share included. */
  readonly rungs: { readonly tier: Tier; readonly base: string; readonly bandwidth: number }[];
  /** The sound of a video. */
  readonly audio?: (Endings & { readonly base: string }) | undefined;
}

const NAME = /^[A-Za-z0-9_.-]{1,200}$/;

/** The ending of each file that a media playlist names first; undefined where it has another shape than ours have. */
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

/** Base names of a ladder's renditions with their folders: those to choose from, and the sound of a video. */
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
 * Reads them from the playlists: `top` is the multivariant playlist of the highest tier, `mediaPlaylist` answers the
 * text of a rendition's. Undefined when a name is not as expected; then players find their way by the playlists alone.
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
  const sound = audio === undefined ? undefined : endingsOf(audio, mediaPlaylist(audio));
  if (!endings || listed.length < rungs.length || (audio !== undefined && !sound)) return undefined;
  return { rungs: listed, ...endings, ...(audio !== undefined && sound ? { audio: { base: audio, ...sound } } : {}) };
};
