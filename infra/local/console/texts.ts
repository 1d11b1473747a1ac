import type { ComprehendEngine } from '../services/comprehend/engine.ts';
import type { Panel } from './panel.ts';

/** Comprehend's latest calls, newest first. */
export const textPanel = (comprehend: Pick<ComprehendEngine, 'analyses'>): Panel => ({
  id: 'texts',
  routes: { 'GET texts': () => ({ analyses: comprehend.analyses() }) },
});
