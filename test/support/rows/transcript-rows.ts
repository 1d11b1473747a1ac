import {
  scriptEntity,
  segmentEntity,
  segmentVersionEntity,
  transcriptEntity,
} from '../../../lambdas/data/transcripts/transcript-entities.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { someContent } from '../content.ts';

const AT = '2026-02-01T00:00:00.000Z';
const EDITOR = '11111111-2222-4333-8444-555555555555';
const SET = 'a'.repeat(20);
const OTHER_SET = 'b'.repeat(20);

type Item = Readonly<Record<string, unknown>>;

/** A transcript of two segments, the first of which was edited once, as stored items. */
export const editedTranscript = (
  contentId: string,
  texts: readonly string[] = ['Welcome to the meadow.', 'Everyone rests.'],
  versionId: unknown = 'version-1',
): readonly Item[] => {
  const inSet = {
    content_id: contentId,
    version_id: String(versionId),
    source: 'machine',
    language: 'en-US',
    created_at: AT,
    edited_at: null,
    edited_by: null,
  } as const;
  const segments = texts.map((text, index) => ({
    content_id: contentId,
    set: SET,
    id: `s${String(index + 1).padStart(5, '0')}`,
    start_ms: index * 2000,
    end_ms: index * 2000 + 1800,
    text,
    version: index === 0 ? 1 : 0,
    removed: false,
    edited_at: index === 0 ? AT : null,
    edited_by: index === 0 ? EDITOR : null,
  }));
  const [first] = segments;
  return [
    transcriptEntity.toItem({
      ...inSet,
      set: SET,
      revision: 1,
      segment_count: segments.length,
      edited_at: AT,
      edited_by: EDITOR,
      candidate: { ...inSet, set: OTHER_SET, revision: 0, segment_count: 1 },
      rev: 2,
    }),
    ...segments.map((segment) => segmentEntity.toItem(segment)),
    ...(first
      ? [
          segmentVersionEntity.toItem({ ...first, text: 'Before.', version: 0, edited_at: null, edited_by: null }),
          segmentEntity.toItem({ ...first, set: OTHER_SET, text: 'Another.', version: 0 }),
        ]
      : []),
  ];
};

const someScript = (contentId: string): Item =>
  scriptEntity.toItem({
    content_id: contentId,
    kind: 'text',
    language: 'en',
    text: 'Welcome to the meadow.',
    created_at: AT,
    created_by: EDITOR,
  });

/** A valid call for each endpoint of transcripts, with the items that they affect. */
export const transcriptRows = (owned: Partial<Content>, draftId: string) => {
  const items = {
    read: someContent(owned),
    premium: someContent({ ...owned, is_premium: true }),
    edited: someContent(owned),
    split: someContent(owned),
    joined: someContent(owned),
    restored: someContent(owned),
    chosen: someContent(owned),
    scripted: someContent(owned),
    unscripted: someContent(owned),
  };
  const idOf = (name: keyof typeof items) => ({ id: items[name].id });
  const missing = { status: 404, code: 'content_not_found' };
  const unpaid = { user: { status: 403, code: 'plan_required' } };
  const segment = (name: keyof typeof items) => ({ ...idOf(name), segmentId: 's00001' });
  return {
    contentItems: Object.values(items),
    calls: {
      'transcripts.get-transcript': [
        { input: { params: idOf('read') }, success: 200 },
        { variant: 'premium', input: { params: idOf('premium') }, success: 200, otherwise: unpaid },
        {
          variant: 'a draft',
          input: { params: { id: draftId } },
          success: 200,
          otherwise: { user: missing, moderator: missing },
        },
      ],
      'transcripts.get-file': [
        { input: { params: { ...idOf('read'), format: 'vtt' } }, success: 200 },
        {
          variant: 'premium',
          input: { params: { ...idOf('premium'), format: 'srt' } },
          success: 200,
          otherwise: unpaid,
        },
      ],
      'transcripts.get-editor': [{ input: { params: idOf('read') }, success: 200 }],
      'transcripts.update-segment': [
        {
          input: {
            params: segment('edited'),
            body: { version: 1, text: 'Hello, meadow.', start_ms: 100, end_ms: 1900, removed: false },
          },
          success: 200,
        },
      ],
      'transcripts.split-segment': [
        { input: { params: segment('split'), body: { version: 1, at: 7, at_ms: 900 } }, success: 200 },
      ],
      'transcripts.join-segments': [
        {
          input: { params: segment('joined'), body: { version: 1, next: { id: 's00002', version: 0 } } },
          success: 200,
        },
      ],
      'transcripts.list-versions': [{ input: { params: segment('read') }, success: 200 }],
      'transcripts.restore-version': [
        { input: { params: segment('restored'), body: { version: 1, restore: 0 } }, success: 200 },
      ],
      'transcripts.choose-transcript': [
        {
          input: { params: idOf('chosen'), body: { use: 'candidate', set: SET, candidate_set: OTHER_SET } },
          success: 204,
        },
      ],
      'transcripts.get-script': [{ input: { params: idOf('read') }, success: 200 }],
      'transcripts.put-script': [
        {
          input: {
            params: idOf('scripted'),
            body: { kind: 'lyrics', language: 'en', text: 'Welcome to the meadow\nEveryone rests' },
          },
          success: 200,
        },
      ],
      'transcripts.remove-script': [{ input: { params: idOf('unscripted') }, success: 204 }],
    },
    stored: [
      ...Object.values(items).flatMap(({ id }) => editedTranscript(id)),
      ...(['read', 'unscripted'] as const).map((name) => someScript(items[name].id)),
    ],
  } as const;
};
