import type { Route } from '../../http/route.ts';
import { chooseTranscript } from './choose-transcript.ts';
import type { TranscriptDeps } from './deps.ts';
import { getEditor } from './get-editor.ts';
import { getFile } from './get-file.ts';
import { getScript } from './get-script.ts';
import { getTranscript } from './get-transcript.ts';
import { joinSegments } from './join-segments.ts';
import { listVersions } from './list-versions.ts';
import { putScript } from './put-script.ts';
import { removeScript } from './remove-script.ts';
import { restoreVersion } from './restore-version.ts';
import { splitSegment } from './split-segment.ts';
import { updateSegment } from './update-segment.ts';

/** The feature's endpoints. */
export const transcriptRoutes = (deps: TranscriptDeps): readonly Route[] => [
  getTranscript(deps),
  getFile(deps),
  getEditor(deps),
  updateSegment(deps),
  splitSegment(deps),
  joinSegments(deps),
  listVersions(deps),
  restoreVersion(deps),
  chooseTranscript(deps),
  getScript(deps),
  putScript(deps),
  removeScript(deps),
];
