/**
 * Runs Amplify's auth calls outside Jest: its big-number arithmetic reads globals in hot loops, which takes 30 times as
 * long inside Jest's sandbox. Receives `{ id, name, args }` and posts `{ id, result }` or
 * `{ id, error: { name, message } }`.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { Amplify } from 'aws-amplify';
import * as auth from 'aws-amplify/auth';

Amplify.configure({ Auth: { Cognito: workerData } });

const token = (jwt) => jwt && { text: jwt.toString(), payload: jwt.payload };
const own = {
  async tokens(options) {
    const { tokens } = await auth.fetchAuthSession(options);
    return tokens && { accessToken: token(tokens.accessToken), idToken: token(tokens.idToken) };
  },
};

parentPort.on('message', async ({ id, name, args }) => {
  try {
    const result = await (own[name] ?? auth[name])(...args);
    parentPort.postMessage({ id, result: result === undefined ? undefined : JSON.parse(JSON.stringify(result)) });
  } catch (error) {
    parentPort.postMessage({ id, error: { name: error.name, message: error.message } });
  }
});
