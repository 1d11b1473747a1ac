import { z } from 'zod';
import type { StripeAccount } from '../account.ts';
import { badRequest } from '../errors.ts';
import { createPrice, createProduct } from '../objects/catalog.ts';
import { clearable, flag, integer, mergeMetadata, metadata, paging, text, timeFilter } from '../params.ts';
import type { Metadata, Price, Product } from '../types.ts';
import { type ApiEndpoints, createdWithin, endpoint, pageOf } from './endpoint.ts';

const productFields = {
  active: flag.optional(),
  description: clearable.optional(),
  metadata: metadata.optional(),
  images: z.array(text).optional(),
  statement_descriptor: clearable.optional(),
  tax_code: clearable.optional(),
  unit_label: clearable.optional(),
  url: clearable.optional(),
};

const priceFields = {
  active: flag.optional(),
  lookup_key: clearable.optional(),
  metadata: metadata.optional(),
  nickname: clearable.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  transfer_lookup_key: flag.optional(),
};

/** The values that were sent; an empty text removes one. */
const given = (fields: Readonly<Record<string, unknown>>, current?: Metadata): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => {
        if (name === 'metadata') return [name, mergeMetadata(current ?? {}, value as Metadata)];
        return [name, value === '' ? null : value];
      }),
  );

/** A lookup key belongs to one price. `transfer_lookup_key` moves it. */
const claimLookupKey = (account: StripeAccount, key: string | undefined, transfer: boolean, own?: Price): void => {
  if (key === undefined || key === '') return;
  const holder = account.list<Price>('price').find((price) => price.lookup_key === key && price !== own);
  if (!holder) return;
  if (!transfer)
    throw badRequest(
      `A price (\`${holder.id}\`) already uses that lookup key.`,
      'lookup_key',
      'resource_already_exists',
    );
  account.update(holder, { lookup_key: null }, 'price.updated');
};

const productEndpoints: ApiEndpoints = {
  'POST /v1/products': endpoint(
    z.strictObject({
      ...productFields,
      id: text.optional(),
      name: text,
      default_price: text.optional(),
      default_price_data: z
        .strictObject({
          currency: text,
          unit_amount: integer,
          recurring: z
            .strictObject({ interval: z.enum(['day', 'week', 'month', 'year']), interval_count: integer.optional() })
            .optional(),
        })
        .optional(),
    }),
    (account, { params: { name, id, default_price_data: priceData, ...rest } }) => {
      if (id !== undefined && account.state.objects.has(id))
        throw badRequest(`Product already exists.`, 'id', 'resource_already_exists');
      const now = account.now();
      const product = account.add(createProduct({ ...given(rest), name, ...(id === undefined ? {} : { id }) }, now));
      if (priceData) {
        const price = account.add(
          createPrice(
            {
              currency: priceData.currency,
              product: product.id,
              unit_amount: priceData.unit_amount,
              ...(priceData.recurring ? { interval: priceData.recurring.interval } : {}),
            },
            now,
          ),
        );
        product.default_price = price.id;
        account.emit('price.created', price);
      }
      account.emit('product.created', product);
      return product;
    },
  ),
  'GET /v1/products': endpoint(
    z.strictObject({
      ...paging,
      active: flag.optional(),
      ids: z.array(text).optional(),
      created: timeFilter.optional(),
    }),
    (account, { params }) =>
      pageOf(
        account
          .list<Product>('product')
          .filter(({ active }) => params.active === undefined || active === params.active)
          .filter(({ id }) => params.ids === undefined || params.ids.includes(id))
          .filter(({ created }) => createdWithin(created, params.created)),
        params,
        '/v1/products',
      ),
  ),
  'GET /v1/products/{}': endpoint(z.strictObject({}), (account, { ids: [id = ''] }) => account.require('product', id)),
  'POST /v1/products/{}': endpoint(
    z.strictObject({ ...productFields, name: text.optional(), default_price: text.optional() }),
    (account, { ids: [id = ''], params }) => {
      const product = account.require<Product>('product', id);
      if (params.default_price !== undefined) account.require('price', params.default_price, 'default_price');
      account.update(product, { ...given(params, product.metadata), updated: account.now() }, 'product.updated');
      return product;
    },
  ),
};

const priceEndpoints: ApiEndpoints = {
  'POST /v1/prices': endpoint(
    z.strictObject({
      ...priceFields,
      currency: z.string().regex(/^[a-z]{3}$/i, 'Invalid currency'),
      product: text,
      recurring: z
        .strictObject({
          interval: z.enum(['day', 'week', 'month', 'year']),
          interval_count: integer.optional(),
          usage_type: z.literal('licensed').optional(),
        })
        .optional(),
      unit_amount: integer,
    }),
    (
      account,
      { params: { recurring, transfer_lookup_key: transfer = false, currency, product, unit_amount, ...rest } },
    ) => {
      account.require('product', product, 'product');
      claimLookupKey(account, rest.lookup_key, transfer);
      const price = account.add(
        createPrice(
          {
            ...given(rest),
            currency: currency.toLowerCase(),
            product,
            unit_amount,
            ...(recurring ? { interval: recurring.interval, interval_count: recurring.interval_count ?? 1 } : {}),
          },
          account.now(),
        ),
      );
      account.emit('price.created', price);
      return price;
    },
  ),
  'GET /v1/prices': endpoint(
    z.strictObject({
      ...paging,
      active: flag.optional(),
      currency: text.optional(),
      lookup_keys: z.array(text).max(10).optional(),
      product: text.optional(),
      type: z.enum(['recurring', 'one_time']).optional(),
      created: timeFilter.optional(),
    }),
    (account, { params }) =>
      pageOf(
        account
          .list<Price>('price')
          .filter(({ active }) => params.active === undefined || active === params.active)
          .filter(({ currency }) => params.currency === undefined || currency === params.currency)
          .filter(({ lookup_key: key }) => params.lookup_keys === undefined || params.lookup_keys.includes(key ?? ''))
          .filter(({ product }) => params.product === undefined || product === params.product)
          .filter(({ type }) => params.type === undefined || type === params.type)
          .filter(({ created }) => createdWithin(created, params.created)),
        params,
        '/v1/prices',
      ),
  ),
  'GET /v1/prices/{}': endpoint(z.strictObject({}), (account, { ids: [id = ''] }) => account.require('price', id)),
  'POST /v1/prices/{}': endpoint(
    z.strictObject(priceFields),
    (account, { ids: [id = ''], params: { transfer_lookup_key: transfer = false, ...rest } }) => {
      const price = account.require<Price>('price', id);
      claimLookupKey(account, rest.lookup_key, transfer, price);
      account.update(price, given(rest, price.metadata), 'price.updated');
      return price;
    },
  ),
};

/** Products and prices. */
export const catalogEndpoints: ApiEndpoints = { ...productEndpoints, ...priceEndpoints };
