import { Flag, ListMusic, Pencil, Play, Share2, Trash2 } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import { lazyPart } from '../../../core/lazy-part.tsx';
import type { PlaylistEntry, PlaylistView } from '../../../../../lambdas/contract/listening/library.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { paths } from '../../../core/paths.ts';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { formatDuration } from '../../../lib/format.ts';
import { Artwork } from '../../../ui/identity/artwork.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { invalidateLibrary } from '../api.ts';
import styles from './playlist-head.module.css';
import { totalSeconds } from '../rules.ts';
import { playlistTexts } from './playlist-texts.ts';
import { visibilityIcons } from './visibility-icons.ts';

const PlaylistDialog = lazyPart(
  () => import('./playlist-dialog.tsx'),
  'PlaylistDialog',
  ({ onClose }) => onClose(),
);
const ReportDialog = lazyPart(
  () => import('./report-dialog.tsx'),
  'ReportDialog',
  ({ onClose }) => onClose(),
);
const ConfirmDialog = lazyPart(
  () => import('../../../ui/overlays/confirm-dialog.tsx'),
  'ConfirmDialog',
  ({ onOpenChange }) => onOpenChange(false),
);

const MOSAIC = 4;

/** The thumbnails of the first four entries, or a drawing of the name. */
const Cover = ({ title, entries }: { readonly title: string; readonly entries: readonly PlaylistEntry[] }) => (
  <div className={styles['cover']}>
    {entries.length < MOSAIC ? (
      <Artwork
        title={entries[0]?.content.title ?? title}
        src={entries[0]?.content.thumbnail_url ?? null}
        shape="square"
        eager
      >
        {entries.length === 0 && <ListMusic aria-hidden size={28} className={styles['mark']} />}
      </Artwork>
    ) : (
      <div className={styles['mosaic']}>
        {entries.slice(0, MOSAIC).map(({ content }) => (
          <Artwork key={content.id} title={content.title} src={content.thumbnail_url} shape="square" eager />
        ))}
      </div>
    )}
  </div>
);

const DeleteDialog = ({ playlist, onClose }: { readonly playlist: PlaylistView; readonly onClose: () => void }) => {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { show } = useToast();
  const [busy, setBusy] = useState(false);
  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.call('library.delete-playlist', { params: { id: playlist.id } });
      show({ title: playlistTexts.removed, description: playlist.title });
      await navigate(paths.playlists, { replace: true });
      await invalidateLibrary(queries);
    } catch (error) {
      show({
        title: playlistTexts.removeFailed,
        description: error instanceof Error ? error.message : String(error),
        variant: 'destructive',
      });
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={playlistTexts.removeTitle(playlist.title)}
      description={playlistTexts.removeText}
      action={playlistTexts.remove}
      dangerous
      busy={busy}
      onConfirm={() => void remove()}
    />
  );
};

export interface PlaylistHeadProps {
  readonly playlist: PlaylistView;
  readonly entries: readonly PlaylistEntry[];
  /** Whether `entries` is complete. */
  readonly complete: boolean;
  readonly onPlay: () => void;
  /** Further actions. */
  readonly children?: ReactNode;
}

/** The header of a playlist, with the actions for the whole playlist. */
export const PlaylistHead = ({ playlist, entries, complete, onPlay, children }: PlaylistHeadProps) => {
  const { title, description, visibility, entry_count: count, is_own: own, owner } = playlist;
  const { show } = useToast();
  const [open, setOpen] = useState<'edit' | 'remove' | 'report' | null>(null);
  const Icon = visibilityIcons[visibility];
  const hidden = complete ? Math.max(0, count - entries.length) : 0;
  const share = () => {
    navigator.clipboard.writeText(new URL(paths.playlistOf(playlist.id), location.href).href).then(
      () => show({ title: playlistTexts.shared, description: title }),
      () => show({ title: playlistTexts.shareFailed, variant: 'destructive' }),
    );
  };
  return (
    <header className={styles['head']}>
      <Cover title={title} entries={entries} />
      <div className={styles['words']}>
        <p className={styles['kind']}>
          <Icon aria-hidden size={14} />
          {playlistTexts.visibilities[visibility]}
        </p>
        <h1 tabIndex={-1}>{title}</h1>
        {description !== '' && <p className={styles['description']}>{description}</p>}
        <p className={styles['facts']}>
          {[
            ...(!own && owner.name !== '' ? [playlistTexts.byOwner(owner.name)] : []),
            playlistTexts.titles(count - hidden),
            formatDuration(totalSeconds(entries.map(({ content }) => content))),
          ].join(' · ')}
        </p>
        {hidden > 0 && <p className={styles['facts']}>{playlistTexts.hidden(hidden)}</p>}
        <div className={styles['actions']}>
          <Button size="large" disabled={entries.length === 0} onClick={onPlay}>
            <Play aria-hidden size={18} fill="currentColor" />
            {playlistTexts.play}
          </Button>
          {visibility !== 'private' && playlist.hidden === null && (
            <Button variant="secondary" onClick={share}>
              <Share2 aria-hidden size={16} />
              {playlistTexts.share}
            </Button>
          )}
          {own && (
            <>
              <Button variant="secondary" onClick={() => setOpen('edit')}>
                <Pencil aria-hidden size={16} />
                {playlistTexts.edit}
              </Button>
              <Button variant="ghost" onClick={() => setOpen('remove')}>
                <Trash2 aria-hidden size={16} />
                {playlistTexts.remove}
              </Button>
            </>
          )}
          {!own && playlist.hidden === null && (
            <Button variant="ghost" onClick={() => setOpen('report')}>
              <Flag aria-hidden size={16} />
              {playlistTexts.report}
            </Button>
          )}
          {children}
        </div>
      </div>
      <Suspense>
        {open === 'edit' && <PlaylistDialog playlist={playlist} onClose={() => setOpen(null)} />}
        {open === 'report' && <ReportDialog playlist={playlist} onClose={() => setOpen(null)} />}
        {open === 'remove' && <DeleteDialog playlist={playlist} onClose={() => setOpen(null)} />}
      </Suspense>
    </header>
  );
};
