import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { writeMessage } from '../../../lambdas/workers/account-messages/write-message.ts';

const message = (triggerSource: string, attributes: object = {}): CustomMessageTriggerEvent =>
  writeMessage(
    {
      triggerSource,
      userName: 'a1b2',
      request: {
        codeParameter: '{####}',
        usernameParameter: '{username}',
        userAttributes: { name: '<b>Buy now</b>', ...attributes },
      },
      response: { smsMessage: 'sms', emailMessage: null, emailSubject: null },
    } as unknown as CustomMessageTriggerEvent,
    'https://media.example/',
  );

describe("Cognito's emails", () => {
  it('are invitations with the password on its own, the account as Cognito requires, and a link', () => {
    const { emailMessage, emailSubject } = message('CustomMessage_AdminCreateUser').response;
    expect(emailSubject).toMatch(/Soundstage/);
    expect(emailMessage).toContain('>{####}<');
    expect(emailMessage).toContain('{username}');
    expect(emailMessage).toContain('<a href="https://media.example/auth">');
    expect(emailMessage).not.toContain('Buy now');
  });

  it.each(['SignUp', 'ResendCode', 'ForgotPassword', 'UpdateUserAttribute', 'VerifyUserAttribute'])(
    'are not sent for %s, which would go around our limits',
    (source) => {
      expect(() => message(`CustomMessage_${source}`)).toThrow('must not send');
    },
  );

  it('keep their text for other kinds of messages', () => {
    expect(message('CustomMessage_Other').response).toEqual({
      smsMessage: 'sms',
      emailMessage: null,
      emailSubject: null,
    });
  });
});

describe("Cognito's SMS", () => {
  const text = { smsMessage: 'Your Soundstage code is {####}. Do not share it.', emailMessage: null };

  it('are codes of a sign-in, and codes that prove a number which waits for one', () => {
    expect(message('CustomMessage_Authentication').response).toMatchObject(text);
    const waiting = { phone_number: '+15550100000', phone_number_verified: 'false' };
    expect(message('CustomMessage_VerifyUserAttribute', waiting).response).toMatchObject(text);
    const proved = { ...waiting, phone_number_verified: 'true' };
    expect(() => message('CustomMessage_VerifyUserAttribute', proved)).toThrow('must not send');
  });
});
