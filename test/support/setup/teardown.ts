/** Where the setup and the teardown of a Jest project meet: Jest loads their modules separately. */
const shared = globalThis as { soundstageTeardown?: (() => Promise<void>)[] };

/** Registers what ends after the last test of a run. */
export const whenTestsEnd = (end: () => Promise<void>): void => void (shared.soundstageTeardown ??= []).push(end);

/** Jest's global teardown: ends what a setup started, newest first. */
export default async (): Promise<void> => {
  for (const end of (shared.soundstageTeardown ?? []).splice(0).reverse()) await end();
};
