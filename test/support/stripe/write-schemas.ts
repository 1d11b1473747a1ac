import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateSchemas } from './sdk-schemas.ts';

// Run after an update of the `stripe` package: node test/support/stripe/write-schemas.ts
writeFileSync(path.join(import.meta.dirname, 'sdk-schemas.json'), `${JSON.stringify(generateSchemas())}\n`);
