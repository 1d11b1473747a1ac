import type { BillingEntry, BillingRecord } from './record.ts';

/** Stores what is known about the plans of users. */
export interface BillingStore {
  /** The record of a user, strongly consistent; undefined for a user who never bought anything, or was erased. */
  read(userId: string): Promise<BillingRecord | undefined>;
  /**
   * Replaces a record, together with the plan that calls read and new entries of the history. False when the
   * record was written since it was read, or when the user no longer exists.
   */
  save(before: BillingRecord, after: BillingRecord, entries?: readonly BillingEntry[]): Promise<boolean>;
  /** The address of a user; undefined when it is unknown. Strongly consistent. */
  emailOf(userId: string): Promise<string | undefined>;
  /** Records that a card was used for a trial. False when another user did that before. */
  claimCard(cardHash: string, userHash: string, at: string): Promise<boolean>;
  /** Records that the owner of an address had a trial. It outlives the account. */
  markAddress(addressHash: string, at: string): Promise<void>;
  hasAddressMark(addressHash: string): Promise<boolean>;
}

/** Parts that change a user's plan. */
export interface BillingDeps {
  readonly store: BillingStore;
  /** Days for which a plan continues after its paid period. */
  readonly graceDays: number;
  /** A keyed hash, so that stored hashes of addresses and cards cannot be reversed by trying. */
  readonly hash: (text: string) => Promise<string>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Waits before another try, so that writers that conflicted do not conflict again. */
  readonly pause: (tried: number) => Promise<unknown>;
}
