import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ListStart, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Playlist } from '../../../../lambdas/contract/listening/library.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { Artwork } from '../../ui/identity/artwork.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { containingPlaylistsQuery, invalidateLibrary } from './api.ts';
import styles from './dialogs.module.css';
import { PlaylistDialog } from './playlists/playlist-dialog.tsx';
import { playlistTexts } from './playlists/playlist-texts.ts';
import { libraryTexts } from './texts.ts';
import { useAllPlaylists } from './playlists/use-all-playlists.ts';

export interface AddDialogProps {
  readonly contentId: string;
  readonly title: string;
  /** Plays the item after the current one; undefined while the player is empty. */
  readonly onPlayNext?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** The user's playlists, checked if they contain the item. A new playlist can be created here too. */
export const AddDialog = ({ contentId, title, onPlayNext, onClose }: AddDialogProps) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const { items, error, retry } = useAllPlaylists();
  const { data: containing, error: containingError, refetch } = useQuery(containingPlaylistsQuery(api, contentId));
  const [creating, setCreating] = useState(false);
  /** Playlists whose change is still being saved: id to checked. */
  const [pending, setPending] = useState<ReadonlyMap<string, boolean>>(new Map());

  const set = async ({ id, title: name }: Pick<Playlist, 'id' | 'title'>, checked: boolean): Promise<void> => {
    setPending((all) => new Map(all).set(id, checked));
    try {
      await api.call(checked ? 'library.add-entry' : 'library.remove-entry', { params: { id, contentId } });
      show({ title: checked ? playlistTexts.added(name) : playlistTexts.entryRemoved(name) });
    } catch (reason) {
      show({
        title: playlistTexts.addFailed,
        description: reason instanceof Error ? reason.message : String(reason),
        variant: 'destructive',
      });
    }
    await invalidateLibrary(queries);
    setPending((all) => new Map([...all].filter(([other]) => other !== id)));
  };

  const failure = error ?? containingError;
  const choices = () => {
    if (failure) return <ErrorState message={failure.message} onRetry={() => (retry(), void refetch())} />;
    if (items === undefined || containing === undefined) return <LoadingState label={libraryTexts.loading} />;
    if (items.length === 0) return <p className={styles['note']}>{playlistTexts.playlistsEmpty}</p>;
    return (
      <ul className={styles['choices']} aria-label={playlistTexts.playlistsTitle}>
        {items.map((playlist) => (
          <li key={playlist.id}>
            <label className={styles['choice']}>
              <input
                type="checkbox"
                checked={pending.get(playlist.id) ?? containing.has(playlist.id)}
                onChange={(event) => void set(playlist, event.currentTarget.checked)}
              />
              <span className={styles['thumb']}>
                <Artwork title={playlist.title} src={null} shape="square" />
              </span>
              <span className={styles['names']}>
                <span className={styles['title']}>{playlist.title}</span>
                <span className={styles['facts']}>
                  {playlistTexts.visibilities[playlist.visibility]} · {playlistTexts.titles(playlist.entry_count)}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={playlistTexts.addTitle}
      description={playlistTexts.addText(title)}
    >
      {onPlayNext && (
        <div className={styles['queue']}>
          <Button
            variant="secondary"
            onClick={() => {
              onPlayNext();
              show({ title: playlistTexts.playsNext(title) });
              onClose();
            }}
          >
            <ListStart aria-hidden size={18} />
            {playlistTexts.playNext}
          </Button>
        </div>
      )}
      {choices()}
      <div className={styles['actions']}>
        <Button variant="secondary" onClick={() => setCreating(true)}>
          <Plus aria-hidden size={18} />
          {playlistTexts.newPlaylist}
        </Button>
        <Button onClick={onClose}>{playlistTexts.done}</Button>
      </div>
      {creating && (
        <PlaylistDialog onClose={() => setCreating(false)} onSaved={(playlist) => void set(playlist, true)} />
      )}
    </Dialog>
  );
};
