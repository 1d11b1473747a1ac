import type { TranscriptFormat } from '../../../../lambdas/contract/content/transcripts.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { downloadText } from '../../lib/download.ts';

/** Saves the transcript of an item as a file of the user. Rejects when the user cannot read it. */
export const downloadTranscript = async (api: ApiClient, id: string, format: TranscriptFormat): Promise<void> => {
  const { file_name: name, text } = await api.call('transcripts.get-file', { params: { id, format } });
  downloadText(name, 'text/plain', [text]);
};
