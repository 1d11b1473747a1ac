import { isCardNumber, TEST_CARDS } from '../billing/cards.ts';
import { type Html, html } from './html.ts';

/** A number in groups of four. */
const grouped = (number: string): string => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');

/** The choice of a card. `saved` is the customer's card, offered first. */
export const cardFields = (saved?: { readonly brand: string; readonly last4: string }): Html => html`
  <fieldset>
    <legend>Card</legend>
    ${
      saved &&
      html`<label class="choice">
        <input type="radio" name="card" value="saved" checked /> Saved card, ${saved.brand} ending in ${saved.last4}
      </label>`
    }
    ${TEST_CARDS.map(
      ({ number, title }, index) =>
        html`<label class="choice">
          <input type="radio" name="card" value="${number}" ${!saved && index === 0 && 'checked'} /> ${title}
          <span>${grouped(number)}</span>
        </label>`,
    )}
  </fieldset>
  <label class="field">
    Other card number
    <input name="number" inputmode="numeric" autocomplete="off" placeholder="Optional, any valid test number" />
  </label>
`;

/** What a card form sent. `saved` means the customer's own card. */
export type CardChoice = { readonly number: string } | 'saved' | 'invalid';

/** Reads a card form. */
export const chosenCard = (form: URLSearchParams): CardChoice => {
  const other = (form.get('number') ?? '').replaceAll(/[\s-]/g, '');
  if (other !== '') return isCardNumber(other) ? { number: other } : 'invalid';
  const card = form.get('card') ?? '';
  if (card === 'saved') return 'saved';
  return isCardNumber(card) ? { number: card } : 'invalid';
};

/** The bank's page for 3-D Secure. The hidden fields come back with the outcome. */
export const authenticationPage = (action: string, fields: Readonly<Record<string, string>>): Html => html`
  <h1>3-D Secure authentication</h1>
  <p>Your bank wants to know that it is you. Choose how the test ends.</p>
  <form class="card" method="post" action="${action}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <div class="row">
      <button name="outcome" value="passed">Complete authentication</button>
      <button class="quiet" name="outcome" value="failed">Fail authentication</button>
    </div>
  </form>
`;
