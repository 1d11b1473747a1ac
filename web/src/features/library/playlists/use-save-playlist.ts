import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Playlist, PlaylistVisibility } from '../../../../../lambdas/contract/listening/library.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { invalidateLibrary } from '../api.ts';
import { playlistTexts } from './playlist-texts.ts';

export interface PlaylistInput {
  readonly title: string;
  readonly description: string;
  readonly visibility: PlaylistVisibility;
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'version_conflict';

const failureText = (error: unknown): string => {
  if (isConflict(error)) return `${playlistTexts.conflict}. ${playlistTexts.saveAgain}`;
  return error instanceof Error ? error.message : String(error);
};

/** The fields that the user changed since the form was opened. */
const changesOf = (opened: Playlist, input: PlaylistInput): Partial<PlaylistInput> =>
  Object.fromEntries(Object.entries(input).filter(([name, value]) => value !== opened[name as keyof PlaylistInput]));

/**
 * Creates a playlist, or updates `playlist` with what the user changed since it was `opened`. `failure` is the cause of
 * the last failed save.
 */
export const useSavePlaylist = (
  playlist: Playlist | undefined,
  opened: Playlist | undefined,
  onSaved: (saved: Playlist) => void,
) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const save = async (input: PlaylistInput): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const saved = playlist
        ? await api.call('library.update-playlist', {
            params: { id: playlist.id },
            body: { revision: playlist.revision, ...changesOf(opened ?? playlist, input) },
          })
        : await api.call('library.create-playlist', { body: input });
      show({ title: playlist ? playlistTexts.saved : playlistTexts.created, description: saved.title });
      await invalidateLibrary(queries);
      onSaved(saved);
    } catch (error) {
      setFailure(failureText(error));
      if (isConflict(error)) await invalidateLibrary(queries);
      setBusy(false);
    }
  };
  return { save, busy, failure };
};
