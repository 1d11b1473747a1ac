// Tests in Node have no page, and need none of this, which takes longer to load than most of them run.
if (typeof window !== 'undefined') jest.requireActual('./environment/page.ts');
