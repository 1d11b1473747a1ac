import { useState } from 'react';
import type { ScriptKind, ScriptLanguage } from '../../../../lambdas/contract/content/transcript-editing.ts';
import { SelectField, TextArea } from '../../ui/forms/field.tsx';
import { FilePicker } from '../../ui/forms/file-picker.tsx';
import { readScriptFile, SCRIPT_FILES, scriptProblem, type ScriptDraft } from './script-rules.ts';
import { transcriptTexts as texts } from './texts.ts';
import styles from './transcript-section.module.css';

export interface ScriptFieldsProps {
  readonly script: ScriptDraft;
  readonly onChange: (script: ScriptDraft) => void;
}

/** The words of a script, from the keyboard or a file, their language and what they are. */
export const ScriptFields = ({ script, onChange }: ScriptFieldsProps) => {
  const [fileProblem, setFileProblem] = useState<string>();
  const change = (next: ScriptDraft) => {
    setFileProblem(undefined);
    onChange(next);
  };
  const read = (file: File) =>
    readScriptFile(file, script).then(change, ({ message }: Error) => setFileProblem(`${file.name}: ${message}`));
  return (
    <>
      <TextArea
        label={texts.scriptText}
        rows={5}
        error={fileProblem ?? scriptProblem(script)}
        value={script.text}
        onChange={({ target }) => change({ ...script, text: target.value })}
      />
      <FilePicker
        label={texts.scriptFile}
        text={texts.scriptFile}
        accept={SCRIPT_FILES}
        onFile={(file) => file && void read(file)}
      />
      <div className={styles['times']}>
        <SelectField
          label={texts.scriptLanguage}
          value={script.language}
          onChange={({ target }) => change({ ...script, language: target.value as ScriptLanguage })}
        >
          {Object.entries(texts.languages).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={texts.scriptKind}
          value={script.kind}
          onChange={({ target }) => change({ ...script, kind: target.value as ScriptKind })}
        >
          {Object.entries(texts.kinds).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
    </>
  );
};
