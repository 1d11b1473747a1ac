/**
 * The code inside one Lambda environment: loads a bundle once, then runs one event at a time for the parent. Plain
 * JavaScript, so that a cold start does not wait for type stripping.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

const { directory, handler: handlerName, functionName, functionArn, memoryMb, compileCache } = workerData;
const port = parentPort;

// Lines use the same port as results, so that the parent receives a run's lines before its result.
for (const stream of [process.stdout, process.stderr]) {
  stream.write = (chunk, encoding, callback) => {
    port.postMessage({ kind: 'log', text: typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8') });
    const done = typeof encoding === 'function' ? encoding : callback;
    if (done) queueMicrotask(() => done());
    return true;
  };
}

const describe = (error) =>
  error instanceof Error
    ? { errorType: error.name || 'Error', errorMessage: error.message }
    : {
        errorType: typeof error,
        errorMessage: typeof error === 'string' ? error : (JSON.stringify(error) ?? 'undefined'),
      };

const die = (errorType) => (error) => {
  const { errorType: name, errorMessage } = describe(error);
  console.error(error);
  port.postMessage({
    kind: 'fatal',
    error: { errorType: errorType ?? name, errorMessage: errorType ? `${name}: ${errorMessage}` : errorMessage },
  });
  process.exit(1);
};
process.on('unhandledRejection', die('Runtime.UnhandledPromiseRejection'));
process.on('uncaughtException', die());

const load = async () => {
  // A thread does not inherit the cache of its process.
  if (compileCache !== undefined) enableCompileCache(compileCache);
  const [file, name] = handlerName.split('.');
  const module = await import(pathToFileURL(join(directory, `${file}.mjs`)).href);
  if (typeof module[name] === 'function') return module[name];
  const error = new Error(`${handlerName} is undefined or not exported`);
  error.name = 'Runtime.HandlerNotFound';
  throw error;
};

const contextOf = ({ requestId, deadline }) => ({
  awsRequestId: requestId,
  functionName,
  functionVersion: '$LATEST',
  invokedFunctionArn: functionArn,
  memoryLimitInMB: String(memoryMb),
  logGroupName: `/aws/lambda/${functionName}`,
  logStreamName: '$LATEST',
  callbackWaitsForEmptyEventLoop: true,
  getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  done() {},
  fail() {},
  succeed() {},
});

try {
  const handler = await load();
  port.on('message', async (message) => {
    const { requestId, payload } = message;
    try {
      const result = await handler(JSON.parse(payload), contextOf(message));
      port.postMessage({ kind: 'result', requestId, payload: JSON.stringify(result) ?? 'null' });
    } catch (error) {
      console.error(error);
      port.postMessage({ kind: 'result', requestId, error: describe(error) });
    }
  });
  port.postMessage({ kind: 'ready' });
  // Stores what was compiled for the next environment of the function. A thread that is terminated would not.
  flushCompileCache();
} catch (error) {
  console.error(error);
  const { errorType, errorMessage } = describe(error);
  const missing = error?.code === 'ERR_MODULE_NOT_FOUND';
  port.postMessage({
    kind: 'fatal',
    error: { errorType: missing ? 'Runtime.ImportModuleError' : errorType, errorMessage },
  });
  process.exit(1);
}
