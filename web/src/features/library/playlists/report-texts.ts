/** Texts of the dialog that reports a playlist. */
export const reportTexts = {
  title: (title: string) => `Report ${title}`,
  text: "An administrator will review the playlist. Its owner won't know who reported it.",
  reason: 'Reason',
  choose: 'Choose a reason',
  reasonNeeded: 'Choose a reason.',
  details: 'Details',
  detailsHint: 'Optional. What should the administrator look at?',
  cancel: 'Cancel',
  send: 'Send report',
  sent: 'Report sent',
  sentText: 'Thank you. An administrator will review the playlist.',
  failed: "Your report couldn't be sent",
} as const;
