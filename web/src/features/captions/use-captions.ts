import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CaptionTrack } from '../../../../lambdas/contract/content/captions.ts';
import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { canonicalLanguage, readCaptionFile } from './rules.ts';
import { captionTexts as texts } from './texts.ts';

/** The captions that the user is about to add. */
export interface CaptionDraft {
  readonly file: File | null;
  readonly language: string;
  readonly label: string;
}

export const emptyDraft: CaptionDraft = { file: null, language: '', label: '' };

/** Why a draft cannot be sent; undefined if it can. */
const problemOf = ({ file, language, label }: CaptionDraft): string | undefined => {
  if (!file) return texts.noFile;
  if (canonicalLanguage(language) === undefined) return texts.badLanguage;
  return label.trim() === '' ? texts.noLabel : undefined;
};

/** The captions of a content item, and functions that add and remove them immediately. */
export const useCaptions = (content: Pick<ContentView, 'id' | 'captions'>) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const [tracks, setTracks] = useState<readonly CaptionTrack[]>(content.captions);
  const [draft, setDraft] = useState(emptyDraft);
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (request: () => Promise<{ readonly captions: readonly CaptionTrack[] }>) => request(),
    onSuccess: ({ captions }) => {
      setTracks(captions);
      void invalidateContent(queries);
    },
    onError: (error) => setProblem(error.message || texts.failed),
  });

  const add = () => {
    const reason = problemOf(draft);
    setProblem(reason ?? null);
    const { file } = draft;
    if (reason !== undefined || !file || isPending) return;
    const label = draft.label.trim();
    mutate(
      async () => {
        const text = await readCaptionFile(file);
        return api.call('content.put-captions', {
          params: { id: content.id, language: canonicalLanguage(draft.language) ?? '' },
          body: { label, text },
        });
      },
      {
        onSuccess: () => {
          setDraft(emptyDraft);
          show({ title: texts.added(label) });
        },
      },
    );
  };
  const remove = ({ language, label }: CaptionTrack) => {
    setProblem(null);
    mutate(() => api.call('content.remove-captions', { params: { id: content.id, language } }), {
      onSuccess: () => show({ title: texts.removed(label) }),
    });
  };
  const chooseFile = (file: File | null) => {
    setDraft({ ...draft, file });
    setProblem(null);
  };
  return { tracks, draft, setDraft, chooseFile, problem, isPending, add, remove };
};
