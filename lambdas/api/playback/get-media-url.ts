import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { storyboardUrl } from '../../domain/content/views.ts';
import { manifestKey } from '../../domain/media/layout.ts';
import { entitle } from '../../domain/playback/entitlement.ts';
import { mediaCookies } from '../../domain/playback/media-cookies.ts';
import { preloadOf } from '../../domain/playback/preload.ts';
import { asReviewed } from '../../domain/uploads/waiting-file.ts';
import { route } from '../../http/route.ts';
import type { PlaybackDeps } from './deps.ts';
import { ensurePlay, isMeasured } from './ensure-play.ts';

/** Returns the best manifest that the user's plan includes, and cookies for every folder up to it. */
export const getMediaUrl = (deps: PlaybackDeps) =>
  route(endpoints['playback.get-media-url'], async ({ body, actor }) => {
    const { contentId, waiting = false } = body;
    const stored = await deps.content.get(contentId);
    const content = stored && waiting ? asReviewed(stored) : stored;
    if (!content || content.deleted_at !== undefined) throw new AppError('content_not_found');
    const entitlement = entitle(content, actor);
    if (!entitlement.granted) throw new AppError(entitlement.code);
    const { folders, mediaVersion, top } = entitlement;
    const [siteUrl, sign, playId] = await Promise.all([
      deps.siteUrl(),
      deps.policySigner(),
      ensurePlay(deps, actor, content, body),
    ]);
    const captions = (content.captions ?? []).length > 0;
    const scope = { siteUrl, contentId, mediaVersion, folders, captions, seconds: deps.cookieSeconds };
    return {
      status: 200,
      body: {
        success: true as const,
        type: content.content_type,
        url: `/${manifestKey(contentId, mediaVersion, top)}`,
        storyboard_url: storyboardUrl(content),
        preload: preloadOf(content.first_files, contentId, mediaVersion, folders),
        expires_in: deps.cookieSeconds,
        play_id: playId,
        ...(isMeasured(deps, playId, actor.role) ? { measured: true } : {}),
      },
      cookies: mediaCookies(scope, deps.now(), sign),
    };
  });
