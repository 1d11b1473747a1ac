import type { RekognitionEngine } from '../services/rekognition/engine.ts';
import type { Panel } from './panel.ts';

/** Rekognition's latest calls, newest first, with the scores of both models. */
export const imagePanel = (rekognition: Pick<RekognitionEngine, 'analyses' | 'modelProcess'>): Panel => ({
  id: 'images',
  routes: {
    'GET images': () => ({
      modelsLoaded: rekognition.modelProcess() !== undefined,
      analyses: rekognition.analyses(),
    }),
  },
});
