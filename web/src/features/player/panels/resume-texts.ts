/** Texts of going on where something was left. */
export const resumeTexts = {
  title: 'Where do you want to go on?',
  /** In this browser. */
  here: (time: string) => `Continue at ${time}`,
  elsewhere: (time: string, device: string) => `Continue at ${time} from ${device}`,
  fromStart: 'Start from the beginning',
  device: (browser: string | undefined, system: string | undefined) =>
    browser === undefined ? (system ?? 'another device') : system === undefined ? browser : `${browser} on ${system}`,
} as const;
