import importX from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import unicorn from 'eslint-plugin-unicorn';
import tseslint from 'typescript-eslint';

/**
 * `test/architecture` checks what each folder may import, and how long files are: by the import graph of all sources,
 * which it has anyway. Here, each import would be resolved once more.
 */
export default tseslint.config(
  // `test/example` imports files of the checkout that a test copies it into, and is checked there.
  {
    ignores: ['node_modules/', 'cdk.out/', '.build/', '.local/', 'infra/constructs/*.js', 'test/example/'],
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
      'no-console': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'Import from the file that declares the name. Do not re-export.' },
      ],
      'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    },
  },
  // The compiler reports them: noUnusedLocals and noUnusedParameters.
  { files: ['**/*.{ts,tsx}'], rules: { '@typescript-eslint/no-unused-vars': 'off' } },
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
