import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { storyboardUrl } from '../../domain/content/views.ts';
import { manifestKey } from '../../domain/media/layout.ts';
import { entitle } from '../../domain/playback/entitlement.ts';
import { mediaCookies } from '../../domain/playback/media-cookies.ts';
import { preloadOf } from '../../domain/playback/preload.ts';
import type { Play } from '../../domain/playback/view-rule.ts';
import { route } from '../../http/route.ts';
import type { PlaybackDeps } from './deps.ts';

/** The play that is renewed, or a new one: a renewal keeps its start, so a long play still counts once. */
const playOf = async (
  deps: PlaybackDeps,
  userId: string,
  contentId: string,
  renewed: string | undefined,
): Promise<string> => {
  const known = renewed === undefined ? undefined : await deps.plays.get(userId, renewed, contentId, deps.now());
  if (known) return known.play_id;
  const play: Play = {
    play_id: `ply_${deps.newId()}`,
    user_id: userId,
    content_id: contentId,
    started_at: new Date(deps.now()).toISOString(),
    counted: false,
  };
  await deps.plays.start(play);
  return play.play_id;
};

/** Answers the best manifest that the viewer may open, and the cookies of every folder up to it. */
export const getMediaUrl = (deps: PlaybackDeps) =>
  route(endpoints['playback.get-media-url'], async ({ body, actor }) => {
    const { contentId, playId } = body;
    const content = await deps.content.get(contentId);
    if (!content || content.deleted_at !== undefined) throw new AppError('content_not_found');
    const right = entitle(content, actor);
    if (!right.granted) throw new AppError(right.code);
    const { folders, mediaVersion, top } = right;
    const [siteUrl, sign, play] = await Promise.all([
      deps.siteUrl(),
      deps.policySigner(),
      playOf(deps, actor.userId, contentId, playId),
    ]);
    return {
      status: 200,
      body: {
        success: true as const,
        type: content.content_type,
        url: `/${manifestKey(contentId, mediaVersion, top)}`,
        storyboard_url: storyboardUrl(content),
        preload: preloadOf(content.first_files, contentId, mediaVersion, folders),
        expires_in: deps.cookieSeconds,
        play_id: play,
      },
      cookies: mediaCookies(
        {
          siteUrl,
          contentId,
          mediaVersion,
          folders,
          captions: (content.captions ?? []).length > 0,
          seconds: deps.cookieSeconds,
        },
        deps.now(),
        sign,
      ),
    };
  });
