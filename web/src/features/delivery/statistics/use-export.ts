import { useMutation } from '@tanstack/react-query';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { CSV_START, downloadCsv } from '../../../lib/csv.ts';
import { statisticsTexts as texts } from './texts.ts';

/** A table as CSV. */
export interface CsvFile {
  readonly file_name: string;
  readonly csv: string;
}

/** Saves a CSV file, and says so. `read` makes it, or asks the server for it. */
export const useExport = () => {
  const { show } = useToast();
  return useMutation({
    mutationFn: async (read: () => CsvFile | Promise<CsvFile>) => {
      const { file_name: name, csv } = await read();
      downloadCsv(name, [CSV_START, csv]);
      return name;
    },
    onSuccess: (name) => show({ title: texts.success, description: texts.export.done(name) }),
    onError: () => show({ title: texts.error, description: texts.export.failed, variant: 'destructive' }),
  });
};
