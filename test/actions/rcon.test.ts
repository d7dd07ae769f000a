import {expect, test} from 'vitest';
import {actionIds} from '../../src/actions/ids.ts';
import {actions} from '../../src/actions/index.ts';
import {rcon} from '../../src/actions/rcon.ts';
import {confirmationFor, readRconLine} from '../../src/actions/rcon-line.ts';

const settings = {dangerous: ['slay'], aliases: {stop: 'quit', hi: 'say {1}'}};
const cs2 = {gameType: 'CS2'};
const ark = {gameType: 'ARK_ASCENDED'};

test('every operation but a raw request is declared once', () => {
	const declared = [...actions, rcon].map(({id}) => id);
	expect([...declared, 'api'].toSorted()).toEqual([...actionIds].toSorted());
});

test('one destructive line on one of the games is enough, and several servers ask for more', () => {
	expect(confirmationFor(['status', 'quit'], [cs2], settings)).toMatchObject({risk: 'hold'});
	expect(confirmationFor(['quit'], [ark, cs2], settings)).toMatchObject({risk: 'type'});
	expect(confirmationFor(['status', 'slay Bob'], [ark], settings)?.reason).toContain('your list');
	expect(confirmationFor(['status'], [ark, cs2], settings)).toEqual({reason: undefined, risk: 'review'});
	expect(confirmationFor(['status'], [cs2], settings)).toBeUndefined();
});

test('an alias is judged by what it stands for', () => {
	expect(readRconLine('stop', [cs2], settings)).toMatchObject({text: 'quit', confirmation: {risk: 'hold'}});
	expect(readRconLine('hi all', [cs2], settings)).toEqual({text: 'say all', confirmation: undefined});
	expect(readRconLine('hi', [cs2], settings)).toHaveProperty('problem');
});
