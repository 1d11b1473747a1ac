import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { AnalysisView } from '../../../../lambdas/contract/content/analysis.ts';
import { AnalysisTopic } from '../../../../lambdas/contract/content/analyzed-titles.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatMoment } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import styles from './analysis.module.css';
import { analysisQuery } from './api.ts';
import { nameOf } from './format.ts';
import { analysisTexts } from './texts.ts';

const texts = analysisTexts.corrections;

type Kind = AnalysisView['corrections'][number]['kind'];
type Change = AnalysisView['corrections'][number]['change'] | 'none';

/** Corrects labels and topics of a title. The page shows the response, so that nothing is analyzed or read again. */
export const useCorrection = (contentId: string) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  return useMutation({
    mutationFn: ({ kind, name, change }: { kind: Kind; name: string; change: Change }) =>
      api.call('analysis.correct-analysis', {
        params: { id: contentId },
        body: kind === 'label' ? { kind, name, change } : { kind, name: name as AnalysisTopic, change },
      }),
    onSuccess: (view) => queries.setQueryData(analysisQuery(api, contentId).queryKey, view),
    onError: (error) => {
      const reason = error instanceof ApiError ? ` ${error.message}` : '';
      show({ title: texts.failed, description: `${texts.failedText}${reason}`, variant: 'destructive' });
    },
  });
};

interface FormProps {
  readonly contentId: string;
  readonly kind: Kind;
  /** Names that are there already. */
  readonly known: readonly string[];
}

/** Adds a label or a topic that the models missed. */
export const AddForm = ({ contentId, kind, known }: FormProps) => {
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const { mutate, isPending } = useCorrection(contentId);
  const markSaved = useUnsavedChanges(() => (field.current?.value ?? '') !== '');
  const add = () => {
    const name = field.current?.value.trim() ?? '';
    if (name === '' || isPending) return field.current?.focus();
    mutate(
      { kind, name, change: 'added' },
      {
        onSuccess: () => {
          if (field.current) field.current.value = '';
          markSaved();
        },
      },
    );
  };
  return (
    <form
      className={styles['add']}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      {kind === 'label' ? (
        <TextField ref={field} label={texts.addLabel} maxLength={60} autoComplete="off" />
      ) : (
        <SelectField ref={field} label={texts.addTopic} defaultValue="">
          <option value="">{texts.choose}</option>
          {AnalysisTopic.options
            .filter((topic) => !known.includes(topic))
            .map((topic) => (
              <option key={topic} value={topic}>
                {nameOf(topic)}
              </option>
            ))}
        </SelectField>
      )}
      <Button type="submit" variant="secondary" busy={isPending}>
        {texts.add}
      </Button>
    </form>
  );
};

/** A button that says that a label or topic is wrong. */
export const WrongButton = ({ contentId, kind, name }: Omit<FormProps, 'known'> & { readonly name: string }) => {
  const { mutate, isPending } = useCorrection(contentId);
  const shown = kind === 'topic' ? nameOf(name) : name;
  return (
    <Button
      variant="ghost"
      busy={isPending}
      aria-label={texts.removeName(shown)}
      onClick={() => mutate({ kind, name, change: 'removed' })}
    >
      {texts.remove}
    </Button>
  );
};

/** The corrections of a title with who made them and when; each can be withdrawn. */
export const CorrectionList = ({ content_id: contentId, corrections }: AnalysisView) => {
  const { mutate, isPending, variables } = useCorrection(contentId);
  if (corrections.length === 0) return <p>{texts.none}</p>;
  return (
    <ul className={styles['pieces']} aria-label={texts.title}>
      {corrections.map(({ kind, name, change, by_name: by, at }) => {
        const shown = kind === 'topic' ? nameOf(name) : name;
        return (
          <li key={`${kind} ${name}`} className={styles['piece']}>
            <p className={styles['wrap']}>
              {texts.entry(texts.kinds[kind], shown, change, by ?? texts.someone, formatMoment(at))}
            </p>
            <Button
              variant="ghost"
              busy={isPending && variables.name === name && variables.kind === kind}
              aria-label={texts.undoName(shown)}
              onClick={() => mutate({ kind, name, change: 'none' })}
            >
              {texts.undo}
            </Button>
          </li>
        );
      })}
    </ul>
  );
};
