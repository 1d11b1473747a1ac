import fc from 'fast-check';
import { newSeed } from '../random.ts';

// A failure prints the seed. `SEED` repeats it.
fc.configureGlobal({ seed: newSeed() });

/** The library for tests of properties, which tries the same inputs in every `npm test` and new ones in each soak. */
export default fc;
