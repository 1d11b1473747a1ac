import { Button } from '../../ui/actions/button.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { isVersionConflict } from './api.ts';
import styles from './safety.module.css';
import { safetyTexts } from './texts.ts';
import type { Preview } from './use-preview.ts';

const texts = safetyTexts.policy;

const failureText = (failure: unknown): string => {
  if (isVersionConflict(failure)) return texts.conflict;
  return `${texts.previewFailed} ${failure instanceof Error ? failure.message : ''}`.trim();
};

/** Why the numbers are not those of the whole catalog; undefined when they are. */
const gapOf = ({ state, checked, total }: Preview): string | undefined => {
  if (total === undefined) return state === 'stopped' ? texts.previewEmpty : undefined;
  if (state === 'stopped' || state === 'failed') return texts.previewPartial(checked, Math.max(total, checked));
  return state === 'done' && total > checked ? texts.previewLacks(total - checked) : undefined;
};

export interface PreviewResultProps {
  readonly preview: Preview;
  /** Whether the form still contains the rules that were compared. */
  readonly isCurrent: boolean;
  readonly onStop: () => void;
  readonly onResume: () => void;
}

/** What a policy would change: how much of the catalog has been compared, and which verdicts would be others. */
export const PreviewResult = ({ preview, isCurrent, onStop, onResume }: PreviewResultProps) => {
  const { state, checked, total, changes, failure } = preview;
  const gap = gapOf(preview);
  const canResume = isCurrent && (state === 'stopped' || (state === 'failed' && !isVersionConflict(failure)));
  return (
    <div className={styles['preview']}>
      {state === 'running' && (
        <>
          <Progress label={texts.progress} value={total ? (100 * checked) / total : null} />
          <p>{texts.previewing(checked, total)}</p>
        </>
      )}
      <div role="status">
        {state === 'failed' && <p>{failureText(failure)}</p>}
        {state === 'done' && <p>{texts.previewed(checked)}</p>}
        {gap !== undefined && <p>{gap}</p>}
        {state === 'done' && changes.length === 0 && <p>{texts.unchanged}</p>}
      </div>
      {changes.map(({ from, to, count, samples }) => (
        <div key={`${from} ${to}`}>
          <p>{texts.change(count, from, to)}</p>
          {samples.length > 0 && (
            <p className={styles['facts']}>
              {texts.samples} {samples.map(({ title }) => title).join(', ')}
            </p>
          )}
        </div>
      ))}
      {(state === 'running' || canResume) && (
        <div className={styles['buttons']}>
          {state === 'running' ? (
            <Button variant="secondary" onClick={onStop}>
              {texts.stop}
            </Button>
          ) : (
            <Button variant="secondary" onClick={onResume}>
              {texts.resume}
            </Button>
          )}
        </div>
      )}
    </div>
  );
};
