import { endpoints, type EndpointKey } from '../../../lambdas/contract/index.ts';
import { openApi, type LooseInput } from '../api.ts';
import { contentItem, someContent } from '../content.ts';
import type { LocalStack } from '../local-stack.ts';
import { openOperator } from '../operator.ts';
import { somePerson } from '../people-rows.ts';
import type { World } from '../screens/world.ts';
import { openAccounts } from '../sign-in.ts';
import { carriers, type Carrier } from './carriers.ts';
import { packed, payloads } from './payloads.ts';

/** Bytes of a file that goes in parts. */
const LARGE = 20_000_000;

const textsOf = (carrier: Carrier, length: number): readonly string[] => packed(length, carriers[carrier]);
/** All payloads in one text. */
const whole = (carrier: Carrier): string => textsOf(carrier, Infinity)[0] ?? '';
const pick = (texts: readonly string[], index: number): string => texts[index % texts.length] ?? '';

/** Chapters, one payload each, within the first seconds of a title. */
const chapters = payloads.map((payload, index) => ({ start: index / 10, title: `${payload.trim()}${carriers.chapter}` }));
/** A caption file with a payload in each cue; the format has no room for an arrow in one. */
const cues = `WEBVTT\n\n${payloads
  .filter((payload) => !payload.includes('-->'))
  .map((payload, index) => `00:00:00.${String(index).padStart(3, '0')} --> 00:05:00.000\n${payload}`)
  .join('\n\n')}\n`;

/** Hangs hostile texts wherever people may write one. */
export const openHanger = async (stack: LocalStack) => {
  const [accounts, api, operator] = [await openAccounts(stack), openApi(stack.url), openOperator(stack)];
  const [listener, admin] = await Promise.all([accounts.demo('listener'), accounts.demo('admin')]);
  const tell = async (key: EndpointKey, input: LooseInput, token: string): Promise<Readonly<Record<string, unknown>>> => {
    const { status, text } = await api.ask(key, input, token);
    if (!Object.hasOwn(endpoints[key].responses, status)) throw new Error(`${key} answered ${status}: ${text.slice(0, 300)}`);
    return (text === '' ? {} : JSON.parse(text)) as Readonly<Record<string, unknown>>;
  };

  const people = textsOf('othersName', 200).map((full_name) => somePerson({ full_name, created_at: new Date().toISOString() }));

  /** What stands in lists. */
  const lists = async (): Promise<void> => {
    const [titles, artists, [description = ''], failures] = [textsOf('title', 200), textsOf('artist', 200), textsOf('description', 5000), textsOf('failure', 400)];
    const tags = textsOf('tag', 50);
    const stills = { thumbnail_url: null, poster_url: null };
    const contents = titles.map((title, index) => someContent({ title, artist: pick(artists, index), creator_name: pick(textsOf('creator', 200), index), description, tags: tags.filter((_, at) => at % 2 === index % 2).slice(0, 30), original_file_name: pick(textsOf('fileName', 255), index), created_at: `2020-01-01T00:00:${String(index).padStart(2, '0')}.000Z`, published_at: '2020-01-01T00:00:00.000Z', ...stills }));
    const failed = failures.map((conversion_error, index) => someContent({ title: pick(titles, index), status: 'draft', published_at: null, conversion_status: 'failed', conversion_error, media_version: null, ...stills }));
    await operator.put(...contents.map(contentItem), ...failed.map(contentItem));
    for (const { id } of contents) {
      await tell('library.like-content', { params: { contentId: id } }, listener.token);
      await tell('history.record-history', { body: { content_id: id } }, listener.token);
    }
    for (const name of textsOf('category', 80)) await tell('catalog.create-category', { body: { name } }, admin.token);
    const texts = textsOf('playlistText', 1000);
    for (const [index, title] of textsOf('playlistTitle', 100).entries()) {
      await tell('library.create-playlist', { body: { title, description: pick(texts, index), visibility: 'public' } }, index % 2 === 0 ? listener.token : admin.token);
    }
    await operator.put(...people.flatMap(({ items }) => items));
    const drafts = textsOf('draft', 200);
    for (const [index, name] of textsOf('fileName', 250).entries()) {
      const draft = { title: pick(drafts, index), artist: pick(drafts, index), description: drafts.join('\n'), tags: [] };
      await tell('uploads.s3-upload-url', { body: { action: 'create', fileName: `${name}.mp4`, fileType: 'video/mp4', fileSize: LARGE, draft } }, admin.token);
    }
  };

  /** Writes fields of a stored item past the contract, whose lengths hold a few payloads only. */
  const overwrite = async (what: string, is: (item: Readonly<Record<string, unknown>>) => boolean, fields: Readonly<Record<string, unknown>>): Promise<void> => {
    const found = (await operator.items()).filter(is);
    if (found.length === 0) throw new Error(`Nothing is stored as ${what}`);
    await operator.put(...found.map((item) => ({ ...item, ...fields })));
  };

  /** What dialogs and pages of one thing show: all payloads in each of its fields. Answers the world with the names as they are then. */
  const details = async (world: World): Promise<World> => {
    const tags = textsOf('tag', 50);
    for (const [index, { id }] of [world.film, world.music].entries()) {
      const { revision } = await tell('catalog.get-content', { params: { id } }, admin.token);
      const body = { revision, description: textsOf('description', 5000)[0], tags: tags.filter((_, at) => at % 2 === index).slice(0, 30), chapters };
      await tell('content.update-content', { params: { id }, body }, admin.token);
    }
    await tell('content.put-captions', { params: { id: world.film.id, language: 'en' }, body: { label: textsOf('captionLabel', 60)[0], text: cues } }, admin.token);
    const names = textsOf('platformName', 60);
    const texts = textsOf('platformText', 500);
    for (const [index, platform_name] of names.entries()) {
      const { version, auto_approve_uploads, content_moderation } = await tell('settings.get-settings', {}, admin.token);
      await tell('settings.update-settings', { body: { version, auto_approve_uploads, content_moderation, platform_name, platform_description: pick(texts, index) } }, admin.token);
    }
    // Last, so that the log shows them on its first page.
    const [someone] = people;
    for (const [index, reason] of textsOf('reason', 500).entries()) {
      if (someone) await operator.setRights(someone.person.id, { disabled: index % 2 === 1 });
      await api.ask(index % 2 === 0 ? 'people.disable-person' : 'people.enable-person', { params: { id: someone?.person.id ?? '' }, body: { reason } }, admin.token);
    }
    const title = whole('title');
    const [film, music] = [{ ...world.film, title: `F ${title}` }, { ...world.music, title: `M ${title}` }];
    const isContent = (id: string) => (item: Readonly<Record<string, unknown>>) => item['id'] === id && 'conversion_status' in item;
    for (const content of [film, music]) await overwrite('content', isContent(content.id), { title: content.title, artist: whole('artist') });
    const playlistTitle = whole('playlistTitle');
    await overwrite('playlist', (item) => item['id'] === world.playlistId && 'visibility' in item, { title: playlistTitle, description: whole('playlistText') });
    for (const { id } of [listener, admin]) await overwrite('profile', (item) => item['id'] === id && item['type'] === 'PROFILE', { full_name: whole('ownName') });
    const fileNames = textsOf('chosenFile', 250).map((name) => `${name.replaceAll('/', ' ')}.mp3`);
    return { ...world, fileNames, playlistTitle, film, music };
  };

  return {
    lists, details,
    close(): void {
      accounts.close();
      api.close();
      operator.close();
    },
  };
};
