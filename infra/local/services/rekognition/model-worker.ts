/** The child process that runs the models. It receives one image at a time, and ends with its parent. */
import type { ModelReply, ModelRequest } from './models.ts';
import { createNsfwModels } from './nsfw-models.ts';

const classify = createNsfwModels();

const answer = async ({ id, model, pixels }: ModelRequest): Promise<ModelReply> => {
  try {
    return { id, scores: await classify(model, pixels) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
};

process.on('message', (request: ModelRequest) => void answer(request).then((reply) => process.send?.(reply)));
process.on('disconnect', () => process.exit());
