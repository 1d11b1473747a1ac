import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cleanSearch } from '../../../../../lambdas/contract/listening/search-text.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { Picker, type PickerProps } from '../../../ui/forms/picker.tsx';
import { foundTitlesQuery, type TitleChoices } from './found-titles.ts';

export interface TitlePickerProps extends Pick<PickerProps, 'texts' | 'empty' | 'onChoose'>, TitleChoices {}

/** Chooses a title: one of the newest, or one that a search finds. */
export const TitlePicker = ({ limit, withRemoved, ...picker }: TitlePickerProps) => {
  const [q, setQ] = useState<string | null>(null);
  const found = useQuery(foundTitlesQuery(useApi(), q, { limit, withRemoved }));
  return <Picker {...picker} q={q} onSearch={setQ} clean={cleanSearch} found={found} />;
};
