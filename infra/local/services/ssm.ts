import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { jsonService, type JsonOperation, operation } from '../aws/json-service.ts';
import { AwsError, LOCAL_ACCOUNT, LOCAL_REGION, type LocalService, type Principal } from '../aws/service.ts';
import type { Clock } from '../clock.ts';
import { defineEngine } from '../engine.ts';
import type { Authorize } from '../iam/access.ts';
import { physicalName } from '../resources/names.ts';
import { type Provisioner, textProperty } from '../resources/types.ts';

/** Kinds of parameter. */
export type ParameterType = 'String' | 'StringList' | 'SecureString';

interface StoredParameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly value: string;
  readonly version: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

/** SSM's parameter store. */
export interface SsmService extends LocalService {
  /** Stores a parameter of the template (AWS::SSM::Parameter). An unchanged value keeps its version. */
  define(name: string, value: string, type?: Exclude<ParameterType, 'SecureString'>): Promise<void>;
  /** Writes the parameters to disk. */
  stop(): Promise<void>;
}

/** Size limit of the standard and the advanced tier, in bytes. */
const MAX_BYTES = { Standard: 4096, Advanced: 8192, 'Intelligent-Tiering': 8192 } as const;
/** Maximum names of one GetParameters call. */
const MAX_NAMES = 10;

const name = z.string().min(1).max(2048);
const getInput = z.object({ Name: name, WithDecryption: z.boolean().nullish() });
const getManyInput = z.object({ Names: z.array(name).min(1).max(MAX_NAMES), WithDecryption: z.boolean().nullish() });
const putInput = z.object({
  Name: name,
  Value: z.string(),
  Type: z.enum(['String', 'StringList', 'SecureString']).nullish(),
  Overwrite: z.boolean().nullish(),
  Tier: z.enum(['Standard', 'Advanced', 'Intelligent-Tiering']).nullish(),
});
const deleteInput = z.object({ Name: name });

type PutInput = z.infer<typeof putInput>;

const NAME = /^\/?[\w.-]+(\/[\w.-]+)*$/;
const RESERVED = /^\/?(aws|ssm)/i;

const arnOf = (of: string) =>
  `arn:aws:ssm:${LOCAL_REGION}:${LOCAL_ACCOUNT}:parameter${of.startsWith('/') ? '' : '/'}${of}`;

/** The value of a SecureString that is read without decryption: not the plain text, and the same for each version. */
const maskedValue = (parameter: StoredParameter) =>
  Buffer.from(`sealed:${parameter.name}:${String(parameter.version)}`).toString('base64');

const describe = (parameter: StoredParameter, decrypt: boolean) => ({
  Name: parameter.name,
  Type: parameter.type,
  Value: parameter.type === 'SecureString' && !decrypt ? maskedValue(parameter) : parameter.value,
  Version: parameter.version,
  LastModifiedDate: parameter.modifiedAt / 1000,
  ARN: arnOf(parameter.name),
  DataType: 'text',
});

const load = async (path: string): Promise<Map<string, StoredParameter>> => {
  try {
    const stored = JSON.parse(await readFile(path, 'utf8')) as StoredParameter[];
    return new Map(stored.map((parameter) => [parameter.name, parameter]));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw new Error(`The parameter file ${path} cannot be read. Repair or delete it.`, { cause: error });
  }
};

/** Options of the parameter store. */
export interface SsmOptions {
  readonly dataDir: string;
  readonly clock: Clock;
  /** Authorizes each call. Default: every call is allowed. */
  readonly authorize?: Authorize;
}

/** The ARN of a parameter that a request names by name or by ARN. */
const namedArn = (reference: string): string => (reference.startsWith('arn:') ? reference : arnOf(reference));

/** The stored parameters, by name, and their file. */
interface ParameterTable {
  readonly all: Map<string, StoredParameter>;
  /** Finds a parameter by name or by ARN. */
  find(reference: string): StoredParameter | undefined;
  /** Stores a value and returns its version. */
  put(parameter: Pick<StoredParameter, 'name' | 'type' | 'value'>): Promise<number>;
  remove(name: string): Promise<void>;
  save(): Promise<void>;
}

const openTable = async (dataDir: string, clock: Clock): Promise<ParameterTable> => {
  const path = join(dataDir, 'parameters.json');
  const all = await load(path);
  let writing: Promise<void> = Promise.resolve();
  const save = (): Promise<void> => {
    const write = writing.then(async () => {
      await mkdir(dataDir, { recursive: true });
      await writeFile(`${path}.new`, JSON.stringify([...all.values()]), { mode: 0o600 });
      await rename(`${path}.new`, path);
    });
    writing = write.catch(() => undefined);
    return write;
  };
  return {
    all,
    find: (reference) =>
      all.get(reference) ?? [...all.values()].find((parameter) => arnOf(parameter.name) === reference),
    async put(parameter) {
      const version = (all.get(parameter.name)?.version ?? 0) + 1;
      all.set(parameter.name, { ...parameter, version, modifiedAt: clock.now() });
      await save();
      return version;
    },
    async remove(parameterName) {
      all.delete(parameterName);
      await save();
    },
    save,
  };
};

const requireParameter = (table: ParameterTable, reference: string): StoredParameter => {
  const parameter = table.find(reference);
  if (!parameter) throw new AwsError('ParameterNotFound', '');
  return parameter;
};

const changesEncryption = (input: PutInput, existing: StoredParameter | undefined): boolean =>
  existing !== undefined &&
  !!input.Type &&
  input.Type !== existing.type &&
  (input.Type === 'SecureString' || existing.type === 'SecureString');

/** Throws as SSM does for a PutParameter call that it would reject. */
const checkPut = (input: PutInput, existing: StoredParameter | undefined, tier: keyof typeof MAX_BYTES): void => {
  if (!NAME.test(input.Name))
    throw new AwsError(
      'ValidationException',
      'Parameter name: can\'t be prefixed with "aws" or "ssm" (case-insensitive). ' +
        'If formed as a path, it can consist of sub-paths divided by slash symbol; ' +
        'each sub-path can be formed as a mix of letters, numbers and the following 3 symbols .-_',
    );
  if (RESERVED.test(input.Name))
    throw new AwsError('AccessDeniedException', `No access to reserved parameter name: ${input.Name}.`);
  if (input.Value === '')
    throw new AwsError(
      'ValidationException',
      "1 validation error detected: Value '' at 'value' failed to satisfy constraint: " +
        'Member must have length greater than or equal to 1.',
    );
  if (existing && !input.Overwrite) {
    throw new AwsError(
      'ParameterAlreadyExists',
      'The parameter already exists. To overwrite this value, set the overwrite option in the request to true.',
    );
  }
  if (!existing && !input.Type) {
    throw new AwsError('ValidationException', 'A parameter type is required when you create a parameter.');
  }
  if (changesEncryption(input, existing)) {
    throw new AwsError(
      'ValidationException',
      'You cannot change a parameter to or from the SecureString type by overwriting it.',
    );
  }
  if (Buffer.byteLength(input.Value) > MAX_BYTES[tier]) {
    throw new AwsError(
      'ValidationException',
      `${tier} tier parameters support a maximum parameter value of ${String(MAX_BYTES[tier])} characters.`,
    );
  }
};

const putParameter = async (table: ParameterTable, input: PutInput) => {
  const tier = input.Tier ?? 'Standard';
  const existing = table.all.get(input.Name);
  checkPut(input, existing, tier);
  const type = input.Type ?? existing?.type ?? 'String';
  return { Version: await table.put({ name: input.Name, type, value: input.Value }), Tier: tier };
};

const operationsOf = (table: ParameterTable, authorize?: Authorize): Readonly<Record<string, JsonOperation>> => {
  /** Requires a signed request, and permission for each named parameter. */
  const check = (caller: Principal | undefined, action: string, ...names: readonly string[]): void => {
    if (!caller) throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token');
    for (const reference of names) authorize?.(caller, `ssm:${action}`, namedArn(reference));
  };
  return {
    GetParameter: operation(getInput, (input, caller) => {
      check(caller, 'GetParameter', input.Name);
      return { Parameter: describe(requireParameter(table, input.Name), input.WithDecryption ?? false) };
    }),
    GetParameters: operation(getManyInput, (input, caller) => {
      check(caller, 'GetParameters', ...input.Names);
      const found = input.Names.flatMap((reference) => table.find(reference) ?? []);
      return {
        Parameters: found.map((parameter) => describe(parameter, input.WithDecryption ?? false)),
        InvalidParameters: input.Names.filter((reference) => !table.find(reference)),
      };
    }),
    PutParameter: operation(putInput, (input, caller) => {
      check(caller, 'PutParameter', input.Name);
      return putParameter(table, input);
    }),
    DeleteParameter: operation(deleteInput, (input, caller) => {
      check(caller, 'DeleteParameter', input.Name);
      return table.remove(requireParameter(table, input.Name).name);
    }),
  };
};

/**
 * Creates the parameter store in `<dataDir>/parameters.json`. Only this account can read the file, because it contains
 * private keys.
 */
export const createSsmService = async ({ dataDir, clock, authorize }: SsmOptions): Promise<SsmService> => {
  const table = await openTable(dataDir, clock);
  return {
    ...jsonService({ signingName: 'ssm', operations: operationsOf(table, authorize) }),
    async define(parameterName, value, type = 'String') {
      const existing = table.all.get(parameterName);
      if (existing?.value === value && existing.type === type) return;
      await table.put({ name: parameterName, type, value });
    },
    stop: () => table.save(),
  };
};

/** `AWS::SSM::Parameter`. */
const parameter =
  (ssm: Promise<SsmService>): Provisioner =>
  async (input) => {
    const { properties } = input;
    const parameterName = typeof properties['Name'] === 'string' ? properties['Name'] : physicalName(input);
    const value = textProperty(properties, 'Value');
    const type = properties['Type'];
    if (type !== 'String' && type !== 'StringList')
      throw new Error(`the local cloud does not support parameters of type ${String(type)}`);
    await (await ssm).define(parameterName, value, type);
    return { ref: parameterName, attributes: { Type: type, Value: value } };
  };

/** SSM's parameter store. */
export const ssmEngine = defineEngine({
  name: 'SSM',
  faults: [
    {
      name: 'ssm',
      label: 'Parameters (SSM)',
      signingName: 'ssm',
      throttled: ['ThrottlingException', 400, 'Rate exceeded'],
      failing: ['InternalServerError', 500, 'An error occurred on the server side.'],
    },
  ],
  create({ folder, clock, authorizeJson }) {
    const ssm = createSsmService({ dataDir: folder('ssm'), clock, authorize: authorizeJson });
    return {
      instance: ssm,
      services: [ssm],
      resources: { 'AWS::SSM::Parameter': parameter(ssm) },
      stop: async () => (await ssm.catch(() => undefined))?.stop(),
    };
  },
});
