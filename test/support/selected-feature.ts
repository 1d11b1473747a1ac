import { endpoints, type EndpointKey } from '../../lambdas/contract/index.ts';
import { featureNamed, type Feature } from './features.ts';

const name = process.env['SOUNDSTAGE_FEATURE'];

/** The feature that a test of all features is limited to, by `SOUNDSTAGE_FEATURE`; undefined: none. */
export const selectedFeature: Feature | undefined = name ? featureNamed(name) : undefined;

/** The endpoints to test: all, or those of the selected feature. */
export const selectedEndpoints: readonly EndpointKey[] =
  selectedFeature?.endpoints ?? (Object.keys(endpoints) as EndpointKey[]);

/** Those of the given rows or calls that test a selected endpoint. */
export const ofSelectedEndpoints = <T extends { readonly key: EndpointKey }>(rows: readonly T[]): readonly T[] =>
  rows.filter(({ key }) => selectedEndpoints.includes(key));

/** A test that concerns no single feature. It is skipped when one is selected. */
export const itOfAllFeatures = selectedFeature ? it.skip : it;

/** Tests that concern no single feature. They are skipped when one is selected. */
export const describeOfAllFeatures = selectedFeature ? describe.skip : describe;
