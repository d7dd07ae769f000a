import {expect, test} from 'vitest';
import {commands} from '../../src/app/features.ts';
import type {Scope} from '../../src/app/kernel/keys/scope.ts';

test('no two commands of one context share a key', () => {
	const together: readonly (readonly Scope[])[] = [
		['servers', 'everywhere', 'always'],
		['console', 'everywhere', 'always'],
		['details', 'everywhere', 'always'],
		['timeline', 'everywhere', 'always'],
		['nodes', 'list', 'everywhere', 'always'],
		['nodes', 'facts', 'everywhere', 'always'],
		['automations', 'list', 'everywhere', 'always'],
		['automations', 'facts', 'everywhere', 'always'],
		['runs', 'list', 'everywhere', 'always'],
		['runs', 'facts', 'everywhere', 'always'],
		['team', 'list', 'everywhere', 'always'],
		['team', 'facts', 'everywhere', 'always'],
		['field', 'input', 'always'],
		['field', 'search', 'always'],
		['paste', 'always'],
		['field', 'filter', 'always'],
		['help', 'always'],
		['dialog', 'always'],
	];
	const clashes = together.flatMap(scopes => {
		const keys = commands
			.filter(({scopes: of}) => of.some(scope => scopes.includes(scope)))
			.flatMap(({keys, id}) => keys.map(key => ({key, id})));
		return keys.filter(({key, id}) => keys.some(other => other.key === key && other.id !== id));
	});
	expect(clashes).toEqual([]);
});

test('lowercase keys are read-only: only uppercase keys can change a server, and none acts by itself', () => {
	const acting = commands.filter(({danger, scopes}) => danger && scopes.includes('servers'));
	expect(acting.flatMap(({keys}) => keys)).toEqual(['S', 'X', 'R', 'B', 'C', 'E']);
});
