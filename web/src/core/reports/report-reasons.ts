import type { ReportReason } from '../../../../lambdas/contract/listening/library.ts';

/** The reasons to report a playlist, in the order of the choice. */
export const reportReasons: Readonly<Record<ReportReason, string>> = {
  spam: 'Spam or misleading',
  hateful: 'Hateful or abusive',
  sexual: 'Sexual content',
  violent: 'Violent or dangerous',
  rights: "Uses someone's work or name without permission",
  other: 'Something else',
};
