import * as z from 'zod/mini';
import type { AlignProgress } from '../../domain/alignment/align-script.ts';
import type { SpeechDeps } from './deps.ts';

const Progress = z.object({
  script: z.string(),
  at_ms: z.number(),
  found: z.array(z.object({ start_ms: z.number(), end_ms: z.number(), score: z.number() })),
});

/** How far an earlier call aligned the same script; undefined when it began with another one, or has not begun. */
export const readProgress = async (
  { sounds }: Pick<SpeechDeps, 'sounds'>,
  key: string,
  script: string,
): Promise<AlignProgress | undefined> => {
  const stored = Progress.safeParse(await sounds.readJson(key));
  return stored.success && stored.data.script === script ? stored.data : undefined;
};
