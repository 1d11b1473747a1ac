import { randomUUID } from 'node:crypto';
import { analysisResultEntity } from '../../../lambdas/data/analysis/result-repository.ts';
import { legalHoldEntity } from '../../../lambdas/data/privacy/legal-hold-repository.ts';
import { endpoints, type EndpointKey } from '../../../lambdas/contract/index.ts';
import { openApi, type LooseInput } from '../api.ts';
import type { StoredPlaylist } from '../../../lambdas/domain/library/playlist.ts';
import { contentItem, someContent } from '../content.ts';
import type { LocalStack } from '../stack/local-stack.ts';
import { openOperator } from '../stack/operator.ts';
import { somePlaylist } from '../rows/library-rows.ts';
import { someReports } from '../rows/moderation-rows.ts';
import { somePerson } from '../rows/people-rows.ts';
import type { World } from '../screens/world.ts';
import { openAccounts } from '../stack/sign-in.ts';
import { openUploads } from '../worlds/uploading.ts';
import { createAuthenticator } from '../webauthn/authenticator.ts';
import { carriers, type Carrier } from './carriers.ts';
import { resultsWithTexts, type ModelTexts } from './model-payloads.ts';
import { packPayloads, payloads } from './payloads.ts';
import { safetyPayloads } from './safety-payloads.ts';
import { makeTagged, TAGGED } from './tagged-media.ts';
import { storeSpokenPayloads } from './transcript-payloads.ts';

/** Bytes of a file that is uploaded in parts. */
const MULTIPART_BYTES = 20_000_000;

const textsOf = (carrier: Carrier, length: number): readonly string[] => packPayloads(length, carriers[carrier]);
/** All payloads in one text, with the carrier's mark. */
const whole = (carrier: Carrier): string => textsOf(carrier, Infinity)[0] ?? '';
/** What users can enter as a label: short, and without angle brackets. */
const correctedLabels = payloads
  .map((payload) => `${payload.trim()}${carriers.correction}`)
  .filter((name) => name.length <= 60 && /^[^<>\p{Cc}]*$/u.test(name));
const pick = (texts: readonly string[], index: number): string => texts[index % texts.length] ?? '';

/** What hostile models return: names as long as the product keeps them, and a chip for each topic. */
const modelTexts: ModelTexts = {
  entities: textsOf('entityName', 100),
  labels: textsOf('frameLabel', 100),
  topics: textsOf('topic', 60),
  findings: textsOf('finding', 100),
  quotes: textsOf('quote', 200),
  model: whole('modelName'),
};

/** One chapter per payload, within the first seconds of a title. */
const chapters = payloads.map((payload, index) => ({
  start: index / 10,
  title: `${payload.trim()}${carriers.chapter}`,
}));
/**
 * A caption file with two cues per payload: one raw, so that a player may take it for WebVTT markup, and one escaped,
 * so that the displayed text is the payload.
 */
const cues = `WEBVTT\n\n${payloads
  .flatMap((payload) => [
    payload.replaceAll('-->', '--&gt;'),
    payload.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  ])
  .map(
    (text, index) =>
      `00:00:00.${String(index).padStart(3, '0')} --> 00:05:00.000\n${text.trim()}${carriers.captionText}`,
  )
  .join('\n\n')}\n`;

type Item = Readonly<Record<string, unknown>>;
type Session = Awaited<ReturnType<typeof openSession>>;
type SomePerson = ReturnType<typeof somePerson>;

const openSession = async (stack: LocalStack) => {
  const [accounts, api, operator] = [await openAccounts(stack), openApi(stack.url), openOperator(stack)];
  const [listener, admin] = await Promise.all([accounts.demo('listener'), accounts.demo('admin')]);
  /** Calls an endpoint with an input that its types may not allow. @throws Error unless the contract has its status */
  const request = async (key: EndpointKey, input: LooseInput, token: string): Promise<Item> => {
    const { status, text } = await api.request(key, input, token);
    if (!Object.hasOwn(endpoints[key].responses, status))
      throw new Error(`${key} returned ${status}: ${text.slice(0, 300)}`);
    return (text === '' ? {} : JSON.parse(text)) as Item;
  };
  return {
    api,
    operator,
    listener,
    admin,
    request,
    close(): void {
      accounts.close();
      api.close();
      operator.close();
    },
  };
};

/** Uploads a file, which starts its conversion. Returns a function that waits for the end of it and publishes. */
const uploadDraft = async (
  { api, admin }: Session,
  title: string,
  file: string,
  bytes: Buffer,
  type: 'music' | 'video',
): Promise<() => Promise<void>> => {
  const uploads = openUploads(api, admin.token);
  const id = await uploads.make(title, file, bytes, type);
  return () => uploads.publish(id);
};

/** Stores published and failed content items. The listener likes and plays the published ones. */
const seedContent = async ({ operator, request, listener }: Session): Promise<void> => {
  const [titles, artists, [description = '']] = [
    textsOf('title', 200),
    textsOf('artist', 200),
    textsOf('description', 5000),
  ];
  const tags = textsOf('tag', 50);
  const stills = { thumbnail_url: null, poster_url: null };
  const published = titles.map((title, index) =>
    someContent({
      title,
      artist: pick(artists, index),
      // Not the organization, whose titles show their artist.
      creator_id: 'crt_01HZX3V5Q8W9T2M4N6P7R8S0A1',
      creator_name: pick(textsOf('creator', 200), index),
      description,
      tags: tags.filter((_, at) => at % 2 === index % 2).slice(0, 30),
      original_file_name: pick(textsOf('fileName', 255), index),
      created_at: `2020-01-01T00:00:${String(index).padStart(2, '0')}.000Z`,
      published_at: '2020-01-01T00:00:00.000Z',
      ...stills,
    }),
  );
  const failed = textsOf('failure', 400).map((conversion_error, index) =>
    someContent({
      title: pick(titles, index),
      status: 'draft',
      published_at: null,
      conversion_status: 'failed',
      conversion_error,
      media_version: null,
      ...stills,
    }),
  );
  await operator.put(...published.map(contentItem), ...failed.map(contentItem));
  for (const { id } of published) {
    await request('library.like-content', { params: { contentId: id } }, listener.token);
    await request('history.record-history', { body: { content_id: id } }, listener.token);
  }
};

const seedCategoriesAndPlaylists = async ({ request, listener, admin }: Session): Promise<void> => {
  for (const name of textsOf('category', 80)) await request('catalog.create-category', { body: { name } }, admin.token);
  const descriptions = textsOf('playlistText', 1000);
  for (const [index, title] of textsOf('playlistTitle', 100).entries()) {
    await request(
      'library.create-playlist',
      { body: { title, description: pick(descriptions, index), visibility: 'public' } },
      index % 2 === 0 ? listener.token : admin.token,
    );
  }
};

/** Stores a reported playlist with one report for each text, and a hidden one and a legal hold for each reason. */
const seedModeration = async ({ operator }: Session, owner: SomePerson | undefined): Promise<void> => {
  const shared = (fields: Partial<StoredPlaylist>) =>
    somePlaylist(owner?.person.id ?? '', [], { visibility: 'public', title: 'Shared', ...fields });
  const reported = shared({ title: pick(textsOf('playlistTitle', 100), 0) });
  const hidden = textsOf('hidingReason', 500).map((hidden_reason) =>
    shared({ hidden_at: new Date().toISOString(), hidden_reason }),
  );
  const at = new Date().toISOString();
  const holds = textsOf('holdReason', 500).map((reason) =>
    legalHoldEntity.toItem({ user_id: randomUUID(), reason, set_at: at, set_by: randomUUID() }),
  );
  await operator.put(
    ...[reported, ...hidden].flatMap(({ items }) => items),
    ...holds,
    // Before those of the world, so that it is the first in the list.
    ...someReports(reported.playlist.id, textsOf('reportText', 500), -3600),
    ...safetyPayloads(textsOf('safetyReason', 500), whole('appealText'), modelTexts),
  );
};

const seedUnfinishedUploads = async ({ request, admin }: Session): Promise<void> => {
  const drafts = textsOf('draft', 200);
  for (const [index, name] of textsOf('fileName', 250).entries()) {
    const draft = {
      title: pick(drafts, index),
      artist: pick(drafts, index),
      description: drafts.join('\n'),
      tags: [],
    };
    const file = { fileName: `${name}.mp4`, fileType: 'video/mp4', fileSize: MULTIPART_BYTES };
    await request('uploads.s3-upload-url', { body: { action: 'create', ...file, draft } }, admin.token);
  }
};

/** Edits the two titles of the world. */
const seedDetails = async ({ request, api, admin, operator }: Session, { film, music }: World): Promise<void> => {
  const tags = textsOf('tag', 50);
  for (const [index, { id }] of [film, music].entries()) {
    const { revision } = await request('catalog.get-content', { params: { id } }, admin.token);
    const body = {
      revision,
      description: textsOf('description', 5000)[0],
      tags: tags.filter((_, at) => at % 2 === index).slice(0, 30),
      chapters,
    };
    await request('content.update-content', { params: { id }, body }, admin.token);
  }
  const items = await operator.items();
  // The demo catalog stops while its titles are analyzed. The sweeper would continue that after minutes, find the
  // results below, and unpublish the film until staff decide.
  for (const { pk, sk, type, content_id: of, state } of items)
    if (type === 'STEP' && of === film.id && state !== 'completed')
      await operator.remove({ pk: String(pk), sk: String(sk) });
  const stored = items.find((item) => item['id'] === film.id && 'source_version_id' in item);
  const version = String(stored?.['source_version_id']);
  await operator.put(
    ...resultsWithTexts({ id: film.id, source_version_id: version }, modelTexts).map((result) =>
      analysisResultEntity.toItem(result),
    ),
  );
  for (const name of correctedLabels) {
    const correction = { kind: 'label', name, change: 'added' };
    await request('analysis.correct-analysis', { params: { id: film.id }, body: correction }, admin.token);
  }
  await storeSpokenPayloads({ api, operator, token: admin.token }, film.id, textsOf('transcriptText', 490));
  await request(
    'content.put-captions',
    { params: { id: film.id, language: 'en' }, body: { label: textsOf('captionLabel', 60)[0], text: cues } },
    admin.token,
  );
};

/** Saves the settings once for each text: the history of versions shows all of them. Returns the last name. */
const seedSettings = async ({ request, admin }: Session): Promise<string> => {
  const descriptions = textsOf('platformText', 500);
  const contacts = textsOf('planContact', 200);
  const names = textsOf('platformName', 60);
  for (const [index, platform_name] of names.entries()) {
    const {
      updated_at: _at,
      updated_by: _by,
      updated_by_name: _name,
      ...settings
    } = await request('settings.get-settings', {}, admin.token);
    const platform_description = pick(descriptions, index);
    const plan_contact = pick(contacts, index);
    const body = {
      ...settings,
      platform_name,
      platform_description,
      plan_contact,
    };
    await request('settings.update-settings', { body }, admin.token);
  }
  return names.at(-1) ?? '';
};

/** Disables and enables an account in turn, with one reason each. */
const seedReasons = async ({ api, operator, admin }: Session, target: SomePerson | undefined): Promise<void> => {
  for (const [index, reason] of textsOf('reason', 500).entries()) {
    if (target) await operator.setRights(target.person.id, { disabled: index % 2 === 1 });
    await api.request(
      index % 2 === 0 ? 'people.disable-person' : 'people.enable-person',
      { params: { id: target?.person.id ?? '' }, body: { reason } },
      admin.token,
    );
  }
};

/** Changes fields of stored items directly in the table: the contract limits a field to a length of a few payloads. */
const overwrite = async (
  { operator }: Session,
  what: string,
  matches: (item: Item) => boolean,
  fields: Item,
): Promise<void> => {
  const found = (await operator.items()).filter(matches);
  if (found.length === 0) throw new Error(`Nothing is stored as ${what}`);
  await operator.put(...found.map((item) => ({ ...item, ...fields })));
};

/** Registers a passkey of the listener, and gives it all payloads as its name. */
const seedPasskey = async (session: Session): Promise<void> => {
  const { api, listener } = session;
  const { options } = await api.call('factors.start-passkey', {}, listener.token);
  const credential = createAuthenticator().register(options as never);
  await api.call('factors.verify-passkey', { body: { name: 'Laptop', credential } }, listener.token);
  await overwrite(session, 'factors', (item) => item['user_id'] === listener.id && item['type'] === 'FACTORS', {
    names: { [credential.id]: whole('passkeyName') },
  });
};

/** Puts all payloads into names of the world's titles, its playlist and both profiles. Returns the new names. */
const overwriteNames = async (
  session: Session,
  world: World,
): Promise<Pick<World, 'film' | 'music' | 'playlistTitle'>> => {
  const title = whole('title');
  const [film, music] = [
    { ...world.film, title: `F ${title}` },
    { ...world.music, title: `M ${title}` },
  ];
  for (const content of [film, music])
    await overwrite(session, 'content', (item) => item['id'] === content.id && 'conversion_status' in item, {
      title: content.title,
      artist: whole('artist'),
    });
  const playlistTitle = whole('playlistTitle');
  await overwrite(session, 'playlist', (item) => item['id'] === world.playlistId && 'visibility' in item, {
    title: playlistTitle,
    description: whole('playlistText'),
  });
  for (const { id } of [session.listener, session.admin])
    await overwrite(session, 'profile', (item) => item['id'] === id && item['type'] === 'PROFILE', {
      full_name: whole('ownName'),
    });
  return { film, music, playlistTitle };
};

/** Writes hostile texts into every field that users can fill in. Call `lists`, then `details`. */
export const openPayloadSeeder = async (stack: LocalStack) => {
  const session = await openSession(stack);
  const { song, clip } = makeTagged();
  const people = textsOf('othersName', 200).map((full_name) =>
    somePerson({ full_name, created_at: new Date().toISOString() }),
  );
  const publishTagged: (() => Promise<void>)[] = [];
  return {
    /** Seeds the items that lists show. */
    async lists(): Promise<void> {
      publishTagged.push(
        await uploadDraft(session, TAGGED.song, 'song.mp3', song, 'music'),
        await uploadDraft(session, TAGGED.clip, 'clip.mp4', clip, 'video'),
      );
      await seedContent(session);
      await seedCategoriesAndPlaylists(session);
      await session.operator.put(...people.flatMap(({ items }) => items));
      await seedModeration(session, people[0]);
      await seedUnfinishedUploads(session);
    },
    /** Seeds what dialogs and pages of a single item show. Returns the world with its new names. */
    async details(world: World): Promise<World> {
      await seedDetails(session, world);
      await seedPasskey(session);
      const platformName = await seedSettings(session);
      for (const publish of publishTagged) await publish();
      // Last, so that the audit log shows them on its first page.
      await seedReasons(session, people[0]);
      await overwrite(session, 'plan', (item) => item['user_id'] === world.plannedId && 'complimentary' in item, {
        complimentary: {
          plan: 'premium',
          until: null,
          reason: whole('planReason'),
          given_by: session.admin.id,
          given_at: new Date().toISOString(),
        },
      });
      const files = textsOf('chosenFile', 250).map((name) => ({
        name: `${name.replaceAll('/', ' ')}.mp3`,
        buffer: song,
      }));
      return { ...world, platformName, files, ...(await overwriteNames(session, world)) };
    },
    close: session.close,
  };
};
