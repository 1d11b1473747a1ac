import { AppError } from '../app-error.ts';

/** A distribution as CloudFront describes it. */
export interface FoundDistribution {
  readonly id: string;
  /** Host name that CloudFront assigned. */
  readonly domainName: string;
  /** It accepts requests. */
  readonly enabled: boolean;
  /** Its configuration has reached all edge locations. */
  readonly deployed: boolean;
}

/** The distribution of the stage. There is one, and only a deployment creates it. */
export interface StageDistribution {
  /** Undefined when it does not exist (any more). Throws when CloudFront does not respond. */
  find(): Promise<FoundDistribution | undefined>;
  /** Removes paths from its cache. `*` at the end of a path means any text. A repeated `reference` does nothing. */
  forget(paths: readonly string[], reference: string): Promise<void>;
}

/** Whether the distribution delivers with its current configuration everywhere. */
export const isWorking = (found: FoundDistribution | undefined): boolean =>
  found !== undefined && found.enabled && found.deployed;

/** The distribution. Throws `invalid_state` when there is none. */
export const existing = async (distribution: Pick<StageDistribution, 'find'>): Promise<FoundDistribution> => {
  const found = await distribution.find();
  if (!found)
    throw new AppError('invalid_state', 'The distribution does not exist. Deploy the stack Web to create it.');
  return found;
};
