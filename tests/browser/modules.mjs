// The npm packages of the tests lie below the build's output, not here.
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const top = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');
const dir = process.env.PAGE_MODULES || path.join(top, 'build/npm');

export const modules = createRequire(path.join(dir, 'package.json'));
