/** Texts of conversions. Those that the specification names are word for word as it has them. */
export const conversionTexts = {
  status: 'Conversion',
  converting: (title: string) => `Conversion of ${title}`,
  waiting: 'Waiting for the converter',
  percent: (percent: number) => `${percent}%`,
  minutesLeft: (minutes: number) => `about ${minutes} min left`,
  failed: (error: string) => `Conversion failed: ${error}`,
  playsOn: 'What was converted before goes on playing.',
  unknownError: 'the reason is not known',
  stuck: 'Conversion stuck - restart available',
  restart: 'Restart conversion',
  restartOf: (title: string) => `Restart conversion of ${title}`,
  force: (title: string) => `Convert ${title} again`,
  forceTitle: 'Convert again?',
  forceText: (title: string) =>
    `The source of “${title}” is converted anew. What plays now goes on playing until the new conversion is complete.`,
  forceAction: 'Convert again',
  toasts: {
    restarted: { title: 'Conversion restarted', description: 'A new attempt has begun.' },
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
