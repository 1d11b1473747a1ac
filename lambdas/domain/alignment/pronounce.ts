import type { ScriptLanguage } from '../../contract/content/transcript-editing.ts';

type Rules = readonly (readonly [letters: string, phones: string])[];

/**
 * Rough rules from letters to the phones of the acoustic model, the first that matches wins. A guess only has to be
 * close enough for the model to find where the word is: names and made-up words, between words that it knows.
 */
const ENGLISH: Rules = [
  ['tion', 'SH AH N'],
  ['sion', 'ZH AH N'],
  ['eigh', 'EY'],
  ['ough', 'AO'],
  ['augh', 'AO'],
  ['igh', 'AY'],
  ['tch', 'CH'],
  ['dge', 'JH'],
  ['sch', 'SH'],
  ...([
    ['ch', 'CH'],
    ['sh', 'SH'],
    ['th', 'TH'],
    ['ph', 'F'],
    ['wh', 'W'],
    ['ck', 'K'],
    ['ng', 'NG'],
    ['qu', 'K W'],
    ['ee', 'IY'],
    ['ea', 'IY'],
    ['oo', 'UW'],
    ['ou', 'AW'],
    ['ow', 'OW'],
    ['oa', 'OW'],
    ['oi', 'OY'],
    ['oy', 'OY'],
    ['ai', 'EY'],
    ['ay', 'EY'],
    ['au', 'AO'],
    ['aw', 'AO'],
    ['ei', 'EY'],
    ['ey', 'IY'],
    ['ie', 'IY'],
    ['er', 'ER'],
    ['ir', 'ER'],
    ['ur', 'ER'],
    ['ce', 'S EH'],
    ['ci', 'S IH'],
    ['x', 'K S'],
  ] as const),
  ...'a:AE b:B c:K d:D e:EH f:F g:G h:HH i:IH j:JH k:K l:L m:M n:N o:AA p:P q:K r:R s:S t:T u:AH v:V w:W y:IY z:Z'
    .split(' ')
    .map((rule) => rule.split(':') as [string, string]),
];

const FRENCH: Rules = [
  ['eau', 'au'],
  ['oin', 'ww in'],
  ['tion', 'ss yy on'],
  ...(
    'ill:ii yy|ain:in|ein:in|ou:ou|oi:ww aa|ai:ai|ei:ai|au:au|eu:eu|oeu:oe|œu:oe|an:an|am:an|en:an|em:an|in:in|im:in|' +
    'on:on|om:on|un:un|ch:ch|ph:ff|gn:gn|qu:kk|gu:gg|ce:ss ee|ci:ss ii|ge:jj ee|gi:jj ii|' +
    'é:ei|è:ai|ê:ai|ë:ai|à:aa|â:aa|î:ii|ï:ii|' +
    'ô:au|û:uu|ù:uu|ç:ss|œ:oe|a:aa|b:bb|c:kk|d:dd|e:ee|f:ff|g:gg|i:ii|j:jj|k:kk|l:ll|m:mm|n:nn|o:oo|p:pp|q:kk|r:rr|' +
    's:ss|t:tt|u:uu|v:vv|w:ww|x:kk ss|y:ii|z:zz'
  )
    .split('|')
    .map((rule) => rule.split(':') as [string, string]),
];

/** Letters at the end of a word that are not heard. */
const SILENT: Readonly<Record<ScriptLanguage, RegExp>> = {
  en: /(?<=[^aeiou]{1,3})e$/,
  fr: /(?<=.{2})(?:es|ent|[estdpxz])$/,
};

const rulesOf: Readonly<Record<ScriptLanguage, Rules>> = { en: ENGLISH, fr: FRENCH };

const stripAccents = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');

/** Guesses how a word that is in no dictionary is pronounced: phones separated by spaces; empty for no sound. */
export const guessPronunciation = (word: string, language: ScriptLanguage): string => {
  const rules = rulesOf[language];
  let rest = (language === 'en' ? stripAccents(word) : word)
    .replace(/[^\p{L}]/gu, '')
    .replace(SILENT[language], '')
    .replace(/([b-df-hj-np-tv-z])\1/gu, '$1');
  const phones: string[] = [];
  while (rest !== '') {
    const rule = rules.find(([letters]) => rest.startsWith(letters));
    if (rule) phones.push(rule[1]);
    // A letter without a rule, such as æ in English, is left out.
    rest = rest.slice(rule?.[0].length ?? 1);
  }
  return phones.join(' ');
};
