import type { ApiClient } from '../../../lib/api/api-client.ts';
import type { PlayerPorts } from './player-ports.ts';

/** The API calls of the player. */
export const playbackCalls = (api: ApiClient): Pick<PlayerPorts, 'mediaUrl' | 'content' | 'details' | 'countView'> => ({
  mediaUrl: (contentId, playId, ahead) =>
    api.call('playback.get-media-url', {
      body: { contentId, ...(playId === undefined ? {} : { playId }), ...(ahead ? { ahead } : {}) },
    }),
  content: (id) => api.call('catalog.get-content', { params: { id } }),
  details: (id) => api.call('catalog.get-content', { params: { id } }),
  countView: (id, playId) => api.call('playback.count-view', { params: { id }, body: { play_id: playId } }),
});
