import type { Repair } from '../../../../../lambdas/contract/delivery/tools.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { repairTexts as texts } from './texts.ts';

/** What a repair did, and what is left to do by hand. */
export const RepairResult = ({
  repair: { configurationUpdated: updated, manualConfigRequired: manual, instructions, consoleUrl },
}: {
  readonly repair: Repair;
}) => (
  <>
    {updated && <p role="status">{texts.updated}</p>}
    {!updated && !manual && <p role="status">{texts.unchanged}</p>}
    {manual && (
      <Notice tone="warning" title={texts.manualTitle} alert>
        <p>{texts.manualText}</p>
        <ol aria-label={texts.steps}>
          {instructions.map((step, index) => (
            // The steps of two buckets can be the same.
            <li key={`${index} ${step}`}>{step}</li>
          ))}
        </ol>
        {consoleUrl !== null && (
          <p>
            <a href={consoleUrl} target="_blank" rel="noreferrer">
              {texts.console}
            </a>
          </p>
        )}
      </Notice>
    )}
  </>
);
