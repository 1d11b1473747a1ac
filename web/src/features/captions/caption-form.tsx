import type { KeyboardEvent } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { FilePicker } from '../../ui/forms/file-picker.tsx';
import styles from './captions-section.module.css';
import { languageName } from './rules.ts';
import { captionTexts as texts } from './texts.ts';
import type { CaptionDraft } from './use-captions.ts';

export interface CaptionFormProps {
  readonly draft: CaptionDraft;
  readonly busy: boolean;
  readonly onChange: (draft: CaptionDraft) => void;
  readonly onFile: (file: File | null) => void;
  readonly onAdd: () => void;
}

/** The fields of the captions to add. It is not a `form`, because it is part of one. */
export const CaptionForm = ({ draft, busy, onChange, onFile, onAdd }: CaptionFormProps) => {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Adds the captions instead of submitting the form around this section.
    event.preventDefault();
    onAdd();
  };
  return (
    <div className={styles['fields']} role="group" aria-label={texts.add}>
      <FilePicker
        label={texts.chooseLabel}
        text={draft.file?.name ?? texts.choose}
        accept=".vtt,text/vtt"
        onFile={onFile}
      />
      <TextField
        label={texts.language}
        hint={texts.languageHint}
        autoComplete="off"
        maxLength={12}
        onKeyDown={onKeyDown}
        value={draft.language}
        onChange={({ target }) => {
          const isSuggested = draft.label === '' || draft.label === languageName(draft.language);
          onChange({ ...draft, language: target.value, label: isSuggested ? languageName(target.value) : draft.label });
        }}
      />
      <TextField
        label={texts.label}
        autoComplete="off"
        maxLength={60}
        onKeyDown={onKeyDown}
        value={draft.label}
        onChange={({ target }) => onChange({ ...draft, label: target.value })}
      />
      <Button variant="secondary" busy={busy} onClick={onAdd}>
        {texts.add}
      </Button>
    </div>
  );
};
