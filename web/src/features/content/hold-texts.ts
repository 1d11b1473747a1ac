/** Texts of the legal hold of a title. */
export const titleHoldTexts = {
  set: {
    title: (title: string): string => `Put “${title}” under a legal hold?`,
    text:
      'Until you release it, the title cannot be deleted and its file cannot be replaced. It stays published or ' +
      'unpublished as it is.',
    action: 'Set legal hold',
    done: (title: string): string => `${title} is under a legal hold`,
  },
  release: {
    title: (title: string): string => `Release the legal hold of “${title}”?`,
    text: 'Then the title can be deleted and its file replaced again. What was replaced before the hold is removed.',
    action: 'Release legal hold',
    done: (title: string): string => `The legal hold of ${title} was released`,
  },
  success: 'Success',
  failed: "The legal hold couldn't be changed.",
} as const;
