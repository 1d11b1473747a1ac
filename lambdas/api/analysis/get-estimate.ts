import { endpoints } from '../../contract/index.ts';
import { uploadEstimate } from '../../domain/analysis/upload-estimate.ts';
import { route } from '../../http/route.ts';
import type { AnalysisApiDeps } from './deps.ts';

/** Returns what the analysis of a file is expected to cost, before the file is uploaded. */
export const getEstimate = ({ stage, makesSound, transcribesMusic }: AnalysisApiDeps) =>
  route(endpoints['analysis.get-estimate'], async ({ query: { content_type: type, seconds } }) => ({
    status: 200,
    body: {
      steps: uploadEstimate(type, seconds, { ...stage, makesSound }),
      transcribes_music: await transcribesMusic(),
    },
  }));
