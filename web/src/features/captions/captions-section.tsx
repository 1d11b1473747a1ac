import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import type { CaptionTrack } from '../../../../lambdas/contract/content/captions.ts';
import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import styles from './captions-section.module.css';
import { canonicalLanguage, languageName, readCaptionFile } from './rules.ts';
import { captionTexts as texts } from './texts.ts';

/** What is to be attached. */
interface Draft {
  readonly file: File | null;
  readonly language: string;
  readonly label: string;
}

const empty: Draft = { file: null, language: '', label: '' };

/** What is missing of a draft, for people; undefined when it can be sent. */
const problemOf = ({ file, language, label }: Draft): string | undefined => {
  if (!file) return texts.noFile;
  if (canonicalLanguage(language) === undefined) return texts.badLanguage;
  return label.trim() === '' ? texts.noLabel : undefined;
};

/**
 * The captions of a content: what is attached, and another file beside it. It acts at once; the form around it has its
 * own button.
 */
export const CaptionsSection = ({ content }: { readonly content: Pick<ContentView, 'id' | 'captions'> }) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const [tracks, setTracks] = useState<readonly CaptionTrack[]>(content.captions);
  const [draft, setDraft] = useState(empty);
  const [problem, setProblem] = useState<string | null>(null);
  /** The track whose removal is asked about. */
  const [doomed, setDoomed] = useState<CaptionTrack | null>(null);
  const change = useMutation({
    mutationFn: (act: () => Promise<{ readonly captions: readonly CaptionTrack[] }>) => act(),
    onSuccess: ({ captions }) => {
      setTracks(captions);
      void invalidateContent(queries);
    },
    onError: (error) => setProblem(error.message || texts.failed),
  });

  const attach = () => {
    const missing = problemOf(draft);
    setProblem(missing ?? null);
    const { file } = draft;
    if (missing !== undefined || !file || change.isPending) return;
    const label = draft.label.trim();
    change.mutate(
      async () => {
        const text = await readCaptionFile(file);
        return api.call('content.put-captions', {
          params: { id: content.id, language: canonicalLanguage(draft.language) ?? '' },
          body: { label, text },
        });
      },
      {
        onSuccess: () => {
          setDraft(empty);
          show({ title: texts.attached(label) });
        },
      },
    );
  };
  const remove = ({ language, label }: CaptionTrack) => {
    setProblem(null);
    change.mutate(() => api.call('content.remove-captions', { params: { id: content.id, language } }), {
      onSuccess: () => show({ title: texts.removed(label) }),
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter belongs to this part, not to the form around it.
    event.preventDefault();
    attach();
  };

  return (
    <section className={styles['section']} aria-label={texts.title}>
      <div>
        <h3 className={styles['title']}>{texts.title}</h3>
        <p className={styles['hint']}>{texts.hint}</p>
      </div>
      {tracks.length > 0 && (
        <ul className={styles['list']} aria-label={texts.list}>
          {tracks.map((track) => (
            <li key={track.language}>
              <span className={styles['label']}>{track.label}</span>
              <span className={styles['tag']}>{track.language}</span>
              <IconButton
                label={texts.remove(track.label)}
                disabled={change.isPending}
                onClick={() => setDoomed(track)}
              >
                <Trash2 aria-hidden size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className={styles['fields']} role="group" aria-label={texts.attach}>
        <label className={styles['file']}>
          <input
            type="file"
            accept=".vtt,text/vtt"
            aria-label={texts.chooseLabel}
            onChange={({ target }) => {
              setDraft({ ...draft, file: target.files?.[0] ?? null });
              setProblem(null);
              // Choosing the same file once more has to be a change.
              target.value = '';
            }}
          />
          <span>{draft.file?.name ?? texts.choose}</span>
        </label>
        <TextField
          label={texts.language}
          hint={texts.languageHint}
          autoComplete="off"
          maxLength={12}
          onKeyDown={onKeyDown}
          value={draft.language}
          onChange={({ target }) => {
            const suggested = draft.label === '' || draft.label === languageName(draft.language);
            setDraft({ ...draft, language: target.value, label: suggested ? languageName(target.value) : draft.label });
          }}
        />
        <TextField
          label={texts.label}
          autoComplete="off"
          maxLength={60}
          onKeyDown={onKeyDown}
          value={draft.label}
          onChange={({ target }) => setDraft({ ...draft, label: target.value })}
        />
        <Button variant="secondary" busy={change.isPending} onClick={attach}>
          {texts.attach}
        </Button>
      </div>
      {problem !== null && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      {doomed && (
        <ConfirmDialog
          open
          onOpenChange={() => setDoomed(null)}
          title={texts.removeTitle}
          description={texts.removeText(doomed.label)}
          action={texts.removeAction}
          dangerous
          onConfirm={() => {
            remove(doomed);
            setDoomed(null);
          }}
        />
      )}
    </section>
  );
};
