import type { ConversionRepository } from '../../data/conversion/conversion-repository.ts';
import { createStepRepository } from '../../data/pipeline/step-repository.ts';
import type { Table } from '../../data/table/table.ts';
import { createScriptRepository } from '../../data/transcripts/script-repository.ts';
import type { StageAnalysis } from '../../domain/pipeline/stage.ts';
import type { EventBus } from '../../platform/messages/event-bus.ts';
import { alignNewScript } from '../align-script.ts';
import type { ContentDeps } from './deps.ts';

interface Parts {
  readonly conversions: ConversionRepository;
  readonly events: EventBus;
  readonly stage: StageAnalysis;
}

/** What the script of a new title needs: its record, and the step that aligns it. */
export const createScriptParts = (table: Table, parts: Parts): Pick<ContentDeps, 'scripts' | 'alignNewScript'> => {
  const runs = { ...parts, steps: createStepRepository(table), now: Date.now };
  return {
    scripts: createScriptRepository(table),
    alignNewScript: (contentId, by) => alignNewScript(runs, contentId, by),
  };
};
