/** Where a query finds its answer; `access-patterns.md` says which question each serves. */
export type IndexName = 'gsi1' | 'gsi2' | 'gsi3' | 'gsi4' | 'gsi5' | 'gsi6' | 'gsi7';

/**
 * The one table, as the CDK app makes it and as the repositories use it. Changing a key after a first deployment means
 * moving data.
 */
export const tableDefinition = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds; DynamoDB deletes late, so readers filter by it too. */
  timeToLiveAttribute: 'expires_at',
  stream: 'NEW_AND_OLD_IMAGES',
  /** Values of `type` of the items whose changes become domain events; nothing else wakes the stream's reader. */
  streamTypes: [
    'ATTEMPT',
    'CONTENT',
    'COUNTS',
    'HISTORY',
    'HISTORY_STATE',
    'LIKE',
    'PLAYLIST',
    'PROFILE',
    'RIGHTS',
    'STEP',
  ],
  indexes: {
    /** Everything of one kind, newest first (administration, people, sweeping by deadline). */
    gsi1: { partitionKey: 'gsi1pk', sortKey: 'gsi1sk' },
    /** Published content, newest first; public playlists; who holds a content. Sparse. */
    gsi2: { partitionKey: 'gsi2pk', sortKey: 'gsi2sk' },
    /** Published content of one type, newest first; a person's playlists that hold a content. Sparse. */
    gsi3: { partitionKey: 'gsi3pk', sortKey: 'gsi3sk' },
    /** Content of one category, newest first: published, and apart from it the rest. Sparse. */
    gsi4: { partitionKey: 'gsi4pk', sortKey: 'gsi4sk' },
    /** Content of one type, status and state of conversion, by its time. Keys only. */
    gsi5: { partitionKey: 'gsi5pk', sortKey: 'gsi5sk' },
    /** The same by its title. Keys only. */
    gsi6: { partitionKey: 'gsi6pk', sortKey: 'gsi6sk' },
    /** Content of one creator, newest first. Keys only. */
    gsi7: { partitionKey: 'gsi7pk', sortKey: 'gsi7sk' },
  },
  /** Indexes that carry nothing but keys: what they find is read from the table. */
  keysOnly: ['gsi5', 'gsi6', 'gsi7'] as readonly IndexName[],
  /**
   * Attributes that gsi2 to gsi4 carry: those of a card, so that a page of 24 stays within 2.5 read units. gsi1 carries
   * all.
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
