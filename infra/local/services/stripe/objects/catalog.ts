import { newId } from '../ids.ts';
import type { Interval, Metadata, Price, Product } from '../types.ts';
import { nulls } from './fields.ts';

/** What callers may set for a product. */
export interface ProductFields {
  readonly id?: string;
  readonly name: string;
  readonly active?: boolean;
  readonly description?: string | null;
  readonly metadata?: Metadata;
}

/** A new product. */
export const createProduct = (fields: ProductFields, created: number): Product => ({
  id: newId('prod'),
  object: 'product',
  ...nulls('description package_dimensions shippable statement_descriptor tax_code tax_details unit_label url'),
  active: true,
  created,
  default_price: null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: {},
  type: 'service',
  updated: created,
  ...fields,
});

/** What callers may set for a price. */
export interface PriceFields {
  readonly currency: string;
  readonly product: string;
  readonly unit_amount: number;
  readonly active?: boolean;
  readonly interval?: Interval;
  readonly interval_count?: number;
  readonly lookup_key?: string;
  readonly metadata?: Metadata;
  readonly nickname?: string;
  readonly tax_behavior?: string;
}

const recurring = (interval: Interval, count: number) => ({
  interval,
  interval_count: count,
  meter: null,
  trial_period_days: null,
  usage_type: 'licensed',
});

/** A new price per unit. */
export const createPrice = ({ interval, interval_count = 1, ...fields }: PriceFields, created: number): Price => ({
  id: newId('price'),
  object: 'price',
  ...nulls('custom_unit_amount tiers_mode transform_quantity'),
  active: true,
  billing_scheme: 'per_unit',
  created,
  livemode: false,
  lookup_key: null,
  metadata: {},
  nickname: null,
  recurring: interval ? recurring(interval, interval_count) : null,
  tax_behavior: 'unspecified',
  type: interval ? 'recurring' : 'one_time',
  unit_amount_decimal: String(fields.unit_amount),
  ...fields,
});

/** The plan of a recurring price, which subscription items still contain. */
export const planOf = (price: Price) => ({
  id: price.id,
  object: 'plan',
  ...nulls('meter tiers_mode transform_usage trial_period_days'),
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: String(price.unit_amount),
  billing_scheme: 'per_unit',
  created: price['created'],
  currency: price.currency,
  interval: price.recurring?.interval ?? 'month',
  interval_count: price.recurring?.interval_count ?? 1,
  livemode: false,
  metadata: price.metadata,
  nickname: price.nickname,
  product: price.product,
  usage_type: 'licensed',
});
