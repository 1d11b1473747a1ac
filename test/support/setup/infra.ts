import { assemblyOf } from '../stack/assembly.ts';

/**
 * Synthesizes each stage once, before the test files that read it run side by side. In turn: the first stage builds
 * the functions and the web app for all.
 */
export default async (): Promise<void> => {
  for (const stage of ['dev', 'prod', 'local']) await assemblyOf(stage);
};
