/** Indexes of the table. `access-patterns.md` lists the queries that use them. */
export type IndexName = 'gsi1' | 'gsi2' | 'gsi3' | 'gsi4' | 'gsi5' | 'gsi6' | 'gsi7';

/**
 * The single table, as the CDK app creates it and the repositories use it. Changing a key after the first deployment
 * requires a data migration.
 */
export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds. DynamoDB deletes expired items late, so readers must ignore them. */
  timeToLiveAttribute: 'expires_at',
  stream: 'NEW_AND_OLD_IMAGES',
  /** `type` of the items whose changes become domain events. Other changes do not invoke `table-changes`. */
  streamTypes: [
    'ANALYSIS_CORRECTION',
    'ANALYSIS_RESULT',
    'ATTEMPT',
    'BILLING',
    'CONTENT',
    'COUNTS',
    'HISTORY',
    'HISTORY_STATE',
    'LIKE',
    'PLAYLIST',
    'PROFILE',
    'REPORTED_PLAYLIST',
    'RIGHTS',
    'SECURITY_ALERT',
    'SECURITY_RESPONSE',
    'SESSIONS',
    'STEP',
    'TRANSCRIPT',
    'UPLOAD',
  ],
  /** `type` of the items that `security-detector` reads when they are new. */
  detectedTypes: ['SECURITY_EVENT'],
  indexes: {
    /** All items of one kind by time: administration, users, and sweeps by deadline. */
    gsi1: { partitionKey: 'gsi1pk', sortKey: 'gsi1sk' },
    /** Published content, newest first; public and hidden playlists; library items of a content item. Sparse. */
    gsi2: { partitionKey: 'gsi2pk', sortKey: 'gsi2sk' },
    /** Published content of one type, newest first; a user's playlists with a given content item. Sparse. */
    gsi3: { partitionKey: 'gsi3pk', sortKey: 'gsi3sk' },
    /** Content of one category, newest first, with separate partitions for unpublished items. Sparse. */
    gsi4: { partitionKey: 'gsi4pk', sortKey: 'gsi4sk' },
    /** Content of one type, status and conversion status, by time. Keys only. */
    gsi5: { partitionKey: 'gsi5pk', sortKey: 'gsi5sk' },
    /** The same by title. Keys only. */
    gsi6: { partitionKey: 'gsi6pk', sortKey: 'gsi6sk' },
    /** Content of one creator, newest first. Keys only. */
    gsi7: { partitionKey: 'gsi7pk', sortKey: 'gsi7sk' },
  },
  /** Indexes that project only keys. The items are then read from the table. */
  keysOnly: ['gsi5', 'gsi6', 'gsi7'] as readonly IndexName[],
  /**
   * Attributes that gsi2 to gsi4 project: those of a card, so that a page of 24 costs at most 2.5 read units. gsi1
   * projects all attributes.
   */
  cardAttributes: [
    'type',
    'v',
    'id',
    'title',
    'artist',
    'content_type',
    'duration',
    'view_count',
    'thumbnail_url',
    'is_premium',
    'is_publicly_accessible',
    'created_at',
    'creator_id',
    'creator_name',
    'category_id',
    'category_name',
  ],
} as const;
