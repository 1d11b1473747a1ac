import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useToast } from '../../core/toast/toast-context.tsx';
import { transcriptTexts as texts } from './texts.ts';

/** Runs a change of a transcript and loads it again. `problem` is the sentence to show when it failed. */
export const useChange = (contentId: string) => {
  const queries = useQueryClient();
  const { show } = useToast();
  const [problem, setProblem] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (request: () => Promise<string | undefined>) => request(),
    onSuccess: (message) => {
      if (message !== undefined) show({ title: message });
    },
    onError: (error) => setProblem(error.message || texts.failed),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['transcripts.get-editor', contentId] });
      await queries.invalidateQueries({ queryKey: ['transcripts.list-versions', contentId] });
    },
  });
  const change = (request: () => Promise<string | undefined>, onDone?: () => void) => {
    setProblem(null);
    mutate(request, { onSuccess: () => onDone?.() });
  };
  return { change, isPending, problem, setProblem };
};
