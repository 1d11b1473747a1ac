import { useState } from 'react';
import type { TranscriptEditor } from '../../../../lambdas/contract/content/transcript-editing.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { formatMoment } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ScriptFields } from './script-fields.tsx';
import { EMPTY_SCRIPT, scriptProblem } from './script-rules.ts';
import { transcriptTexts as texts } from './texts.ts';
import styles from './transcript-section.module.css';
import { useChange } from './use-change.ts';

/** Adds, replaces and removes the script of a title. */
export const ScriptForm = ({ id, script }: { readonly id: string; readonly script: TranscriptEditor['script'] }) => {
  const api = useApi();
  const { change, isPending, problem, setProblem } = useChange(id);
  const [draft, setDraft] = useState(EMPTY_SCRIPT);
  useUnsavedChanges(draft.text !== '');
  const put = () => {
    if (draft.text.trim() === '') return setProblem(texts.noWords);
    // The field says what is wrong.
    if (scriptProblem(draft) !== undefined) return undefined;
    change(
      async () => {
        const { started } = await api.call('transcripts.put-script', { params: { id }, body: draft });
        return started ? texts.scriptStarted : texts.scriptWaits;
      },
      () => setDraft(EMPTY_SCRIPT),
    );
    return undefined;
  };
  const remove = () =>
    change(async () => {
      await api.call('transcripts.remove-script', { params: { id } });
      return texts.scriptRemoved;
    });
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
      <ScriptFields script={draft} onChange={setDraft} />
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
