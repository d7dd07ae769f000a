import {expect, test} from 'vitest';
import {actions} from '../../src/actions/index.ts';
import {rcon} from '../../src/actions/rcon.ts';
import {actionWords} from '../../src/messages/actions.ts';
import {confirmationFor, readRconLine} from '../../src/actions/rcon-line.ts';

const settings = {dangerous: ['slay'], aliases: {stop: 'quit', hi: 'say {1}'}};
const cs2 = {gameType: 'CS2'};
const ark = {gameType: 'ARK_ASCENDED'};

test('declares every operation once, except a raw request and changes that only commands make', () => {
	const declared = [...actions, rcon].map(({id}) => id);
	const others = [
		'api',
		'note-player',
		'add-server',
		'edit-server',
		'remove-server',
		'create-token',
		'revoke-token',
	];
	expect([...declared, ...others].toSorted()).toEqual(Object.keys(actionWords).toSorted());
});

test('one destructive line for one game requires confirmation, and several servers require a stronger one', () => {
	expect(confirmationFor(['status', 'quit'], [cs2], settings)).toMatchObject({risk: 'hold'});
	expect(confirmationFor(['quit'], [ark, cs2], settings)).toMatchObject({risk: 'type'});
	expect(confirmationFor(['status', 'slay Bob'], [ark], settings)?.reason).toContain('your list');
	expect(confirmationFor(['status'], [ark, cs2], settings)).toEqual({reason: undefined, risk: 'review'});
	expect(confirmationFor(['status'], [cs2], settings)).toBeUndefined();
});

test('judges an alias by its expansion', () => {
	expect(readRconLine('stop', [cs2], settings)).toMatchObject({text: 'quit', confirmation: {risk: 'hold'}});
	expect(readRconLine('hi all', [cs2], settings)).toEqual({text: 'say all', confirmation: undefined});
	expect(readRconLine('hi', [cs2], settings)).toHaveProperty('problem');
});
