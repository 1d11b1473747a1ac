import { useState, type FormEvent } from 'react';
import type { Creator } from '../../../../lambdas/contract/content/catalog.ts';
import type { Plan } from '../../../../lambdas/contract/shared.ts';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ConflictNotice } from '../../ui/feedback/conflict-notice.tsx';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import type { ComparedField } from '../../ui/layout/comparison.tsx';
import styles from './catalog-admin.module.css';
import { catalogAdminTexts as texts } from './texts.ts';
import { useSaveCreator, type CreatorDraft, type CreatorFields } from './use-save-creator.ts';

/** The fields that differ between the draft and the saved creator. `base` is the version that is being edited. */
const differencesOf = (draft: CreatorDraft, base: CreatorFields, saved: CreatorFields): ComparedField[] => {
  const name = draft.name.trim();
  return [
    ...(name === saved.name ? [] : [{ key: 'name', label: texts.name, sides: [name, saved.name] as const }]),
    ...(draft.plan === saved.plan
      ? []
      : [{ key: 'plan', label: texts.plan, sides: [texts.plans[draft.plan], texts.plans[saved.plan]] as const }]),
    ...(base.user_id === saved.user_id
      ? []
      : [
          {
            key: 'owner',
            label: texts.owner,
            sides: [
              draft.email.trim() || texts.sameOwner,
              saved.user_id === null ? texts.noOwner : texts.owned,
            ] as const,
          },
        ]),
  ];
};

const draftOf = (creator: Pick<CreatorFields, 'name' | 'plan'> | undefined): CreatorDraft => ({
  name: creator?.name ?? '',
  plan: creator?.plan ?? 'creator',
  email: '',
});

const isSameDraft = (one: CreatorDraft, other: CreatorDraft): boolean =>
  one.name === other.name && one.plan === other.plan && one.email === other.email;

export interface CreatorFormProps {
  /** Undefined for a new creator. */
  readonly creator?: Creator;
  readonly reload: () => Promise<readonly Creator[]>;
  readonly onDone: () => void;
}

/** The name, plan, and owner of a creator. */
export const CreatorForm = ({ creator, reload, onDone }: CreatorFormProps) => {
  const [draft, setDraft] = useState<CreatorDraft>(draftOf(creator));
  const { save, base, theirs, rebase } = useSaveCreator({ creator, draft, reload, onDone });
  useUnsavedChanges(!isSameDraft(draft, draftOf(base)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.name.trim() !== '' && !save.isPending) save.mutate(base);
  };
  return (
    <form
      className={styles['form']}
      aria-label={creator ? texts.edit(creator.name) : texts.newCreator}
      onSubmit={submit}
    >
      <TextField
        label={texts.name}
        value={draft.name}
        maxLength={80}
        onChange={(event) => setDraft({ ...draft, name: event.target.value })}
      />
      <SelectField
        label={texts.plan}
        value={draft.plan}
        onChange={(event) => setDraft({ ...draft, plan: event.target.value as Plan })}
      >
        {Object.entries(texts.plans).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        type="email"
        label={texts.owner}
        hint={creator ? texts.ownerHintOfExisting : texts.ownerHint}
        value={draft.email}
        error={theirs === null ? save.error?.message : undefined}
        onChange={(event) => setDraft({ ...draft, email: event.target.value })}
      />
      <Button type="submit" busy={save.isPending} disabled={draft.name.trim() === '' || theirs !== null}>
        {creator ? texts.save : texts.add}
      </Button>
      <Button variant="ghost" onClick={onDone}>
        {texts.cancel}
      </Button>
      {theirs && base && (
        <ConflictNotice
          texts={texts.conflict}
          text={texts.conflict.text}
          fields={differencesOf(draft, base, theirs)}
          onReload={() => {
            setDraft({ name: theirs.name, plan: theirs.plan, email: '' });
            rebase(theirs);
          }}
          onKeep={() => {
            rebase(theirs);
            save.mutate(theirs);
          }}
        />
      )}
    </form>
  );
};
