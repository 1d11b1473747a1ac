/** Texts of conversions. Texts from the specification are used verbatim. */
export const conversionTexts = {
  status: 'Conversion',
  converting: (title: string) => `Conversion of ${title}`,
  waiting: 'Waiting to start',
  percent: (percent: number) => `${percent}%`,
  minutesLeft: (minutes: number) => `about ${minutes} min left`,
  failed: (error: string) => `Conversion failed: ${error}`,
  previousAvailable: 'The previous version is still available.',
  unknownError: 'unknown error',
  stuck: 'Conversion stuck - restart available',
  restart: 'Restart conversion',
  restartOf: (title: string) => `Restart conversion of ${title}`,
  force: (title: string) => `Convert ${title} again`,
  forceTitle: 'Convert again?',
  forceText: (title: string) =>
    `“${title}” will be converted again. The current version stays available until the new one is ready.`,
  forceAction: 'Convert again',
  toasts: {
    restarted: { title: 'Conversion restarted', description: 'A new attempt has started.' },
    noSource: {
      title: 'Conversion Failed',
      force: 'Missing video URL or file information',
      restart: 'No video URL found for conversion',
    },
    restartFailed: { title: 'Restart Failed', description: 'Could not restart the conversion. Please try again.' },
  },
  completed: (title: string) => `${title}: conversion completed`,
  announceFailed: (title: string) => `${title}: conversion failed`,
} as const;
