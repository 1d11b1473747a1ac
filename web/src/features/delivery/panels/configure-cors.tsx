import { useApi } from '../../../core/api/api-context.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import styles from './panels.module.css';
import { RepairResult } from './repair-result.tsx';
import type { SetupState } from './setup-badge.tsx';
import { corsTexts as texts } from './texts.ts';
import { useTool } from './use-tool.ts';

/** The button that puts back the CORS rules, with what it did. */
export const ConfigureCors = ({ onState }: { readonly onState?: (state: SetupState) => void }) => {
  const api = useApi();
  const { mutate, data, isPending } = useTool(
    () => api.call('delivery-tools.configure-s3-cors-v2', { body: { action: 'configure' } }),
    { failed: texts.failed, problemOf: ({ success }) => (success ? undefined : texts.manual) },
  );
  const configure = () =>
    mutate(undefined, {
      onSuccess: ({ success }) => onState?.(success ? 'configured' : 'error'),
      onError: () => onState?.('error'),
    });
  return (
    <>
      <div className={styles['buttons']}>
        <Button busy={isPending} onClick={configure}>
          {texts.configure}
        </Button>
      </div>
      {data && <RepairResult repair={data} />}
    </>
  );
};
