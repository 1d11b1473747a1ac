/** The time limit of each test in milliseconds, which `jest.config.mjs` sets for each kind of test. */
jest.setTimeout((globalThis as unknown as { readonly timeLimitMs: number }).timeLimitMs);
