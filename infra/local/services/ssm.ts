import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AwsError, LOCAL_ACCOUNT, LOCAL_REGION, jsonService } from '../aws/service.ts';
import type { JsonOperation, LocalService, Principal } from '../aws/service.ts';
import type { Clock } from '../clock.ts';
import type { Authorize } from '../iam/access.ts';

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
  /** Puts a parameter of the template (AWS::SSM::Parameter); the same value again keeps its version. */
  define(name: string, value: string, type?: Exclude<ParameterType, 'SecureString'>): Promise<void>;
  /** Writes what is left. */
  stop(): Promise<void>;
}

/** Size limit of the standard and the advanced tier, in bytes. */
const MAX_BYTES = { Standard: 4096, Advanced: 8192, 'Intelligent-Tiering': 8192 } as const;
/** Most names of one GetParameters call. */
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

const parse = <T>(schema: z.ZodType<T>, input: unknown): T => {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new AwsError(
    'ValidationException',
    `1 validation error detected: ${issue?.path.join('.') ?? 'input'}: ${issue?.message ?? 'not understood'}`,
  );
};

const NAME = /^\/?[\w.-]+(\/[\w.-]+)*$/;
const RESERVED = /^\/?(aws|ssm)/i;

const arnOf = (of: string) =>
  `arn:aws:ssm:${LOCAL_REGION}:${LOCAL_ACCOUNT}:parameter${of.startsWith('/') ? '' : '/'}${of}`;

/**
 * What stands for a SecureString's value when it is read without decryption: no plain text, always the same for a
 * value's version.
 */
const sealed = (parameter: StoredParameter) =>
  Buffer.from(`sealed:${parameter.name}:${String(parameter.version)}`).toString('base64');

const describe = (parameter: StoredParameter, decrypt: boolean) => ({
  Name: parameter.name,
  Type: parameter.type,
  Value: parameter.type === 'SecureString' && !decrypt ? sealed(parameter) : parameter.value,
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
    throw new Error(`The parameter file ${path} cannot be read`, { cause: error });
  }
};

/** How the parameter store is kept. */
export interface SsmOptions {
  readonly dataDir: string;
  readonly clock: Clock;
  /** Decides about each call; everything is allowed when left out. */
  readonly authorize?: Authorize;
}

/** The ARNs of what a request names, by name or by ARN. */
const namedArns = (input: unknown): readonly string[] => {
  const { Name, Names } = input as { readonly Name?: unknown; readonly Names?: unknown };
  return [Name ?? [], Names ?? []]
    .flat()
    .map((one) => (String(one).startsWith('arn:') ? String(one) : arnOf(String(one))));
};

/**
 * Makes the parameter store, kept in `<dataDir>/parameters.json`, which only this account may read: it holds private
 * keys.
 */
export const createSsmService = async ({ dataDir, clock, authorize }: SsmOptions): Promise<SsmService> => {
  const path = join(dataDir, 'parameters.json');
  const parameters = await load(path);
  let writing: Promise<void> = Promise.resolve();

  const save = (): Promise<void> => {
    const write = writing.then(async () => {
      await mkdir(dataDir, { recursive: true });
      await writeFile(`${path}.new`, JSON.stringify([...parameters.values()]), { mode: 0o600 });
      await rename(`${path}.new`, path);
    });
    writing = write.catch(() => undefined);
    return write;
  };

  // A reference may be the name or the ARN.
  const find = (reference: string): StoredParameter | undefined =>
    parameters.get(reference) ?? [...parameters.values()].find((parameter) => arnOf(parameter.name) === reference);

  const put = async (parameter: Pick<StoredParameter, 'name' | 'type' | 'value'>): Promise<number> => {
    const version = (parameters.get(parameter.name)?.version ?? 0) + 1;
    parameters.set(parameter.name, { ...parameter, version, modifiedAt: clock.now() });
    await save();
    return version;
  };

  const operations = {
    GetParameter(raw: unknown) {
      const input = parse(getInput, raw);
      const parameter = find(input.Name);
      if (!parameter) throw new AwsError('ParameterNotFound', '');
      return { Parameter: describe(parameter, input.WithDecryption ?? false) };
    },
    GetParameters(raw: unknown) {
      const input = parse(getManyInput, raw);
      const found = input.Names.flatMap((wanted) => find(wanted) ?? []);
      return {
        Parameters: found.map((parameter) => describe(parameter, input.WithDecryption ?? false)),
        InvalidParameters: input.Names.filter((wanted) => !find(wanted)),
      };
    },
    async PutParameter(raw: unknown) {
      const input = parse(putInput, raw);
      const tier = input.Tier ?? 'Standard';
      const existing = parameters.get(input.Name);
      if (!NAME.test(input.Name))
        throw new AwsError(
          'ValidationException',
          'Parameter name: can\'t be prefixed with "aws" or "ssm" (case-insensitive). If formed as a path, it can consist of sub-paths divided by slash symbol; each sub-path can be formed as a mix of letters, numbers and the following 3 symbols .-_',
        );
      if (RESERVED.test(input.Name))
        throw new AwsError('AccessDeniedException', `No access to reserved parameter name: ${input.Name}.`);
      if (input.Value === '')
        throw new AwsError(
          'ValidationException',
          "1 validation error detected: Value '' at 'value' failed to satisfy constraint: Member must have length greater than or equal to 1.",
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
      if (
        existing &&
        input.Type &&
        input.Type !== existing.type &&
        (input.Type === 'SecureString' || existing.type === 'SecureString')
      ) {
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
      const type = input.Type ?? existing?.type ?? 'String';
      return { Version: await put({ name: input.Name, type, value: input.Value }), Tier: tier };
    },
    async DeleteParameter(raw: unknown) {
      const parameter = find(parse(deleteInput, raw).Name);
      if (!parameter) throw new AwsError('ParameterNotFound', '');
      parameters.delete(parameter.name);
      await save();
      return {};
    },
  };

  const signed = Object.fromEntries(
    Object.entries(operations).map(([operation, run]) => [
      operation,
      (input: unknown, caller: Principal | undefined) => {
        if (!caller) throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token');
        for (const arn of namedArns(input)) authorize?.(caller, `ssm:${operation}`, arn);
        return run(input);
      },
    ]),
  );

  return {
    ...jsonService('ssm', signed as Readonly<Record<string, JsonOperation>>),
    async define(parameterName, value, type = 'String') {
      const existing = parameters.get(parameterName);
      if (existing?.value === value && existing.type === type) return;
      await put({ name: parameterName, type, value });
    },
    stop: () => save(),
  };
};
