import type { EndpointKey } from '../../../../lambdas/contract/index.ts';
import type { ResponseErrorCode } from '../../../support/api.ts';
import { ANY_SHA256 } from '../../../support/network/upload-parts.ts';

/** IDs of stored items, to be sent where an ID of another kind belongs. */
interface ForeignIds {
  /** A converted draft and the key of its source file. */
  readonly draft: string;
  readonly sourceKey: string;
  /** Upload ID of another item. */
  readonly otherUpload: string;
  /** Key of an upload whose file has not arrived. */
  readonly announcedKey: string;
  readonly creator: string | undefined;
  /** IDs that are not content IDs. */
  readonly otherIds: readonly (string | undefined)[];
}

/** A call with an ID of another kind, its error code, and its caller when that is not an administrator. */
type Case = readonly [endpoint: EndpointKey, input: object, code: ResponseErrorCode, caller?: 'listener'];

export const foreignIdCases = (ids: ForeignIds): readonly Case[] => {
  const { draft, sourceKey, otherUpload, announcedKey, creator, otherIds } = ids;
  const [, , upload = ''] = sourceKey.split('/');
  const create = (fields: object) => ['content.create-content', { body: { title: 'x', ...fields } }] as const;
  const uploadAction = (body: object) => ['uploads.s3-upload-url', { body }] as const;
  const parts = [{ partNumber: 1, sha256: ANY_SHA256 }];
  return [
    [...create({ s3Key: `uploads/${draft}/${otherUpload}` }), 'upload_not_found'],
    [...create({ s3Key: `media/${draft}/${upload}/480/index.m3u8` }), 'upload_not_found'],
    [...create({ s3Key: announcedKey }), 'upload_incomplete'],
    [...create({ s3Key: announcedKey, category_id: creator }), 'validation_failed'],
    [...uploadAction({ action: 'complete', s3Key: `uploads/${draft}/${otherUpload}` }), 'upload_not_found'],
    [...uploadAction({ action: 'abort', s3Key: `uploads/${draft}/${otherUpload}` }), 'upload_not_found'],
    [...uploadAction({ action: 'abort', s3Key: sourceKey }), 'invalid_state'],
    [...uploadAction({ action: 'sign', s3Key: sourceKey, parts }), 'invalid_state'],
    [...uploadAction({ action: 'sign', s3Key: announcedKey, parts }), 'invalid_state'],
    ...otherIds.flatMap((id) => [
      ['catalog.get-content', { params: { id } }, 'validation_failed'] as const,
      ['content.delete-content', { params: { id } }, 'validation_failed'] as const,
      ['playback.get-media-url', { body: { contentId: id } }, 'validation_failed'] as const,
    ]),
    // Listeners cannot see that a draft exists.
    ['catalog.get-content', { params: { id: draft } }, 'content_not_found', 'listener'],
    ['playback.get-media-url', { body: { contentId: draft } }, 'content_not_found', 'listener'],
    ['history.record-history', { body: { content_id: draft } }, 'content_not_found', 'listener'],
  ];
};
