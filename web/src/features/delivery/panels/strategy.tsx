import { useState } from 'react';
import type { DeliveryStrategy } from '../../../../../lambdas/contract/delivery/tools.ts';
import { MAX_FILE_BYTES } from '../../../../../lambdas/contract/media/upload-limits.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { SelectField, TextField } from '../../../ui/forms/field.tsx';
import styles from './panels.module.css';
import { Facts } from '../../../ui/layout/lists/facts.tsx';
import { PanelPart } from './panel.tsx';
import { RepairResult } from './repair-result.tsx';
import type { ChosenStrategy } from './shapes.ts';
import { corsTexts, panelTexts } from './texts.ts';
import { useTool } from './use-tool.ts';

const texts = corsTexts.strategy;

type Operation = keyof typeof texts.operations;

const yesOrNo = (value: boolean): string => (value ? panelTexts.yes : panelTexts.no);

const BYTES_PER_MEGABYTE = 1024 ** 2;

/** Bytes of a typed size; undefined without one. The server accepts no more than the largest file. */
const bytesOf = (megabytes: string): number | undefined => {
  const size = Number(megabytes);
  return megabytes.trim() === '' || !Number.isFinite(size) || size < 0
    ? undefined
    : Math.min(MAX_FILE_BYTES, Math.round(size * BYTES_PER_MEGABYTE));
};

const StrategyResult = ({ chosen }: { readonly chosen: ChosenStrategy }) => {
  const { strategy, reason, capabilities } = chosen;
  return (
    <>
      <Facts
        facts={[
          [texts.chosen, texts.strategies[strategy]],
          [texts.reason, reason],
          [texts.cloudFront, yesOrNo(capabilities.cloudFront)],
          [texts.cors, yesOrNo(capabilities.cors)],
          ...(capabilities.singlePut === null ? [] : [[texts.singlePut, yesOrNo(capabilities.singlePut)] as const]),
        ]}
      />
      {(chosen.configurationUpdated || chosen.manualConfigRequired) && <RepairResult repair={chosen} />}
    </>
  );
};

/** What the strategy failed at; undefined when it did not. */
const problemOf = ({ success, manualConfigRequired, strategy, reason }: ChosenStrategy): string | undefined => {
  if (success) return undefined;
  if (manualConfigRequired) return corsTexts.manual;
  return strategy === 'cloudfront' ? `${texts.unusable} ${reason}` : texts.unusable;
};

/** Chooses between CloudFront and CORS. `onCors` reports whether the CORS rules are as declared. */
export const Strategy = ({ onCors }: { readonly onCors: (isDeclared: boolean) => void }) => {
  const api = useApi();
  const [operationType, setOperationType] = useState<Operation>('playback');
  const [forced, setForced] = useState<DeliveryStrategy | ''>('');
  const [size, setSize] = useState('');
  const { mutate, data, isPending, variables } = useTool(
    (operation: 'check' | 'configure') => {
      const fileSize = operationType === 'upload' ? bytesOf(size) : undefined;
      return api.call('delivery-tools.intelligent-cors-manager', {
        body: {
          operation,
          operationType,
          ...(fileSize === undefined ? {} : { fileSize }),
          ...(forced === '' ? {} : { forceStrategy: forced }),
        },
      });
    },
    { failed: corsTexts.failed, problemOf },
  );
  const run = (operation: 'check' | 'configure') =>
    mutate(operation, { onSuccess: ({ capabilities }) => onCors(capabilities.cors) });
  const isRunning = (operation: 'check' | 'configure') => isPending && variables === operation;
  return (
    <PanelPart title={texts.title}>
      <p className={styles['quiet']}>{texts.lead}</p>
      <div className={styles['fields']}>
        <SelectField
          label={texts.operation}
          value={operationType}
          onChange={({ target }) => setOperationType(target.value as Operation)}
        >
          {Object.entries(texts.operations).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={texts.forced}
          value={forced}
          onChange={({ target }) => setForced(target.value as DeliveryStrategy | '')}
        >
          <option value="">{texts.automatic}</option>
          {Object.entries(texts.strategies).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {operationType === 'upload' && (
          <TextField
            label={texts.size}
            hint={texts.sizeHint}
            inputMode="decimal"
            value={size}
            maxLength={12}
            onChange={({ target }) => setSize(target.value)}
          />
        )}
      </div>
      <div className={styles['buttons']}>
        <Button variant="secondary" busy={isRunning('check')} onClick={() => run('check')}>
          {texts.check}
        </Button>
        <Button variant="secondary" busy={isRunning('configure')} onClick={() => run('configure')}>
          {texts.apply}
        </Button>
      </div>
      {data && <StrategyResult chosen={data} />}
    </PanelPart>
  );
};
