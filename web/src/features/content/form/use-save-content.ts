import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { invalidateContent } from '../../../core/api/invalidate-content.ts';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { showSaved } from '../cached-lists.ts';
import { contentTexts } from '../texts.ts';
import { differences, patchOf, valuesOf, type ContentFormValues } from './form.ts';

const { toasts } = contentTexts;

/**
 * Saves the form as a change of `base`, the version that is being edited. If someone else changed the item, `theirs` is
 * the saved version until `rebase` makes it the new base.
 */
export const useSaveContent = (content: ContentView, form: UseFormReturn<ContentFormValues>, onDone: () => void) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const [base, setBase] = useState(content);
  const [theirs, setTheirs] = useState<ContentView | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const fail = (error: unknown) => {
    const reason = error instanceof ApiError ? error.message : '';
    setFailure(reason || toasts.updateFailed);
    show({ title: toasts.error, description: `${toasts.updateFailed} ${reason}`.trim(), variant: 'destructive' });
  };
  /**
   * Saves the fields that differ from `from`. If the item changed in none of the form's fields (for example, its
   * category was renamed), there is no conflict, and the changes are saved on top of the new version.
   */
  const saveFrom = async (from: ContentView, values: ContentFormValues): Promise<void> => {
    const patch = patchOf(from, values);
    if (!patch) return onDone();
    try {
      showSaved(queries, await api.call('content.update-content', { params: { id: content.id }, body: patch }));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error;
      const now = await api.call('catalog.get-content', { params: { id: content.id } });
      const isUntouched = now.revision > from.revision && differences(valuesOf(from), valuesOf(now)).length === 0;
      return isUntouched ? saveFrom(now, values) : setTheirs(now);
    }
    show({ title: toasts.success, description: toasts.updated });
    void invalidateContent(queries);
    onDone();
  };
  const save = form.handleSubmit((values) => {
    setFailure(null);
    return saveFrom(base, values).catch(fail);
  });
  const rebase = (values: ContentFormValues) => {
    if (!theirs) return;
    form.reset(values);
    setBase(theirs);
    setTheirs(null);
  };
  return { base, theirs, failure, save, rebase };
};
