import { functionFault } from '../console/fault-switch.ts';
import { functionPanel } from '../console/functions.ts';
import { defineEngine } from '../engine.ts';
import { metricsEngine } from '../metrics/entry.ts';
import { arnOf, physicalName } from '../resources/names.ts';
import { createFunctionMetrics } from './function-metrics.ts';
import { createFunctions } from './functions.ts';
import { functionResources } from './resources.ts';

/** The functions of the template. Their API is Lambda's, in `services/lambda.ts`. */
export const functionEngine = defineEngine({
  name: 'Functions',
  needs: { metrics: metricsEngine },
  create({ clock, credentials, addresses, variables, faults, access, policies, onLog }, { metrics }) {
    const functions = createFunctions({
      clock,
      issueKey: credentials.issue,
      endpoint: addresses.aws,
      variables,
      interfere: faults.interfereRun,
      metrics: createFunctionMetrics(metrics.store),
      ...(onLog ? { onLog } : {}),
    });
    return {
      instance: functions,
      resources: functionResources({ functions, access, policies }),
      namedResources: {
        'AWS::Lambda::LayerVersion': (input) => ({ ref: `${arnOf('lambda', `layer:${physicalName(input)}`)}:1` }),
        // Functions print to the terminal; the console keeps their latest lines.
        'AWS::Logs::LogGroup': (input) => ({
          ref: physicalName(input),
          attributes: { Arn: `${arnOf('logs', `log-group:${physicalName(input)}`)}:*` },
        }),
      },
      panels: [functionPanel(functions)],
      faultNames: () => functions.list().map(({ folder }) => functionFault(folder)),
      stop: functions.stop,
    };
  },
});
