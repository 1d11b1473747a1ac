import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { CaptionTrack } from '../../../../lambdas/contract/content/captions.ts';
import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { CaptionForm } from './caption-form.tsx';
import styles from './captions-section.module.css';
import { captionTexts as texts } from './texts.ts';
import { useCaptions } from './use-captions.ts';

interface CaptionListProps {
  readonly tracks: readonly CaptionTrack[];
  readonly busy: boolean;
  readonly onRemove: (track: CaptionTrack) => void;
}

const CaptionList = ({ tracks, busy, onRemove }: CaptionListProps) => (
  <ul className={styles['list']} aria-label={texts.list}>
    {tracks.map((track) => (
      <li key={track.language}>
        <span className={styles['label']}>{track.label}</span>
        <span className={styles['tag']}>{track.language}</span>
        <IconButton label={texts.remove(track.label)} disabled={busy} onClick={() => onRemove(track)}>
          <Trash2 aria-hidden size={16} />
        </IconButton>
      </li>
    ))}
  </ul>
);

/**
 * The captions of a content item. Additions and removals take effect immediately; the form around this section has its
 * own Save button.
 */
export const CaptionsSection = ({ content }: { readonly content: Pick<ContentView, 'id' | 'captions'> }) => {
  const { tracks, draft, setDraft, chooseFile, problem, isPending, add, remove } = useCaptions(content);
  useUnsavedChanges(draft.file !== null || draft.language !== '' || draft.label !== '');
  /** The track that the user is asked to confirm removing. */
  const [removing, setRemoving] = useState<CaptionTrack | null>(null);
  return (
    <section className={styles['section']} aria-label={texts.title}>
      <div>
        <h3 className={styles['title']}>{texts.title}</h3>
        <p className={styles['hint']}>{texts.hint}</p>
      </div>
      {tracks.length > 0 && <CaptionList tracks={tracks} busy={isPending} onRemove={setRemoving} />}
      <CaptionForm draft={draft} busy={isPending} onChange={setDraft} onFile={chooseFile} onAdd={add} />
      {problem !== null && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      {removing && (
        <ConfirmDialog
          open
          onOpenChange={() => setRemoving(null)}
          title={texts.removeTitle}
          description={texts.removeText(removing.label)}
          action={texts.removeAction}
          dangerous
          onConfirm={() => {
            remove(removing);
            setRemoving(null);
          }}
        />
      )}
    </section>
  );
};
