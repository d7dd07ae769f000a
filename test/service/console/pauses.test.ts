import {expect, test} from 'vitest';
import {ConsoleError} from '../../../src/service/console/console-error.ts';
import {aGame, failure} from './kept-game.ts';

test('after a wrong password, waits minutes before the next login, and longer each time', async () => {
	const {send, game, clock, logins, console} = aGame();
	game.refuse = failure('wrong-password');
	const refused = () => expect(send('x')).rejects.toMatchObject({reason: 'wrong-password'});
	await refused();
	await refused();
	await clock.advance(59_999);
	await refused();
	expect(logins).toHaveLength(1);
	await clock.advance(1);
	await refused();
	await clock.advance(119_999);
	await refused();
	expect(logins).toHaveLength(2);
	expect(console.state()).toMatchObject({kind: 'lost', error: {reason: 'wrong-password'}});
	await clock.advance(1);
	game.refuse = undefined;
	expect(await send('x')).toBe('did x');
});

test.each([
	['what may not be ready yet', new ConsoleError('wrong-password', 'it closed', {isUnclear: true})],
	['what is no such console', failure('malformed')],
])('%s is tried again after half as long', async (_what, refusal) => {
	const {send, game, clock, logins} = aGame();
	game.refuse = refusal;
	const fails = (isPaused: boolean) =>
		send('x').then(
			() => expect.unreachable(),
			(error: ConsoleError) => {
				const {isPaused: was} = error.cause instanceof ConsoleError ? error.cause : error;
				expect(was).toBe(isPaused);
			},
		);
	await fails(false);
	await clock.advance(29_999);
	await fails(true);
	await clock.advance(1);
	await fails(false);
	expect(logins).toHaveLength(2);
});

test('tries a restarted game at once, although it refused the password', async () => {
	const {console, send, game, logins} = aGame();
	game.refuse = failure('wrong-password');
	await expect(send('x')).rejects.toMatchObject({reason: 'wrong-password', isPaused: false});
	await expect(send('x')).rejects.toMatchObject({reason: 'wrong-password', isPaused: true});
	console.retry();
	await expect(send('x')).rejects.toMatchObject({reason: 'wrong-password', isPaused: false});
	expect(logins).toHaveLength(2);
});

test('tries a corrected password at once', async () => {
	let password = 'old';
	const {send, game, logins} = aGame({password: () => password});
	game.refuse = failure('wrong-password');
	await expect(send('x')).rejects.toMatchObject({reason: 'wrong-password'});
	[password, game.refuse] = ['new', undefined];
	expect(await send('x')).toBe('did x');
	expect(logins.map(({options}) => options.password)).toEqual(['old', 'new']);
});

test('an unreadable password has its own reason, and nothing connects', async () => {
	const {send, logins, console} = aGame({
		password: () => {
			throw new Error('The file has no password.');
		},
	});
	await expect(send('x')).rejects.toMatchObject({
		reason: 'no-password',
		message: 'The file has no password.',
	});
	expect(logins).toEqual([]);
	expect(console.state()).toMatchObject({kind: 'lost', error: {message: 'The file has no password.'}});
});

test('a streaming console with a wrong password does not log in again for a minute', async () => {
	const {clock, logins, game, console} = aGame({isStreaming: true});
	game.refuse = failure('wrong-password');
	await clock.advance(59_000);
	expect(logins).toHaveLength(1);
	expect(console.state()).toMatchObject({kind: 'lost', error: {reason: 'wrong-password'}});
	await clock.advance(30_000);
	expect(logins).toHaveLength(2);
});
