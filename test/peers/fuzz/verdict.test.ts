import {expect, test} from 'vitest';
import type {Write} from './service.ts';
import {judge, type Press} from './verdict.ts';

const review =
	'┌─ Restart alpha ───── step 2 of 2 ┐\n│ Request  POST /server/a/restart │\n│ [ Do nothing ]  [>Restart<] │';
const several = '[2 selected] rcon> status\n 2 servers, 3 players: press Enter again to send it.';
const press = (at: number, bytes: string, screen: string): Press => ({at, bytes, screen});
const restart: Write = {at: 9000, method: 'POST', path: '/server/a/restart', body: {}};
const command = (text: string): Write => ({
	at: 9000,
	method: 'POST',
	path: '/server/a/rcon',
	body: {command: text},
});
const kindOf = (write: Write, ...presses: Press[]) =>
	judge([write], presses, () => ({name: 'alpha', game: 'cs2'}))[0]?.kind;

test('accepts an action whose review was confirmed by a single key after a pause', () => {
	expect(kindOf(restart, press(4000, '\t', review), press(5000, '\r', review))).toBe('confirmed');
	expect(kindOf(restart, press(4900, '\t', review), press(5000, '\r', review))).toBe('quick');
});

test('rejects an action without a review, with the focus elsewhere, or confirmed by a held key', () => {
	expect(kindOf(restart, press(5000, '\r', 'SERVERS'))).toBe('violation');
	const elsewhere = review.replace('[ Do nothing ]  [>Restart<]', '[>Do nothing<]  [ Restart ]');
	expect(kindOf(restart, press(5000, '\r', elsewhere))).toBe('violation');
	expect(kindOf(restart, press(4967, '\r', elsewhere), press(5000, '\r', review))).toBe('violation');
	expect(kindOf(restart, press(5000, 'x\r', review))).toBe('violation');
});

test('rejects a second action for the same confirmation', () => {
	const verdicts = judge([restart, restart], [press(5000, '\r', review)], () => ({
		name: 'alpha',
		game: 'cs2',
	}));
	expect(verdicts.map(({kind}) => kind)).toEqual(['confirmed', 'violation']);
});

test('requires a second Enter for several servers and for destructive commands', () => {
	expect(kindOf(command('status'), press(8000, '\r', '[alpha 3p] rcon> status'))).toBe('typed');
	expect(kindOf(command('quit'), press(8000, '\r', '[alpha 3p] rcon> quit'))).toBe('violation');
	expect(kindOf(command('Version'), press(8000, '\r', '[2 selected] rcon> Version'))).toBe('violation');
	expect(kindOf(command('status'), press(8000, '\r', several))).toBe('confirmed');
	expect(kindOf(command('Version'), press(8000, '\r', '[bravo 3p] rcon> Version'))).toBe('violation');
});
