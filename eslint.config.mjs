import importX from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import unicorn from 'eslint-plugin-unicorn';
import tseslint from 'typescript-eslint';

/** What each folder may import. `test/architecture` checks the same rules on the import graph. */
const zone = (target, except, message) => ({ target, from: './', except, message });
const zones = [
  zone('./lambdas/contract', ['./lambdas/contract', './node_modules'], 'The contract imports only itself.'),
  zone(
    './lambdas/events',
    ['./lambdas/events', './lambdas/contract', './node_modules'],
    'Events import only the contract.',
  ),
  zone(
    './lambdas/domain',
    ['./lambdas/domain', './lambdas/contract', './lambdas/events', './node_modules'],
    'Domain rules import only the contract and events.',
  ),
  zone(
    './lambdas/data',
    ['./lambdas/data', './lambdas/domain', './lambdas/contract', './node_modules'],
    'Repositories import only the domain and the contract.',
  ),
  zone(
    './lambdas/platform',
    ['./lambdas/platform', './lambdas/domain', './lambdas/contract', './lambdas/events', './node_modules'],
    'Clients import only the domain, the contract and events.',
  ),
  zone(
    './lambdas/http',
    ['./lambdas/http', './lambdas/domain', './lambdas/contract', './node_modules'],
    'The HTTP chain imports no feature.',
  ),
  zone('./lambdas', ['./lambdas', './node_modules'], 'Functions import no infrastructure and no web code.'),
  zone(
    './web/src',
    ['./web/src', './lambdas/contract', './node_modules'],
    'The web application imports only the contract.',
  ),
  zone(
    './infra/local',
    ['./infra/local', './lambdas/contract', './node_modules'],
    'The local cloud reads the template and imports only the contract.',
  ),
];

export default tseslint.config(
  // `test/example` imports files of the checkout that a test copies it into, and is checked there.
  {
    ignores: ['node_modules/', 'cdk.out/', '.build/', '.local/', 'infra/constructs/spa-paths.js', 'test/example/'],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: ['**/*.{ts,tsx,mjs}'],
    plugins: { 'import-x': importX, unicorn },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'import-x/no-restricted-paths': ['error', { zones }],
      'max-lines': ['error', 400],
      'no-console': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'Import from the file that declares the name. Do not re-export.' },
      ],
      'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    },
  },
  { files: ['*.config.mjs'], rules: { 'import-x/no-default-export': 'off' } },
  {
    files: ['lambdas/**/*.ts', 'infra/**/*.ts', 'web/src/**/*.{ts,tsx}', 'bin/**/*.ts'],
    rules: { 'import-x/no-default-export': 'error' },
  },
  {
    files: ['lambdas/**/*.ts'],
    ignores: ['lambdas/**/index.ts', 'lambdas/**/container.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'process', message: 'Only index.ts and container.ts read the environment.' },
      ],
    },
  },
  {
    files: ['lambdas/domain/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^(@aws-sdk|@smithy|node:(fs|http|https|net))', message: 'Domain rules call no service.' },
          ],
        },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Pass the time to domain rules as an argument.' },
        { object: 'Math', property: 'random', message: 'Pass randomness to domain rules as an argument.' },
      ],
    },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    plugins: { 'jsx-a11y': jsxA11y, 'react-hooks': reactHooks },
    rules: { ...jsxA11y.flatConfigs.strict.rules, ...reactHooks.configs.recommended.rules },
  },
);
