import {expect, test} from 'vitest';
import {importsOf, sourceOf, sourcesIn} from './helpers/imports.ts';

/** The folders of core, each standing on those before it. */
const order = [
	'automations',
	'state',
	'list',
	'tables',
	'watch',
	'console',
	'timeline',
	'input',
	'many',
	'screens',
	'take-along',
	'forms',
	'keymap',
	'actions',
	'menus',
	'loops',
	'palette',
	'commands',
];

/** Upwards on purpose: what somebody chooses is run by what stands above. */
const onPurpose: [from: RegExp, to: RegExp, why: string][] = [
	[/^forms\//, /^actions\/(automations|rcon|team|watch|wave)\.ts$/, 'the plan of a dialog sends'],
	[/^screens\/(automations|runs|team)\.ts$/, /^actions\/(automations|runs|team)\.ts$/, 'what Enter and r do'],
];

/** Files of core itself that look down on folders; all others are words and rules that any folder may use. */
const above: Record<string, number> = {
	'focus.ts': order.indexOf('keymap'),
	'keys.ts': order.length,
	'session.ts': order.length,
	'targets.ts': order.indexOf('screens'),
};

const inCore = (file: string) => file.replace('src/core/', '');
const folderOf = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : undefined);

function heightOf(file: string): number {
	const folder = folderOf(file);
	return folder === undefined ? (above[file] ?? -1) : order.indexOf(folder);
}

const files = sourcesIn('src/core');

test('every folder of core has its place', () => {
	const folders = new Set(files.map(file => folderOf(inCore(file))));
	folders.delete(undefined);
	expect([...folders].toSorted()).toEqual(order.toSorted());
});

test('what runs in a folder of core stands on the folders before it', () => {
	const strays = files
		.flatMap(importsOf)
		.filter(({target, runs}) => runs && target.startsWith('src/core/'))
		.map(({file, target}) => [inCore(file), inCore(target)] as const)
		.filter(([from, to]) => heightOf(to) > heightOf(from))
		.filter(([from, to]) => !onPurpose.some(([upper, lower]) => upper.test(from) && lower.test(to)));
	expect(strays).toEqual([]);
});

test('only actions and the plans of dialogs ask the service', () => {
	const strays = files
		.filter(file => !/^src\/core\/(actions\/|forms\/|services\.ts|session\.ts)/.test(file))
		.filter(file => /\bapi\.\w|[{,]\s*api\b/.test(sourceOf(file)));
	expect(strays).toEqual([]);
});

test('state and what is computed from it change nothing', () => {
	const strays = files
		.filter(file => /^src\/core\/(automations|state|list|tables|watch|timeline)\//.test(file))
		.filter(file => /\bdispatch\(|\bnotify\(/.test(sourceOf(file)));
	expect(strays).toEqual([]);
});
