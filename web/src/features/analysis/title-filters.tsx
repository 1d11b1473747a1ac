import { Sentiment } from '../../../../lambdas/contract/content/analysis-metadata.ts';
import { AnalysisTopic, RATED_LANGUAGES } from '../../../../lambdas/contract/content/analyzed-titles.ts';
import type { SafetyVerdict } from '../../../../lambdas/contract/admin/safety-shapes.ts';
import { useConfig } from '../../core/config-context.tsx';
import { SelectField } from '../../ui/forms/field.tsx';
import styles from './titles.module.css';
import { nameOf } from './format.ts';
import { languageName } from './language-name.ts';
import { analysisTexts } from './texts.ts';
import type { TitlesFilter } from './titles-api.ts';
import { titlesTexts as texts } from './titles-texts.ts';

export interface TitleFiltersProps {
  readonly filter: TitlesFilter;
  readonly onChange: (changes: TitlesFilter) => void;
  /** What verdicts are called. */
  readonly verdictNames: Readonly<Record<SafetyVerdict, string>>;
}

type Option = readonly [value: string, label: string];

const topics: readonly Option[] = AnalysisTopic.options.map((topic) => [topic, nameOf(topic)]);
const sentiments: readonly Option[] = Sentiment.options.map((one) => [one, analysisTexts.sentiments[one]]);
/**
 * Languages that titles can have, by name: those in which speech is recognized, and those of the text analysis, in
 * which the transcript of an earlier setting can be.
 */
const languageOptions = (speech: readonly string[]): readonly Option[] =>
  [...new Set([...RATED_LANGUAGES, ...speech.map((tag) => tag.split('-')[0] ?? tag)])]
    .map((code) => [code, languageName(code)] as const)
    .toSorted((a, b) => a[1].localeCompare(b[1]));

/** Filters of the list of analyzed titles. */
export const TitleFilters = ({ filter, onChange, verdictNames }: TitleFiltersProps) => {
  const { speechLanguages } = useConfig();
  const fields: readonly (readonly [name: keyof TitlesFilter, label: string, options: readonly Option[]])[] = [
    ['verdict', texts.verdict, Object.entries(verdictNames)],
    ['topic', texts.topic, topics],
    ['sentiment', texts.sentiment, sentiments],
    ['language', texts.language, languageOptions(speechLanguages)],
  ];
  return (
    <div className={styles['filters']} role="search" aria-label={texts.filters}>
      {fields.map(([name, label, options]) => (
        <SelectField
          key={name}
          label={label}
          value={filter[name] ?? ''}
          onChange={(event) => onChange({ [name]: event.target.value || undefined })}
        >
          <option value="">{texts.any}</option>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
      ))}
    </div>
  );
};
