/** Marks of carriers: each text of a carrier ends with its own, so that a test sees on which screens it stands. */
export const carriers = {
  title: '‹1›',
  artist: '‹2›',
  description: '‹3›',
  tag: '‹4›',
  chapter: '‹5›',
  captionLabel: '‹6›',
  captionText: '‹7›',
  category: '‹8›',
  playlistTitle: '‹9›',
  playlistText: '‹10›',
  ownName: '‹11›',
  othersName: '‹12›',
  reason: '‹13›',
  platformName: '‹14›',
  platformText: '‹15›',
  fileName: '‹16›',
  draft: '‹17›',
  chosenFile: '‹19›',
  failure: '‹20›',
  creator: '‹21›',
} as const;
export type Carrier = keyof typeof carriers;

/**
 * Ends each tag inside of uploaded media files. Nothing of the product reads them, so it stands on no screen: once one
 * shows it, it is a carrier.
 */
export const MEDIA_TAG = '‹18›';

/** What is not stored, or shown to nobody, with the reason. */
interface Nowhere {
  readonly nowhere: string;
}

/**
 * What carries each text field of the contract to the screens. A field that takes markup and stands in no row fails the
 * test: a new field needs a row, and a carrier that `hang` writes.
 */
export const carrierOf: Readonly<Record<string, Carrier | Nowhere>> = {
  'account.update-me full_name': 'ownName',
  'bulk.preview-job action.add[]': { nowhere: 'a preview stores nothing' },
  'bulk.preview-job action.remove[]': { nowhere: 'a preview stores nothing' },
  'bulk.create-job action.add[]': 'tag',
  'bulk.create-job action.remove[]': { nowhere: 'names tags that there are' },
  'catalog.create-category name': 'category',
  'catalog.rename-category name': 'category',
  'catalog.rename-category was': { nowhere: 'compared only' },
  'catalog.create-creator name': 'creator',
  'catalog.update-creator name': 'creator',
  'catalog.update-creator was.name': { nowhere: 'compared only' },
  'content.create-content title': 'title',
  'content.create-content artist': 'artist',
  'content.create-content description': 'description',
  'content.create-content tags[]': 'tag',
  'content.create-content s3Key': { nowhere: 'must be a key that was allotted' },
  'content.update-content title': 'title',
  'content.update-content artist': 'artist',
  'content.update-content description': 'description',
  'content.update-content tags[]': 'tag',
  'content.update-content chapters[].title': 'chapter',
  'content.put-captions label': 'captionLabel',
  'content.put-captions text': 'captionText',
  'conversion.aws-conversion-v3 videoUrl': { nowhere: 'ignored (decisions.md 14)' },
  'conversion.aws-conversion-v3 originalFormat': { nowhere: 'ignored (decisions.md 14)' },
  'conversion.aws-conversion-v3 targetFormat': { nowhere: 'ignored (decisions.md 14)' },
  'conversion.aws-conversion-v3 userTier': { nowhere: 'ignored (decisions.md 14)' },
  'library.create-playlist title': 'playlistTitle',
  'library.create-playlist description': 'playlistText',
  'library.update-playlist title': 'playlistTitle',
  'library.update-playlist description': 'playlistText',
  'people.admin-create-user password': { nowhere: 'only the user pool has it' },
  'people.admin-create-user fullName': 'othersName',
  'people.disable-person reason': 'reason',
  'people.enable-person reason': 'reason',
  'security.input-validator data': { nowhere: 'its event keeps kind and length, not the text' },
  'settings.update-settings platform_name': 'platformName',
  'settings.update-settings platform_description': 'platformText',
  'uploads.s3-upload-url fileName': 'fileName',
  'uploads.s3-upload-url fileType': { nowhere: 'no screen shows the type that a browser announced' },
  'uploads.s3-upload-url draft.title': 'draft',
  'uploads.s3-upload-url draft.artist': 'draft',
  'uploads.s3-upload-url draft.description': 'draft',
  'uploads.s3-upload-url draft.tags[]': 'draft',
  'uploads.s3-download-url s3Key': { nowhere: 'must be a key that was allotted' },
};
