import type { Content } from '../../../../lambdas/domain/content/content.ts';
import { someContent } from '../../content.ts';

/** A valid call for each tool of the delivery, with the titles that they need. Their files do not exist. */
export const deliveryToolRows = (owned: Partial<Content>) => {
  const titles = {
    migrated: someContent({ ...owned, current_attempt: 'version-1/1' }),
    reset: someContent(owned),
    setUp: someContent(owned),
    fallback: someContent(owned),
  };
  const idOf = (name: keyof typeof titles) => titles[name].id;
  return {
    contents: Object.values(titles),
    calls: {
      'delivery-tools.configure-s3-cors-v2': [{ input: { body: { action: 'configure' } }, success: 200 }],
      'delivery-tools.intelligent-cors-manager': [
        {
          input: {
            body: {
              operation: 'configure',
              fileSize: 1000,
              cloudFrontStatus: 'Deployed',
              operationType: 'upload',
              forceStrategy: 'cors',
            },
          },
          success: 200,
        },
      ],
      'delivery-tools.fix-s3-public-access': [{ input: { body: { action: 'fix' } }, success: 200 }],
      'delivery-tools.diagnose-s3-access': [{ input: {}, success: 200 }],
      'delivery-tools.test-aws-connection': [{ input: {}, success: 200 }],
      // No stage has this bucket.
      'delivery-tools.setup-cloudfront-enterprise': [
        { input: { body: { bucketName: 'someone-elses-bucket', region: 'us-east-1' } }, success: 409 },
      ],
      'delivery-tools.setup-cloudfront': [{ input: { body: { contentId: idOf('setUp') } }, success: 200 }],
      'delivery-tools.setup-cdn-for-existing': [
        { input: { body: { action: 'setup_permanent_distribution' } }, success: 200 },
      ],
      'delivery-tools.get-cdn-settings': [{ input: {}, success: 200 }],
      'delivery-tools.list-outdated-media': [{ input: { query: { limit: '5' } }, success: 200 }],
      'delivery-tools.migrate-to-permanent-cdn': [
        { input: { body: { contentIds: [idOf('migrated')] } }, success: 200 },
      ],
      'delivery-tools.reset-cdn': [{ input: { body: { contentIds: [idOf('reset')] } }, success: 200 }],
      'delivery-tools.apply-cdn-fallback': [{ input: { body: { contentId: idOf('fallback') } }, success: 404 }],
    } as const,
  };
};
