import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AlignerParts } from '../../platform/speech/aligner.ts';

/** The aligner's package, next to the bundle (`functionAssets` in infra/build-functions.ts). Loaded when needed. */
const alignerFolder = (root: string): string => join(root, 'soundswallower');

/** Where the aligner is in a deployed function. `root` is the folder of its bundle. */
export const alignerParts = (root: string): AlignerParts => ({
  createModule: async () => {
    const entry = pathToFileURL(join(alignerFolder(root), 'soundswallower.node.js')).href;
    const { default: createModule } = (await import(entry)) as { default: AlignerParts['createModule'] };
    return createModule();
  },
  models: join(alignerFolder(root), 'model'),
});
