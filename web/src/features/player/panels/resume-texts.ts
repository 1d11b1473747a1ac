/** Texts for resuming where the user left off. */
export const resumeTexts = {
  title: 'Resume where you left off?',
  /** In this browser. */
  here: (time: string) => `Resume at ${time}`,
  elsewhere: (time: string, device: string) => `Resume at ${time} from ${device}`,
  fromStart: 'Start from the beginning',
  device: (browser: string | undefined, system: string | undefined) =>
    browser === undefined ? (system ?? 'another device') : system === undefined ? browser : `${browser} on ${system}`,
} as const;
