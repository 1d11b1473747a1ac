/**
 * A carrier is a kind of text that users store and screens show. Each of its test texts ends with the carrier's mark,
 * so that a test can identify the screens that show it.
 */
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
  planContact: '‹22›',
  reportText: '‹23›',
  hidingReason: '‹24›',
  transcriptText: '‹25›',
  entityName: '‹26›',
  safetyReason: '‹27›',
  appealText: '‹28›',
  frameLabel: '‹29›',
  topic: '‹30›',
  finding: '‹31›',
  quote: '‹32›',
  modelName: '‹33›',
  correction: '‹34›',
  planReason: '‹35›',
  passkeyName: '‹36›',
} as const;
export type Carrier = keyof typeof carriers;

/**
 * Mark of the metadata tags in uploaded media files. The product does not read these tags, so no screen shows the mark.
 * When one does, the tags become a carrier.
 */
export const MEDIA_TAG = '‹18›';

/** A field that is not stored or not shown, with the reason. */
interface NotShown {
  readonly notShown: string;
}

/**
 * The carrier of each text field of the contract. A field that accepts markup and is not in this table fails the test:
 * a new field needs a row, and `seed-payloads.ts` must write its carrier.
 */
export const carrierOf: Readonly<Record<string, Carrier | NotShown>> = {
  'account.update-me full_name': 'ownName',
  'analysis.correct-analysis name': 'correction',
  'bulk.preview-job action.add[]': { notShown: 'a preview stores nothing' },
  'bulk.preview-job action.remove[]': { notShown: 'a preview stores nothing' },
  'bulk.create-job action.add[]': 'tag',
  'bulk.create-job action.remove[]': { notShown: 'names existing tags' },
  'catalog.create-category name': 'category',
  'catalog.rename-category name': 'category',
  'catalog.rename-category was': { notShown: 'compared only' },
  'catalog.create-creator name': 'creator',
  'catalog.update-creator name': 'creator',
  'catalog.update-creator was.name': { notShown: 'compared only' },
  'content.create-content title': 'title',
  'content.create-content artist': 'artist',
  'content.create-content description': 'description',
  'content.create-content tags[]': 'tag',
  'content.create-content script.text': {
    notShown: 'no screen shows a script, only the segments that are made from it',
  },
  'content.create-content s3Key': { notShown: 'must be a key that the server issued' },
  'content.update-content title': 'title',
  'content.update-content artist': 'artist',
  'content.update-content description': 'description',
  'content.update-content tags[]': 'tag',
  'content.update-content chapters[].title': 'chapter',
  'content.update-content reason': 'safetyReason',
  'content.decide-waiting-file version': { notShown: 'compared only' },
  'content.decide-waiting-file reason': 'safetyReason',
  'content.put-captions label': 'captionLabel',
  'content.put-captions text': 'captionText',
  'conversion.aws-conversion-v3 videoUrl': { notShown: 'ignored: clients choose neither the source nor the formats' },
  'conversion.aws-conversion-v3 originalFormat': {
    notShown: 'ignored: clients choose neither the source nor the formats',
  },
  'conversion.aws-conversion-v3 targetFormat': {
    notShown: 'ignored: clients choose neither the source nor the formats',
  },
  'conversion.aws-conversion-v3 userTier': { notShown: 'ignored: clients choose neither the source nor the formats' },
  'credentials.confirm-sign-up password': { notShown: 'only the user pool stores it' },
  'credentials.confirm-sign-up full_name': 'ownName',
  'credentials.reset-password password': { notShown: 'only the user pool stores it' },
  'factors.verify-passkey name': 'passkeyName',
  'factors.verify-passkey credential.response.transports[]': { notShown: 'only the user pool stores it' },
  'factors.verify-passkey credential.authenticatorAttachment': { notShown: 'only the user pool stores it' },
  'factors.rename-factor name': 'passkeyName',
  'factors.redeem-recovery-code email': { notShown: 'compared only' },
  'factors.redeem-recovery-code code': { notShown: 'compared only' },
  'factors.reset-person reason': 'reason',
  'library.create-playlist title': 'playlistTitle',
  'library.create-playlist description': 'playlistText',
  'library.update-playlist title': 'playlistTitle',
  'library.update-playlist description': 'playlistText',
  'library.report-playlist text': 'reportText',
  'moderation.hide-playlist reason': 'hidingReason',
  'moderation.show-playlist reason': 'reason',
  'people.admin-create-user password': { notShown: 'only the user pool stores it' },
  'people.admin-create-user fullName': 'othersName',
  'people.disable-person reason': 'reason',
  'people.enable-person reason': 'reason',
  'person-plans.give-plan reason': 'planReason',
  'person-plans.end-plan reason': 'reason',
  'safety.decide reason': 'safetyReason',
  'safety.appeal text': 'appealText',
  'sessions.renew-session previous': { notShown: 'It is a token, which is not stored.' },
  'security.input-validator data': { notShown: 'its event records kind and length, not the text' },
  'settings.update-settings platform_name': 'platformName',
  'settings.update-settings platform_description': 'platformText',
  'settings.update-settings plan_contact': 'planContact',
  'transcripts.update-segment text': 'transcriptText',
  'transcripts.put-script text': { notShown: 'no screen shows a script, only the segments that are made from it' },
  'uploads.s3-upload-url fileName': 'fileName',
  'uploads.s3-upload-url fileType': { notShown: 'no screen shows the type that the browser sent' },
  'uploads.s3-upload-url draft.title': 'draft',
  'uploads.s3-upload-url draft.artist': 'draft',
  'uploads.s3-upload-url draft.description': 'draft',
  'uploads.s3-upload-url draft.tags[]': 'draft',
  'uploads.s3-download-url s3Key': { notShown: 'must be a key that the server issued' },
};
