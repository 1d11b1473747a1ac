import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { categoryChoicesQuery, creatorChoicesQuery } from '../api.ts';
import { ContentConflict } from './content-conflict.tsx';
import { categoryOf, rebase, valuesOf, type ContentFormValues } from './form.ts';

export interface SaveProblemProps {
  /** The version that is being edited. */
  readonly base: ContentView;
  readonly form: UseFormReturn<ContentFormValues>;
  /** The version that someone else saved. */
  readonly theirs: ContentView | null;
  readonly failure: string | null;
  /** Continues with these values, based on the saved version. */
  readonly onRebase: (values: ContentFormValues) => void;
}

/** The names of the versions' own categories and creators, known even before the lists have loaded. */
const namesIn = (versions: readonly ContentView[]) =>
  versions.flatMap((version) => [
    ...[categoryOf(version)].filter((category) => category !== undefined),
    { id: version.creator_id, name: version.creators.name },
  ]);

/**
 * Why the form was not saved: a conflict to resolve, or an error. It moves into view and gets focus, because it appears
 * above the fields and the Save button is below them.
 */
export const SaveProblem = ({ base, form, theirs, failure, onRebase }: SaveProblemProps) => {
  const api = useApi();
  const { data: categories = [] } = useQuery(categoryChoicesQuery(api));
  const { data: creators = [] } = useQuery(creatorChoicesQuery(api));
  const box = useRef<HTMLDivElement>(null);
  const isShown = theirs !== null || failure !== null;
  useEffect(() => {
    if (isShown) box.current?.focus();
  }, [isShown]);
  if (!isShown) return null;
  const names = [...categories, ...creators, ...namesIn(theirs ? [base, theirs] : [base])];
  return (
    <div ref={box} tabIndex={-1}>
      {theirs && (
        <ContentConflict
          mine={form.getValues()}
          theirs={valuesOf(theirs)}
          nameOf={(id) => names.find((one) => one.id === id)?.name}
          onReload={() => onRebase(valuesOf(theirs))}
          onKeep={() => onRebase(rebase(valuesOf(base), form.getValues(), valuesOf(theirs)))}
        />
      )}
      {failure && (
        <Notice tone="danger">
          <p>{failure}</p>
        </Notice>
      )}
    </div>
  );
};
