import { useQueryClient } from '@tanstack/react-query';
import { liveTopics } from '../../../../lambdas/contract/live/live-topics.ts';
import { useLiveRefresh } from '../../core/live/live-context.tsx';
import { refreshModeration } from '../../features/moderation/api.ts';
import { HiddenPlaylists, ReportedPlaylists } from '../../features/moderation/moderated-lists.tsx';
import { moderationTexts } from '../../features/moderation/texts.ts';
import { AdminScreen } from './admin-screen.tsx';

/** Playlists that users reported or administrators hid. */
export const PlaylistsScreen = () => {
  const queries = useQueryClient();
  useLiveRefresh(liveTopics.moderation, () => void refreshModeration(queries));
  return (
    <AdminScreen title={moderationTexts.title} lead={moderationTexts.lead}>
      <ReportedPlaylists />
      <HiddenPlaylists />
    </AdminScreen>
  );
};
