import type { ContentRecords } from '../../data/content/content-records.ts';
import type { ProfileNames } from '../../data/people/profile-names.ts';
import type { ScriptRepository } from '../../data/transcripts/script-repository.ts';
import type { TranscriptEdits } from '../../data/transcripts/transcript-edits.ts';
import type { TranscriptRepository } from '../../data/transcripts/transcript-repository.ts';
import type { RunRequester } from '../request-run.ts';

/** Dependencies of this feature's endpoints. */
export interface TranscriptDeps extends RunRequester {
  readonly content: Pick<ContentRecords, 'get' | 'mustExist'>;
  readonly transcripts: Pick<TranscriptRepository, 'readStored' | 'readHead' | 'listVersions' | 'removeSets'>;
  readonly edits: TranscriptEdits;
  readonly scripts: ScriptRepository;
  readonly profiles: ProfileNames;
}
