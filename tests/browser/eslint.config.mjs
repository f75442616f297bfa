// The page's modules share one scope: what one of them declares, all others may
// use.  What none of them uses is found by tests/browser/unit.test.mjs.
import fs from 'node:fs';
import { sources } from './fixture.mjs';
import { modules } from './modules.mjs';

const js = modules('@eslint/js');
const globals = modules('globals');

const declared = {};
for (const file of sources())
	for (const [, name] of fs
		.readFileSync(file, 'utf8')
		.matchAll(/^(?:async )?(?:function|const) (\w+)/gm))
		declared[name] = 'readonly';

export default [
	js.configs.recommended,
	{
		files: ['**/share/js/*.js'],
		languageOptions: {
			ecmaVersion: 2022,
			sourceType: 'script',
			globals: { ...globals.browser, ...declared },
		},
		rules: {
			eqeqeq: 'error',
			'no-redeclare': ['error', { builtinGlobals: false }],
			'no-unused-vars': ['error', { vars: 'local' }],
			'no-var': 'error',
			'prefer-const': 'error',
		},
	},
	{
		files: ['**/tests/**/*.mjs'],
		languageOptions: {
			globals: { ...globals.node, ...globals.browser },
		},
	},
];
