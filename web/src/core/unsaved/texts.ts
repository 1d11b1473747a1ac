/** Texts of the question before unsaved changes are lost. */
export const unsavedTexts = {
  title: 'Discard changes?',
  text: "What you entered hasn't been saved.",
  discard: 'Discard changes',
  stay: 'Keep editing',
} as const;
