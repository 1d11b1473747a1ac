/** How deliveries are disturbed. The console sets it; a restart ends it. */
export interface DeliverySwitches {
  /** Keep new deliveries until they are released. */
  hold: boolean;
  /** Send in a random order: each delivery waits up to three seconds. */
  shuffle: boolean;
  /** How often each delivery is sent in addition. */
  duplicate: number;
  /** Do not send new deliveries at all. */
  drop: boolean;
  /** Delay of each delivery. */
  delayMs: number;
}

/** Nothing is disturbed. */
export const calm = (): DeliverySwitches => ({ hold: false, shuffle: false, duplicate: 0, drop: false, delayMs: 0 });

/** The longest wait of a shuffled delivery. */
export const SHUFFLE_MS = 3000;
