/** Texts of caption management. */
export const captionTexts = {
  title: 'Captions',
  hint: 'Add one WebVTT file per language, up to 1 MiB each. Captions are kept when you replace the media file.',
  list: 'Current captions',
  choose: 'Choose file',
  chooseLabel: 'Caption file',
  language: 'Caption language',
  languageHint: 'A language tag, such as en, pt-BR, or zh-Hant',
  label: 'Display name',
  add: 'Add captions',
  remove: (label: string) => `Remove captions: ${label}`,
  removeTitle: 'Remove captions?',
  removeText: (label: string) =>
    `The ${label} captions will be removed immediately, even if you don't save your other changes. ` +
    'To restore them, add the file again.',
  removeAction: 'Remove',
  added: (label: string) => `${label} captions added`,
  removed: (label: string) => `${label} captions removed`,
  failed: 'Failed to update the captions. Please try again.',
  notText: "The file isn't UTF-8 text. Save it as UTF-8 and try again.",
  tooLarge: 'A caption file can be at most 1 MiB.',
  badLanguage: 'Enter a valid language tag, such as en or pt-BR.',
  noFile: 'Choose a caption file first.',
  noLabel: 'Enter a display name.',
} as const;
