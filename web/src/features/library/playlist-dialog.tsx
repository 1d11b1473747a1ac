import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import type { Playlist, PlaylistVisibility } from '../../../../lambdas/contract/listening/library.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { SelectField, TextArea, TextField } from '../../ui/forms/field.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { invalidateLibrary } from './api.ts';
import styles from './dialogs.module.css';
import { playlistTexts } from './playlist-texts.ts';
import { libraryTexts } from './texts.ts';

const VISIBILITIES = ['private', 'unlisted', 'public'] as const satisfies readonly PlaylistVisibility[];

export interface PlaylistDialogProps {
  /** The playlist that is edited; left out, a new one is made. */
  readonly playlist?: Playlist;
  readonly onClose: () => void;
  readonly onSaved?: (playlist: Playlist) => void;
}

/** Makes a playlist or edits one: name, description, who may open it. */
export const PlaylistDialog = ({ playlist, onClose, onSaved }: PlaylistDialogProps) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const [visibility, setVisibility] = useState<PlaylistVisibility>(playlist?.visibility ?? 'private');
  const [nameless, setNameless] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const name = useRef<HTMLInputElement>(null);
  const words = useRef<HTMLTextAreaElement>(null);

  const save = async (title: string, description: string): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const written = { title, description, visibility };
      const saved = playlist
        ? await api.call('library.update-playlist', {
            params: { id: playlist.id },
            body: { revision: playlist.revision, ...written },
          })
        : await api.call('library.create-playlist', { body: written });
      show({ title: playlist ? playlistTexts.saved : playlistTexts.created, description: saved.title });
      await invalidateLibrary(queries);
      onSaved?.(saved);
      onClose();
    } catch (error) {
      const conflict = error instanceof ApiError && error.code === 'version_conflict';
      setFailure(
        conflict
          ? `${playlistTexts.conflict}. ${playlistTexts.conflictText}`
          : error instanceof Error
            ? error.message
            : String(error),
      );
      if (conflict) await invalidateLibrary(queries);
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const title = name.current?.value.trim() ?? '';
    setNameless(title === '');
    if (title === '') name.current?.focus();
    else void save(title, words.current?.value.trim() ?? '');
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={playlist ? playlistTexts.edit : libraryTexts.create}
      description={playlist ? playlistTexts.editText : playlistTexts.createText}
    >
      <form className={styles['form']} onSubmit={submit} noValidate>
        {failure !== null && (
          <Notice tone="danger">
            {playlistTexts.saveFailed}. {failure}
          </Notice>
        )}
        <TextField
          ref={name}
          label={playlistTexts.name}
          defaultValue={playlist?.title}
          maxLength={100}
          autoComplete="off"
          error={nameless ? playlistTexts.nameNeeded : undefined}
        />
        <TextArea
          ref={words}
          label={playlistTexts.description}
          defaultValue={playlist?.description}
          maxLength={1000}
          rows={3}
        />
        <SelectField
          label={playlistTexts.visibility}
          value={visibility}
          hint={playlistTexts.visibilityHints[visibility]}
          onChange={(event) => setVisibility(event.currentTarget.value as PlaylistVisibility)}
        >
          {VISIBILITIES.map((value) => (
            <option key={value} value={value}>
              {playlistTexts.visibilities[value]}
            </option>
          ))}
        </SelectField>
        <div className={styles['actions']}>
          <Button variant="secondary" onClick={onClose}>
            {playlistTexts.cancel}
          </Button>
          <Button type="submit" busy={busy}>
            {playlist ? playlistTexts.save : libraryTexts.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
