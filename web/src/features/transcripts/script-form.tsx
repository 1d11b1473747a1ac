import { useState } from 'react';
import type {
  ScriptKind,
  ScriptLanguage,
  TranscriptEditor,
} from '../../../../lambdas/contract/content/transcript-editing.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { formatMoment } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import { SelectField, TextArea } from '../../ui/forms/field.tsx';
import { FilePicker } from '../../ui/forms/file-picker.tsx';
import { transcriptTexts as texts } from './texts.ts';
import styles from './transcript-section.module.css';
import { useChange } from './use-change.ts';

interface Draft {
  readonly text: string;
  readonly kind: ScriptKind;
  readonly language: ScriptLanguage;
}

const EMPTY: Draft = { text: '', kind: 'text', language: 'en' };

/** Adds, replaces and removes the script of a title. */
export const ScriptForm = ({ id, script }: { readonly id: string; readonly script: TranscriptEditor['script'] }) => {
  const api = useApi();
  const { change, isPending, problem, setProblem } = useChange(id);
  const [draft, setDraft] = useState(EMPTY);
  useUnsavedChanges(draft.text !== '');
  const put = () => {
    if (draft.text.trim() === '') return setProblem(texts.noWords);
    change(
      async () => {
        const { started } = await api.call('transcripts.put-script', { params: { id }, body: draft });
        return started ? texts.scriptStarted : texts.scriptWaits;
      },
      () => setDraft(EMPTY),
    );
    return undefined;
  };
  const remove = () =>
    change(async () => {
      await api.call('transcripts.remove-script', { params: { id } });
      return texts.scriptRemoved;
    });
  const readFile = async (file: File | null) => {
    if (!file) return;
    const text = await file.text();
    setDraft((before) => ({ ...before, text }));
  };
  return (
    <div className={styles['form']} role="group" aria-label={texts.scriptTitle}>
      <h4 className={styles['subtitle']}>{texts.scriptTitle}</h4>
      <p className={styles['hint']}>{texts.scriptHint}</p>
      {script && (
        <p className={styles['hint']}>
          {texts.scriptStored(formatMoment(script.created_at))}{' '}
          <Button variant="ghost" disabled={isPending} onClick={remove}>
            {texts.removeScript}
          </Button>
        </p>
      )}
      <TextArea
        label={texts.scriptText}
        rows={5}
        value={draft.text}
        onChange={({ target }) => setDraft({ ...draft, text: target.value })}
      />
      <FilePicker
        label={texts.scriptFile}
        text={texts.scriptFile}
        accept=".txt,.lrc,text/plain"
        onFile={(file) => void readFile(file)}
      />
      <div className={styles['times']}>
        <SelectField
          label={texts.scriptLanguage}
          value={draft.language}
          onChange={({ target }) => setDraft({ ...draft, language: target.value as ScriptLanguage })}
        >
          {Object.entries(texts.languages).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={texts.scriptKind}
          value={draft.kind}
          onChange={({ target }) => setDraft({ ...draft, kind: target.value as ScriptKind })}
        >
          {Object.entries(texts.kinds).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      {problem !== null && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      <Button variant="secondary" busy={isPending} onClick={put}>
        {texts.putScript}
      </Button>
    </div>
  );
};
