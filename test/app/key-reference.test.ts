import {expect, test} from 'vitest';
import {keyReference} from '../../src/app/key-reference.ts';
import {usualKeymap} from '../helpers/keymap.ts';

test('the list of all keys has every command that has a key, under one heading', () => {
	const listed = keyReference(usualKeymap).flatMap(row => (row.kind === 'key' ? row.id : []));
	const withKeys = usualKeymap.commands.flatMap(({id, keys}) => (keys.length === 0 ? [] : id));
	expect(withKeys.filter(id => !listed.includes(id))).toEqual([]);
	expect(new Set(listed).size).toBe(listed.length);
});
