import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { readSteps } from './read-steps.ts';
import type { ConversionApiDeps } from './deps.ts';

/** Lists the processing steps of a file. */
export const listSteps = (deps: ConversionApiDeps) =>
  route(endpoints['conversion.list-steps'], async ({ params: { id }, actor }) => ({
    status: 200,
    body: { content_id: id, steps: await readSteps(deps, id, actor.role) },
  }));
