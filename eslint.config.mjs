import importX from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import unicorn from 'eslint-plugin-unicorn';
import tseslint from 'typescript-eslint';

/** Who may import whom: the house as `README.md` draws it. `test/architecture` proves the same over the real graph. */
const zone = (target, except, message) => ({ target, from: './', except, message });
const zones = [
  zone('./lambdas/contract', ['./lambdas/contract', './node_modules'], 'The contract stands alone.'),
  zone(
    './lambdas/events',
    ['./lambdas/events', './lambdas/contract', './node_modules'],
    'Events know the contract only.',
  ),
  zone(
    './lambdas/domain',
    ['./lambdas/domain', './lambdas/contract', './node_modules'],
    'Domain rules know contract types only.',
  ),
  zone(
    './lambdas/data',
    ['./lambdas/data', './lambdas/domain', './lambdas/contract', './node_modules'],
    'Repositories know the domain only.',
  ),
  zone(
    './lambdas/platform',
    ['./lambdas/platform', './lambdas/domain', './lambdas/contract', './lambdas/events', './node_modules'],
    'Clients know domain ports only.',
  ),
  zone(
    './lambdas/http',
    ['./lambdas/http', './lambdas/domain', './lambdas/contract', './node_modules'],
    'The HTTP chain knows no feature.',
  ),
  zone('./lambdas', ['./lambdas', './node_modules'], 'Functions know nothing of infrastructure or web.'),
  zone(
    './web/src',
    ['./web/src', './lambdas/contract', './node_modules'],
    'The web application knows the contract only.',
  ),
  zone(
    './infra/local',
    ['./infra/local', './lambdas/contract', './node_modules'],
    'The local cloud reads the template, never the code behind it.',
  ),
];

export default tseslint.config(
  { ignores: ['node_modules/', 'cdk.out/', '.build/', '.local/', 'infra/constructs/spa-paths.js'] },
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
        { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that declares it.' },
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
        { name: 'process', message: 'Only the composition of a function reads the environment.' },
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
            { regex: '^(@aws-sdk|@smithy|node:(fs|http|https|net))', message: 'Domain rules touch no service.' },
          ],
        },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Time is given to domain rules.' },
        { object: 'Math', property: 'random' },
      ],
    },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    plugins: { 'jsx-a11y': jsxA11y, 'react-hooks': reactHooks },
    rules: { ...jsxA11y.flatConfigs.strict.rules, ...reactHooks.configs.recommended.rules },
  },
);
