import { periodText, retention } from '../../contract/retention.ts';

/** What one list of an export contains. */
export interface ListDefinition {
  /** Name of its files, such as `history`. */
  readonly name: string;
  readonly title: string;
  readonly definition: string;
  /** What each field means. */
  readonly fields: Readonly<Record<string, string>>;
}

const time = (what: string): string => `${what} (ISO 8601, UTC)`;
const title = 'Title, as it was when this was saved';
const artist = 'Artist, as it was when this was saved';
const contentId = 'Id of the title in the catalog';

/** The lists of an export, by the type of the items in the table. A test fails for a field without a definition. */
export const listDefinitions: Readonly<Record<string, ListDefinition>> = {
  PROFILE: {
    name: 'profile',
    title: 'Profile',
    definition: 'What you entered about yourself.',
    fields: {
      id: 'Your account id',
      email: 'Your email address',
      full_name: 'Your name',
      created_at: time('When you joined'),
    },
  },
  RIGHTS: {
    name: 'rights',
    title: 'Rights',
    definition: 'What your account may do.',
    fields: {
      role: 'Your role',
      disabled: 'Whether the account is disabled',
    },
  },
  PLAN: {
    name: 'current-plan',
    title: 'Current plan',
    definition: 'The plan that each of your calls is checked against.',
    fields: {
      plan: 'Your plan',
      plan_until: time('When the plan ends'),
      plan_after: 'The plan that follows',
      source: 'Where the plan comes from: a subscription, a complimentary plan, or a test account',
    },
  },
  SESSIONS: {
    name: 'sessions',
    title: 'Sessions',
    definition: 'Where you are signed in.',
    fields: {
      sessions:
        'Where you are signed in: browser, begin and last use (milliseconds since 1970), and place if you allow it',
    },
  },
  CONSENT: {
    name: 'consent-history',
    title: 'Privacy decisions',
    definition: 'Each decision that you made about privacy.',
    fields: {
      id: 'Id of the decision',
      recorded_at: time('When you made it'),
      event: 'Whether you decided or withdrew',
      purposes: 'What you allowed',
      global_privacy_control: 'Whether your browser asked for privacy by Global Privacy Control',
      notice_version: 'Version of the text that you saw',
      notice_language: 'Its language',
      notice_hash: 'SHA-256 of the text that you saw',
    },
  },
  SMART_TOKEN: {
    name: 'smart-tokens',
    title: 'Smart tokens',
    definition: 'The tokens that you created for scripts, without the tokens themselves.',
    fields: {
      id: 'Id of the token',
      name: 'What you called it',
      use: 'What it was issued for',
      security_level: 'Its security level, from 1 to 3',
      device_trust_score: 'Its trust when it was issued, from 0 to 100',
      trust: 'What the trust was computed from, with the points of each part',
      location_verified: 'Whether your browser had reported the place of your session',
      created_at: time('When you created it'),
      valid_until: time('When it expires'),
      last_activity: time('When it was last used, to the minute'),
      revoked_at: time('When it was revoked'),
      revoke_reason: 'Why it was revoked',
    },
  },
  DEVICE: {
    name: 'devices',
    title: 'Devices',
    definition: 'The devices that your account was used on.',
    fields: {
      label: 'Browser and operating system',
      first_at: time('When it was used first'),
      seen_at: time('When it was used last'),
    },
  },
  FACTORS: {
    name: 'factors',
    title: 'Second factors',
    definition: 'What is known about your authenticator app, phone and passkeys. Amazon Cognito stores the keys.',
    fields: {
      totp_since: time('When you set up the authenticator app'),
      phone_since: time('When you added the phone'),
      names: 'The names of your passkeys',
      recovery_codes: 'Number of unused recovery codes',
    },
  },
  BILLING: {
    name: 'plan',
    title: 'Plan and subscription',
    definition: 'What is known about your plan and payments. Card numbers are stored at Stripe only.',
    fields: {
      plan: 'Your plan',
      source: 'Where the plan comes from: a subscription, an administrator, or a test account',
      plan_until: time('When the plan ends'),
      subscription: 'Your subscription at Stripe, as it was read last',
      invoices: 'Your newest invoices',
      trial_used_at: time('When you started a free trial'),
      complimentary: 'A plan that an administrator gave you, and its end',
    },
  },
  BILLING_ENTRY: {
    name: 'plan-history',
    title: 'History of the plan',
    definition: 'Each change of your plan, and what else happened to your payments.',
    fields: {
      at: time('When it happened'),
      kind: 'What happened',
      plan_before: 'The plan before',
      plan_after: 'The plan after',
      source: 'Where the plan came from',
    },
  },
  STRIPE_CUSTOMER: {
    name: 'stripe-customer',
    title: 'Customer at Stripe',
    definition: 'The ids under which Stripe knows you.',
    fields: { customer_id: 'Id of the customer at Stripe' },
  },
  HISTORY: {
    name: 'history',
    title: 'Watch history',
    definition: 'The titles that you started, each with the last time.',
    fields: {
      content_id: contentId,
      title,
      artist,
      content_type: 'Music or video',
      thumbnail_url: 'Address of its picture',
      creator_id: 'Id of its creator',
      creator_name: 'Name of its creator',
      watched_at: time('When you started it last'),
    },
  },
  HISTORY_STATE: {
    name: 'history-settings',
    title: 'Settings of the history',
    definition: 'Whether your history is recorded.',
    fields: { paused_at: time('When you paused it'), cleared_at: time('When you cleared it last') },
  },
  POSITION: {
    name: 'positions',
    title: 'Playback positions',
    definition: 'Where you stopped in each title.',
    fields: {
      content_id: contentId,
      position_seconds: 'Seconds from the start',
      duration_seconds: 'Length of the title in seconds',
      finished: 'Whether you reached its end',
      device: 'The device that saved it',
      updated_at: time('When it was saved'),
    },
  },
  QUEUE: {
    name: 'queue',
    title: 'Player queue',
    definition: 'What your player would play next.',
    fields: {
      content_ids: 'Ids of the titles in their order',
      position_seconds: 'Seconds from the start of the current title',
      device: 'The device that saved it',
      updated_at: time('When it was saved'),
    },
  },
  PLAY: {
    name: 'plays',
    title: 'Recent plays',
    definition: `Each start of a title. Kept for ${periodText(retention.plays)}, to count views.`,
    fields: {
      content_id: contentId,
      started_at: time('When you started it'),
      quality: 'What your browser measured of it, if you allow Analytics & Performance',
    },
  },
  VIEW: {
    name: 'views',
    title: 'Recent views',
    definition: `The views that counted. Kept for ${periodText(retention.plays)}, so that each counts once.`,
    fields: { content_id: contentId, counted_at: time('When it counted') },
  },
  LIKE: {
    name: 'likes',
    title: 'Likes',
    definition: 'The titles that you like.',
    fields: { content_id: contentId, title, artist, liked_at: time('When you liked it') },
  },
  PLAYLIST: {
    name: 'playlists',
    title: 'Playlists',
    definition: 'Your playlists.',
    fields: {
      id: 'Id of the playlist',
      title: 'Its title',
      description: 'Its description',
      visibility: 'Who can open it',
      created_at: time('When you created it'),
      updated_at: time('When you changed it last'),
      hidden_at: time('When it was hidden by moderation'),
      hidden_reason: 'Why it was hidden',
    },
  },
  ENTRY: {
    name: 'playlist-entries',
    title: 'Entries of playlists',
    definition: 'The titles in your playlists.',
    fields: {
      playlist_id: 'Id of the playlist',
      content_id: contentId,
      title,
      artist,
      added_at: time('When you added it'),
    },
  },
  PLAYLIST_REPORT: {
    name: 'reports',
    title: 'Reports',
    definition: 'Playlists of others that you reported.',
    fields: {
      playlist_id: 'Id of the playlist',
      reason: 'The reason that you chose',
      text: 'What you wrote',
      reported_at: time('When you reported it'),
    },
  },
  SECURITY_EVENT: {
    name: 'security-events',
    title: 'Security events',
    definition: 'Events of your account that matter to security.',
    fields: {
      id: 'Id of the event',
      created_at: time('When it happened'),
      source: 'Who noticed it: the platform (server), or your browser, which reported it (browser)',
      session_id: 'Id of the sign-in that it was about, if there was one',
      event_type: 'What happened',
      event_category: 'The kind of event',
      severity: 'How severe it is',
      resource_type: 'What it was about',
      resource_id: 'The page or the part of the platform that it was about, if there was one',
      action_taken: 'What the platform did',
      success: 'Whether the action succeeded',
      error_message: 'The error, if there was one',
      metadata: 'Numbers about the event, and the device',
      risk_score: 'Risk from 0 to 100',
      ip_address: 'The shortened network address, if you allowed to store it',
    },
  },
  BEHAVIORAL_PATTERN: {
    name: 'behavioral-patterns',
    title: 'Behavioral patterns',
    definition: 'What your browser counted of how you use the site, because you allowed it, and its analysis.',
    fields: {
      id: 'Id of the pattern',
      session_id: 'Id of the sign-in in which it was counted',
      pattern_type: 'What it is about',
      pattern_data: 'The counts, and how you operated the browser',
      risk_score: 'Risk from 0 to 100',
      points: 'The rules that added to the risk, with what they measured',
      anomaly_detected: 'Whether it is unusual by these rules',
      analyzed_at: time('When it was analyzed'),
      created_at: time('When the platform received it'),
    },
  },
  DATA_REQUEST: {
    name: 'data-requests',
    title: 'Requests for your data',
    definition: 'Your requests for exports and for the erasure of your data.',
    fields: {
      id: 'Id of the request',
      request_type: 'What you asked for',
      status: 'Its state when this export was made',
      created_at: time('When you asked'),
      completed_at: time('When it was completed'),
    },
  },
};

/** What the user pool knows about a user. It is exported in addition to the items of the table. */
const accountDefinition: ListDefinition = {
  name: 'sign-in',
  title: 'Sign-in',
  definition: 'What the sign-in service (Amazon Cognito) stores about you. It does not know your password.',
  fields: {
    email: 'Your email address',
    email_verified: 'Whether you confirmed it',
    name: 'Your name',
    status: 'State of the account there',
    created_at: time('When it was created'),
    updated_at: time('When it was changed last'),
  },
};

/** The definition of a user's record in the user pool. Without a phone number, it names none. */
export const accountDefinitionOf = (record: Readonly<Record<string, string>> | undefined): ListDefinition =>
  record?.['phone_number'] === undefined
    ? accountDefinition
    : {
        ...accountDefinition,
        fields: {
          ...accountDefinition.fields,
          phone_number: 'The phone number that receives codes',
          phone_number_verified: 'Whether you confirmed the number',
        },
      };
