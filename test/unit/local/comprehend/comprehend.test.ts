import {
  BatchDetectDominantLanguageCommand,
  BatchDetectEntitiesCommand,
  BatchDetectSentimentCommand,
  ComprehendClient,
  DetectDominantLanguageCommand,
  DetectEntitiesCommand,
  DetectKeyPhrasesCommand,
  DetectSentimentCommand,
  DetectToxicContentCommand,
  type LanguageCode,
} from '@aws-sdk/client-comprehend';
import { AwsError } from '../../../../infra/local/aws/service.ts';
import { createManualClock } from '../../../../infra/local/clock.ts';
import type { Authorize } from '../../../../infra/local/iam/access.ts';
import { createComprehendEngine } from '../../../../infra/local/services/comprehend/engine.ts';
import { clientSettings, serve, type ServedService } from '../../../support/network/aws-server.ts';

const denied = new Set<string>();
const authorize: Authorize = (_caller, action, resource) => {
  if (denied.has(action)) throw new AwsError('AccessDeniedException', `not authorized: ${action} on ${resource}`);
};
const engine = createComprehendEngine({ clock: createManualClock(), authorize });
let served: ServedService;
let client: ComprehendClient;

beforeAll(async () => {
  served = await serve(engine);
  client = new ComprehendClient(clientSettings(served));
});
beforeEach(() => denied.clear());
afterAll(async () => {
  client.destroy();
  await served.close();
});

const sentiment = (Text: string, language: LanguageCode = 'en') =>
  client.send(new DetectSentimentCommand({ Text, LanguageCode: language }));
const entities = (Text: string) => client.send(new DetectEntitiesCommand({ Text, LanguageCode: 'en' }));
const toxicity = (...segments: readonly string[]) =>
  client.send(new DetectToxicContentCommand({ TextSegments: segments.map((Text) => ({ Text })), LanguageCode: 'en' }));
const languages = (Text: string) => client.send(new DetectDominantLanguageCommand({ Text }));

describe('DetectDominantLanguage', () => {
  it.each([
    ['en', 'The museum opens at nine and closes at five.'],
    ['de', 'Das Museum öffnet um neun und schließt um fünf.'],
    ['fr', 'Le musée ouvre à neuf heures et ferme à cinq heures.'],
    ['es', 'El museo abre a las nueve y cierra a las cinco.'],
    ['it', 'Il museo apre alle nove e chiude alle cinque.'],
    ['ja', '博物館は九時に開きます。'],
  ])('recognizes %s', async (code, text) => {
    const { Languages = [] } = await languages(text);
    expect(Languages[0]).toEqual({ LanguageCode: code, Score: expect.any(Number) });
    const scores = Languages.map(({ Score = -1 }) => Score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
  });

  it('finds none without words', async () => {
    expect((await languages('12345 67890 12345 67890')).Languages).toEqual([]);
  });
});

describe('DetectSentiment', () => {
  it.each([
    ['POSITIVE', 'I love this song, it is wonderful!'],
    ['NEGATIVE', 'This is terrible and I hate it.'],
    ['NEGATIVE', 'The film is not good.'],
    ['NEUTRAL', 'The train leaves at nine.'],
    ['MIXED', 'The picture was great but the sound was terrible.'],
  ])('is %s: %s', async (expected, text) => {
    const { Sentiment, SentimentScore = {} } = await sentiment(text);
    const scores = Object.entries(SentimentScore);
    expect(scores.map(([name]) => name).sort()).toEqual(['Mixed', 'Negative', 'Neutral', 'Positive']);
    expect(scores.reduce((sum, [, score]) => sum + score, 0)).toBeCloseTo(1, 10);
    expect(scores.every(([, score]) => score >= 0)).toBe(true);
    const [highest] = scores.sort(([, a], [, b]) => b - a);
    expect([Sentiment, highest?.[0].toUpperCase()]).toEqual([expected, expected]);
    expect(await sentiment(text)).toMatchObject({ Sentiment, SentimentScore });
  });

  it('is not mixed for a long plain text with one kind word and one harsh word', async () => {
    const plain = 'The train leaves at nine from the second platform and stops in four towns. '.repeat(6);
    expect((await sentiment(`${plain} The coffee is good. The seats are bad.`)).Sentiment).not.toBe('MIXED');
  });
});

describe('DetectEntities', () => {
  it('finds names, places, dates and quantities where they are, in characters', async () => {
    const text =
      "😀 Barack Obama met Angela Merkel in Paris on 12 May 2015 at 5 o'clock. The United Nations paid $5 million, " +
      'or 20 percent. 😀😀 (John) saw "Google" on Monday; Mary Jones’s cat walked ten miles.';
    const { Entities = [] } = await entities(text);
    expect(Entities.map(({ Type, Text }) => [Type, Text])).toEqual([
      ['PERSON', 'Barack Obama'],
      ['PERSON', 'Angela Merkel'],
      ['LOCATION', 'Paris'],
      ['DATE', '12 May 2015'],
      ['DATE', "5 o'clock"],
      ['ORGANIZATION', 'United Nations'],
      ['QUANTITY', '$5 million'],
      ['QUANTITY', '20 percent'],
      ['PERSON', 'John'],
      ['ORGANIZATION', 'Google'],
      ['DATE', 'Monday'],
      ['PERSON', 'Mary Jones'],
      ['QUANTITY', 'ten miles'],
    ]);
    const characters = [...text];
    for (const { Text, BeginOffset, EndOffset, Score = -1 } of Entities) {
      expect(characters.slice(BeginOffset, EndOffset).join('')).toBe(Text);
      expect(Score).toBeGreaterThan(0);
      expect(Score).toBeLessThanOrEqual(1);
    }
    expect((await entities(text)).Entities).toEqual(Entities);
    expect((await entities('Nothing to see here.')).Entities).toEqual([]);
  });

  it('keeps the places right in a long text, and serves other calls meanwhile', async () => {
    const text = '😀 Angela Merkel lives in Paris. '.repeat(600);
    const order: string[] = [];
    const long = entities(text).then((answer) => {
      order.push('long');
      return answer;
    });
    await languages('Is anyone here?').then(() => order.push('short'));
    const { Entities = [] } = await long;
    expect(order).toEqual(['short', 'long']);
    expect(Entities).toHaveLength(1200);
    const characters = [...text];
    const wrong = Entities.filter(
      ({ Text, BeginOffset, EndOffset }) => characters.slice(BeginOffset, EndOffset).join('') !== Text,
    );
    expect(wrong).toEqual([]);
  });

  it('reads a text without spaces', async () => {
    expect((await entities('x'.repeat(9000))).Entities).toBeDefined();
    expect((await entities('😀'.repeat(3000))).Entities).toEqual([]);
  });
});

describe('DetectToxicContent', () => {
  it('finds profane words, and claims nothing about other kinds of toxicity', async () => {
    const { ResultList } = await toxicity('What the fuck is this?', 'A quiet evening.');
    expect(ResultList).toEqual([
      { Labels: [{ Name: 'PROFANITY', Score: 1 }], Toxicity: 1 },
      { Labels: [{ Name: 'PROFANITY', Score: 0 }], Toxicity: 0 },
    ]);
  });

  it.each(['Scunthorpe', 'Charles Dickens', 'cockpit', 'pussycat', 'summa cum laude', 'Moby Dick', 'Penistone'])(
    'accepts %s',
    async (word) => {
      const { ResultList } = await toxicity(`They spoke of ${word} all day.`, `${word}, you fucking fool`);
      expect(ResultList?.map(({ Toxicity }) => Toxicity)).toEqual([0, 1]);
    },
  );
});

describe('a batch', () => {
  it('returns a result or an error for each document', async () => {
    const TextList = ['I love it.', 'x'.repeat(5001), 'I hate it.'];
    const { ResultList, ErrorList } = await client.send(
      new BatchDetectSentimentCommand({ TextList, LanguageCode: 'en' }),
    );
    expect(ResultList?.map(({ Index, Sentiment }) => [Index, Sentiment])).toEqual([
      [0, 'POSITIVE'],
      [2, 'NEGATIVE'],
    ]);
    expect(ErrorList).toEqual([
      {
        Index: 1,
        ErrorCode: 'TEXT_SIZE_LIMIT_EXCEEDED',
        ErrorMessage:
          'Input text size exceeds limit. Max length of request text allowed is 5000 bytes ' +
          'while in this request the text size is 5001 bytes',
      },
    ]);
  });

  it('gives each document the result of a single call', async () => {
    const TextList = ['Angela Merkel lives in Paris.', 'Das Museum öffnet um neun.'];
    const found = await client.send(new BatchDetectEntitiesCommand({ TextList, LanguageCode: 'en' }));
    expect(found.ErrorList).toEqual([]);
    const { Entities } = await entities(TextList[0] ?? '');
    expect(found.ResultList?.[0]).toEqual({ Index: 0, Entities });
    const detected = await client.send(new BatchDetectDominantLanguageCommand({ TextList }));
    const { Languages } = await languages(TextList[1] ?? '');
    expect(detected.ResultList?.[1]).toEqual({ Index: 1, Languages });
  });

  it('has at most 25 documents', async () => {
    const batch = (count: number) =>
      client.send(new BatchDetectDominantLanguageCommand({ TextList: Array.from({ length: count }, () => 'Hello') }));
    expect((await batch(25)).ResultList).toHaveLength(25);
    await expect(batch(26)).rejects.toMatchObject({ name: 'BatchSizeLimitExceededException' });
    await expect(batch(0)).rejects.toMatchObject({ name: 'ValidationException' });
  });
});

describe('a call', () => {
  const tooLong = { name: 'TextSizeLimitExceededException' };

  it('has the limits of AWS, in bytes', async () => {
    await expect(sentiment('é'.repeat(2501))).rejects.toMatchObject({
      ...tooLong,
      message:
        'Input text size exceeds limit. Max length of request text allowed is 5000 bytes ' +
        'while in this request the text size is 5002 bytes',
    });
    expect((await sentiment('é'.repeat(2500))).Sentiment).toBe('NEUTRAL');
    await expect(entities('x'.repeat(100_001))).rejects.toMatchObject(tooLong);
    await expect(languages('x'.repeat(100_001))).rejects.toMatchObject(tooLong);
    expect(await languages('x'.repeat(100_000))).toBeDefined();
    await expect(toxicity('x'.repeat(1001))).rejects.toMatchObject(tooLong);
    expect((await toxicity(...Array.from({ length: 10 }, () => 'x'.repeat(1000)))).ResultList).toHaveLength(10);
    await expect(toxicity(...Array.from({ length: 11 }, () => 'x'))).rejects.toMatchObject({
      name: 'InvalidRequestException',
    });
    await expect(sentiment('')).rejects.toMatchObject({ name: 'ValidationException' });
  });

  it('is for English, except to detect the language', async () => {
    await expect(sentiment('Guten Tag', 'de')).rejects.toMatchObject({
      name: 'UnsupportedLanguageException',
      message: 'The local cloud supports only English (en) in DetectSentiment, not de',
    });
    await expect(
      client.send(new BatchDetectEntitiesCommand({ TextList: ['Hola'], LanguageCode: 'es' })),
    ).rejects.toMatchObject({ name: 'UnsupportedLanguageException' });
    await expect(sentiment('Hello', 'xx' as LanguageCode)).rejects.toMatchObject({ name: 'ValidationException' });
  });

  it('rejects what the engine does not serve, by name', async () => {
    await expect(
      client.send(new DetectEntitiesCommand({ Text: 'x', LanguageCode: 'en', EndpointArn: 'arn:aws:comprehend:x' })),
    ).rejects.toMatchObject({
      name: 'InvalidRequestException',
      message: 'The local cloud does not support EndpointArn of DetectEntities',
    });
    await expect(client.send(new DetectKeyPhrasesCommand({ Text: 'x', LanguageCode: 'en' }))).rejects.toMatchObject({
      name: 'UnknownOperationException',
      message: 'The local cloud does not support Comprehend_20171127.DetectKeyPhrases',
    });
  });

  it('needs the permission of its operation', async () => {
    denied.add('comprehend:BatchDetectSentiment');
    await expect(
      client.send(new BatchDetectSentimentCommand({ TextList: ['x'], LanguageCode: 'en' })),
    ).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: 'not authorized: comprehend:BatchDetectSentiment on *',
    });
    expect(await sentiment('x')).toBeDefined();
  });

  it('is recorded without its text', async () => {
    await sentiment('secret words');
    await sentiment('geheim', 'de').catch(() => undefined);
    const [failed, done] = engine.analyses();
    expect(done).toEqual(expect.objectContaining({ operation: 'DetectSentiment', documents: 1, bytes: 12 }));
    expect(failed?.error).toMatch(/supports only English/);
    expect(JSON.stringify(engine.analyses())).not.toMatch(/secret|geheim/);
    for (let count = 0; count < 110; count += 1) await sentiment('x');
    expect(engine.analyses()).toHaveLength(100);
  });
});
