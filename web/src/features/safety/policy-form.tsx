import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { SafetyCategory, type SafetyPolicyView } from '../../../../lambdas/contract/admin/safety-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { formatMoment } from '../../lib/format.ts';
import { singleSubmit } from '../../lib/single-submit.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { SwitchField } from '../../ui/forms/switch-field.tsx';
import { isVersionConflict, refreshSafety } from './api.ts';
import {
  editsOf,
  isThreshold,
  NUMBER_FIELDS,
  numberProblem,
  rulesOf,
  valuesOf,
  type PolicyValues,
} from './policy-rules.ts';
import { PreviewResult } from './preview-result.tsx';
import styles from './safety.module.css';
import { categoryNames, safetyTexts } from './texts.ts';
import { usePreview } from './use-preview.ts';

const texts = safetyTexts.policy;

const CategoryFields = ({
  category,
  form: { register, formState },
}: {
  readonly category: SafetyCategory;
  readonly form: UseFormReturn<PolicyValues>;
}) => (
  <fieldset className={styles['category']}>
    <legend>{categoryNames[category]}</legend>
    {NUMBER_FIELDS.map((field) => (
      <TextField
        key={field}
        label={texts.fields[field]}
        inputMode="decimal"
        autoComplete="off"
        hint={isThreshold(field) ? texts.thresholdHint : undefined}
        error={formState.errors[category]?.[field]?.message}
        {...register(`${category}.${field}`, { validate: (value) => numberProblem(field, value) ?? true })}
      />
    ))}
    <SwitchField label={texts.coverage} {...register(`${category}.require_coverage`)} />
  </fieldset>
);

/** The form of a policy. When someone else saves one, it shows that with what the user has changed. */
const usePolicyForm = (policy: SafetyPolicyView) => {
  const form = useForm<PolicyValues>({ defaultValues: valuesOf(policy.rules) });
  const shown = useRef(policy);
  const { reset, setValue, getValues } = form;
  // Before the user can type again: the library ignores input between a reset and the next rendering.
  useLayoutEffect(() => {
    if (policy.version === shown.current.version) return;
    const latest = valuesOf(policy.rules);
    const edits = editsOf(getValues(), valuesOf(shown.current.rules), latest);
    shown.current = policy;
    reset(latest);
    for (const [field, value] of edits) setValue(field, value, { shouldDirty: true });
  }, [policy, reset, setValue, getValues]);
  return form;
};

/** Edits the policy. Its effect must be previewed before it can be saved. */
export const PolicyForm = ({ policy }: { readonly policy: SafetyPolicyView }) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const form = usePolicyForm(policy);
  const { formState, handleSubmit, control } = form;
  const values = useWatch({ control }) as PolicyValues;
  const { preview, run, resume, stop, clear } = usePreview(() => void refreshSafety(queries));
  const [failure, setFailure] = useState<string | null>(null);
  useUnsavedChanges(formState.isDirty);
  const isCurrent =
    preview?.version === policy.version && JSON.stringify(preview.rules) === JSON.stringify(rulesOf(values));
  const isPreviewed = preview?.state === 'done' && isCurrent;

  const save = handleSubmit(async (edited) => {
    setFailure(null);
    try {
      await api.call('safety.update-policy', { body: { rules: rulesOf(edited), version: policy.version } });
      // What was changed since the user pressed Save is still to be saved.
      form.reset(edited, { keepValues: true });
      clear();
      show({ title: texts.saved });
    } catch (error) {
      const isConflict = isVersionConflict(error);
      setFailure(
        isConflict ? texts.conflict : `${texts.saveFailed} ${error instanceof Error ? error.message : ''}`.trim(),
      );
      if (!isConflict) return;
    }
    await refreshSafety(queries);
  });
  return (
    <form
      className={styles['form']}
      noValidate
      aria-label={texts.form}
      onSubmit={singleSubmit(formState.isSubmitting, save)}
    >
      {SafetyCategory.options.map((category) => (
        <CategoryFields key={category} category={category} form={form} />
      ))}
      {failure !== null && (
        <Notice tone="danger" alert>
          <p>{failure}</p>
        </Notice>
      )}
      {preview && (
        <PreviewResult preview={preview} isCurrent={isCurrent} onStop={stop} onResume={() => void resume()} />
      )}
      <p className={styles['facts']}>
        {policy.updated_at === null
          ? texts.unsaved
          : texts.lastChange(policy.updated_by_name ?? safetyTexts.unknownPerson, formatMoment(policy.updated_at))}
      </p>
      {formState.isDirty && !isPreviewed && <p>{texts.saveHint}</p>}
      <div className={styles['buttons']}>
        <Button
          variant="secondary"
          busy={preview?.state === 'running'}
          disabled={!formState.isDirty}
          onClick={() => {
            setFailure(null);
            void handleSubmit((edited) => run(rulesOf(edited), policy.version))();
          }}
        >
          {texts.preview}
        </Button>
        <Button type="submit" busy={formState.isSubmitting} disabled={!formState.isDirty || !isPreviewed}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
};
