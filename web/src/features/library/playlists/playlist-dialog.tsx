import { useRef, useState, type FormEvent } from 'react';
import type { Playlist, PlaylistVisibility } from '../../../../../lambdas/contract/listening/library.ts';
import { useUnsavedChanges } from '../../../core/unsaved/unsaved-changes.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Dialog, DialogCancel } from '../../../ui/overlays/dialog.tsx';
import { SelectField, TextArea, TextField } from '../../../ui/forms/field.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import styles from '../dialogs.module.css';
import { playlistTexts } from './playlist-texts.ts';
import { libraryTexts } from '../texts.ts';
import { useSavePlaylist } from './use-save-playlist.ts';

const VISIBILITIES = ['private', 'unlisted', 'public'] as const satisfies readonly PlaylistVisibility[];

export interface PlaylistDialogProps {
  /** The playlist to edit; without it a new one is created. */
  readonly playlist?: Playlist;
  readonly onClose: () => void;
  readonly onSaved?: (playlist: Playlist) => void;
}

/** Creates or edits a playlist: name, description and visibility. */
export const PlaylistDialog = ({ playlist, onClose, onSaved }: PlaylistDialogProps) => {
  // Another device may change the playlist meanwhile: what the user has not changed here must stay as it is there.
  const [opened] = useState(playlist);
  const [visibility, setVisibility] = useState<PlaylistVisibility>(opened?.visibility ?? 'private');
  const [nameMissing, setNameMissing] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const descriptionField = useRef<HTMLTextAreaElement>(null);
  const markSaved = useUnsavedChanges(
    () =>
      (nameField.current?.value ?? '') !== (opened?.title ?? '') ||
      (descriptionField.current?.value ?? '') !== (opened?.description ?? '') ||
      visibility !== (opened?.visibility ?? 'private'),
  );
  const { save, busy, failure } = useSavePlaylist(playlist, opened, (saved) => {
    markSaved();
    onSaved?.(saved);
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const title = nameField.current?.value.trim() ?? '';
    setNameMissing(title === '');
    if (title === '') nameField.current?.focus();
    else void save({ title, description: descriptionField.current?.value.trim() ?? '', visibility });
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
          ref={nameField}
          label={playlistTexts.name}
          defaultValue={opened?.title}
          maxLength={100}
          autoComplete="off"
          error={nameMissing ? playlistTexts.nameNeeded : undefined}
        />
        <TextArea
          ref={descriptionField}
          label={playlistTexts.description}
          defaultValue={opened?.description}
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
          <DialogCancel>{playlistTexts.cancel}</DialogCancel>
          <Button type="submit" busy={busy}>
            {playlist ? playlistTexts.save : libraryTexts.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
