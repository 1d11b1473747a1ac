import { copyKey, readCopy, writeCopy, type Seal, type SealedEntry } from '../../domain/audit/seal.ts';
import type { SealDeps } from './deps.ts';

/**
 * Stores links: first the copy, then the table. The copy is named after the number of its first link and can be written
 * only once. So when two runs overlap, or a run resumes an interrupted one, the first copy determines the chain, and
 * the later run stores the links of that copy. Returns the new head of the chain; undefined when another run determined
 * it.
 */
export const storeLinks = async (
  { seals, copies, logger }: SealDeps,
  month: string,
  sealed: readonly SealedEntry[],
): Promise<Seal | undefined> => {
  const name = copyKey(month, sealed[0]?.seal.seq ?? 0);
  const isOurs = await copies.add(name, writeCopy(sealed));
  if (!isOurs) logger.warn('Storing the links that another run copied', { copy: name });
  const links = (isOurs ? sealed : readCopy(await copies.read(name))).map(({ seal }) => seal);
  // If another run already stored the same links, stop: the next run reads the current head.
  return (await seals.add(links)) && isOurs ? links.at(-1) : undefined;
};
